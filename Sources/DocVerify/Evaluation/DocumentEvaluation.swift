internal import Foundation
package import Vision

/// The measurement behind `onboarding eval documents`: how MRZs are read from images whose true lines are known.
///
/// The set is a folder with images and a `truth.json`: `{"pictures":[{"file","format","lines",
/// "printed_check_digits_wrong":[…]}, …]}`; other members are not read. Where a `printed-fields.json` lies beside it
/// (`PrintedFieldsEvaluation`), the printed fields of the same images are read and counted too.
package struct DocumentEvaluation: Sendable {
    private struct Truth: Decodable {
        struct Sample: Decodable {
            let file: String
            let format: String
            let lines: [String]
            let printedCheckDigitsWrong: [String]
        }
        let images: [Sample]

        private enum CodingKeys: String, CodingKey {
            case images = "pictures"
        }
    }

    package enum Failure: Error, Equatable, Sendable {
        /// No `truth.json`, or one of another form.
        case truthUnreadable
        /// An image that `truth.json` names is missing or cannot be decoded.
        case imageUnreadable(file: String)
        case engine
    }

    /// How one image was read.
    package struct ImageResult: Codable, Equatable, Sendable {
        package let file: String
        package let format: String
        /// An MRZ was found and has a layout.
        package let isFound: Bool
        /// Every line is what is printed.
        package let isExact: Bool
        package let exactLines: Int
        package let lines: Int
        /// Characters that differ, column by column; all of them where no MRZ of this layout was read.
        package let wrongCharacters: Int
        package let characters: Int
        /// Every digit fits and every character stands where it may.
        package let hasValidDigits: Bool
        /// Every digit fits and every character was read surely.
        package let isChecked: Bool
        /// Why the reader requests another capture; nil where it requests none.
        package let retry: RetryReason?
        /// The specimen itself prints a digit that does not fit.
        package let printsWrongDigit: Bool
        package let pitchInPixels: Double?
        package let focus: Double?
        package let gridFit: Double?
        /// Read again from another image of the same document, the two together are sure where this one alone is not; nil where
        /// there is no other image.
        package let isConfirmed: Bool?
        /// Decoding and reading, on one thread.
        package let seconds: Double
    }

    package let results: [ImageResult]
    /// Nil where nothing says what is printed.
    package let printed: PrintedFieldsEvaluation?

    /// Reads every image of the set, one after the other.
    ///
    /// - Parameters:
    ///   - today: the reference day of the century rule; it changes no character.
    ///   - again: a folder with another image of each document, of the same name; nil for none.
    ///   - files: only these images of the set; nil for all.
    package init(
        folder: String, again: String? = nil, models: ModelFolder, today: CalendarDate, files: Set<String>? = nil,
        progress: (ImageResult) -> Void = { _ in }
    ) throws(Failure) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let bytes = FileManager.default.contents(atPath: folder + "/truth.json"),
            let truth = try? decoder.decode(Truth.self, from: bytes)
        else { throw .truthUnreadable }
        guard let reader = try? MRZReader(models: models, workers: 1) else { throw .engine }
        var (printed, printReader) = try Self.printed(in: folder, models: models)
        var results: [ImageResult] = []
        for sample in truth.images where files?.contains(sample.file) ?? true {
            let result = try Self.result(of: sample, folder: folder, again: again, reader: reader, today: today)
            results.append(result)
            if let printReader {
                let levels = ImageLevels(try Self.image(of: sample, in: folder))
                do { printed?.add(sample.file, try printReader.read([levels], today: today).fields) } catch {
                    throw .engine
                }
            }
            progress(result)
        }
        self.results = results
        self.printed = printed
    }

    private static func printed(
        in folder: String, models: ModelFolder
    ) throws(Failure) -> (PrintedFieldsEvaluation?, PrintedReader?) {
        guard let truth = FileManager.default.contents(atPath: folder + "/printed-fields.json") else {
            return (nil, nil)
        }
        guard let evaluation = try? PrintedFieldsEvaluation(truth: truth) else { throw .truthUnreadable }
        guard let reader = try? PrintedReader(models: models, workers: 1) else { throw .engine }
        return (evaluation, reader)
    }

    private static func result(
        of sample: Truth.Sample, folder: String, again: String?, reader: MRZReader, today: CalendarDate
    ) throws(Failure) -> ImageResult {
        let start = ContinuousClock.now
        let image = try image(of: sample, in: folder)
        let result: MRZReader.Result?
        do { result = try reader.read(ImageLevels(image), today: today) } catch { throw .engine }
        let elapsed = start.duration(to: .now).components
        let isConfirmed = try again.map { again throws(Failure) in
            let other = try Self.image(of: sample, in: again)
            do { return Self.agree(result, try reader.read(ImageLevels(other), today: today), today) } catch {
                throw .engine
            }
        }
        let read = result?.transcription.lines ?? []
        let retry: RetryReason? =
            switch MRZReader.readability(of: result) {
            case .readable: nil
            case .absent: .mrzNotFound
            case .retry(let reason): reason
            }
        let characters = sample.lines.reduce(0) { $0 + $1.utf8.count }
        let hasSameLayout = read.map(\.utf8.count) == sample.lines.map(\.utf8.count)
        let wrong = zip(read.joined().utf8, sample.lines.joined().utf8).count { $0 != $1 }
        return ImageResult(
            file: sample.file, format: sample.format, isFound: result?.mrz != nil, isExact: read == sample.lines,
            exactLines: zip(read, sample.lines).count { $0 == $1 }, lines: sample.lines.count,
            wrongCharacters: hasSameLayout ? wrong : characters, characters: characters,
            hasValidDigits: result?.mrz?.hasValidCheckDigits ?? false, isChecked: result?.isChecked ?? false,
            retry: retry, printsWrongDigit: !sample.printedCheckDigitsWrong.isEmpty,
            pitchInPixels: result?.columns.pitchInPixels, focus: result?.columns.focus,
            gridFit: result?.columns.score, isConfirmed: isConfirmed,
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18)
    }
}

extension DocumentEvaluation {
    private static func image(of sample: Truth.Sample, in folder: String) throws(Failure) -> Image {
        guard let bytes = FileManager.default.contents(atPath: folder + "/" + sample.file),
            let image = try? DocumentImage.decode([UInt8](bytes), index: 0)
        else { throw .imageUnreadable(file: sample.file) }
        return image
    }

    /// As a second capture of the same person is held against the first.
    private static func agree(_ one: MRZReader.Result?, _ other: MRZReader.Result?, _ today: CalendarDate) -> Bool {
        let readings = [one, other].map { MRZReader.reading(of: [$0], models: []) }
        let evidence = readings.enumerated().map { index, reading in
            DocumentEvidence(
                today: today,
                images: [.init(sha256: "\(index)", size: ImageSize(width: 1, height: 1), statedCropped: false)],
                sources: [reading], portrait: nil)
        }
        let reading = DocumentReading(sources: [readings[0]], portrait: nil, evidence: evidence[0])
        return reading.confirmed(by: [evidence[1]]).sources[0].readability == .readable
    }
}

/// What `onboarding eval documents --report` writes, for the set as a whole and for each format.
package struct DocumentReport: Codable, Equatable, Sendable {
    /// The format; nil for the set as a whole.
    package var name: String?
    package let images: Int
    package let mrzFound: Int
    /// Images of which every line was read as it is printed.
    package let exact: Int
    package let lines: Int
    package let exactLines: Int
    /// Of all characters, those that are not what is printed; 0 to 1.
    package let characterErrorRate: Double
    package let validDigits: Int
    /// Those whose check digits all fit though a character is not what is printed.
    package let validDigitsWrong: Int
    /// Those read surely with check digits that fit, and how many of them are not what is printed.
    package let checked: Int
    package let checkedWrong: Int
    /// Those that are sure once another image of the document reads the same, and how many of them are not what is printed; nil
    /// where no other images were given.
    package let confirmed: Int?
    package let confirmedWrong: Int?
    /// Images for which another capture is requested, by reason.
    package let retries: [String: Int]
    /// Images read surely with a check digit that does not fit, which refuses the document, and those of them that print
    /// no such digit.
    package let refused: Int
    package let refusedWrongly: Int
    package let medianSeconds: Double
    package let longestSeconds: Double
    /// The same for each format; empty within a format.
    package var formats: [DocumentReport]
}

extension DocumentEvaluation {
    package var report: DocumentReport {
        var whole = Self.report(of: results)
        whole.formats = Set(results.map(\.format)).sorted().map { format in
            var part = Self.report(of: results.filter { $0.format == format })
            part.name = format
            return part
        }
        return whole
    }

    private static func report(of results: [ImageResult]) -> DocumentReport {
        let seconds = results.map(\.seconds).sorted()
        let characters = results.reduce(0) { $0 + $1.characters }
        let refused = results.filter { $0.isFound && !$0.isChecked && $0.retry == nil }
        return DocumentReport(
            images: results.count, mrzFound: results.count(where: \.isFound),
            exact: results.count(where: \.isExact), lines: results.reduce(0) { $0 + $1.lines },
            exactLines: results.reduce(0) { $0 + $1.exactLines },
            characterErrorRate: characters == 0
                ? 0 : Double(results.reduce(0) { $0 + $1.wrongCharacters }) / Double(characters),
            validDigits: results.count(where: \.hasValidDigits),
            validDigitsWrong: results.count { $0.hasValidDigits && !$0.isExact },
            checked: results.count(where: \.isChecked),
            checkedWrong: results.count { $0.isChecked && !$0.isExact },
            confirmed: results.contains { $0.isConfirmed != nil } ? results.count(where: \.isConfirmedAlone) : nil,
            confirmedWrong: results.contains { $0.isConfirmed != nil }
                ? results.count { $0.isConfirmedAlone && !$0.isExact } : nil,
            retries: Dictionary(results.compactMap { $0.retry.map { ($0.rawValue, 1) } }, uniquingKeysWith: +),
            refused: refused.count, refusedWrongly: refused.count { !$0.printsWrongDigit },
            medianSeconds: seconds.isEmpty ? 0 : seconds[seconds.count / 2], longestSeconds: seconds.last ?? 0,
            formats: [])
    }
}

extension DocumentEvaluation.ImageResult {
    /// Sure because of the other image, and not without it.
    fileprivate var isConfirmedAlone: Bool { !isChecked && retry != nil && isConfirmed == true }
}

extension DocumentReport {
    /// A table for people: one line for the whole and one for each format.
    package var table: String {
        func row(_ report: DocumentReport) -> String {
            let cells: [(String, Int)] = [
                (report.name ?? "all", 9), (String(report.images), 9), (String(report.mrzFound), 7),
                (String(report.exact), 7), ("\(report.exactLines)/\(report.lines)", 9),
                (String(format: "%.2f %%", report.characterErrorRate * 100), 9),
                ("\(report.validDigits)/\(report.validDigitsWrong)", 14),
                ("\(report.checked)/\(report.checkedWrong)", 15),
                (String(report.retries.values.reduce(0, +)), 8), ("\(report.refused)/\(report.refusedWrongly)", 16),
                (String(format: "%.2f", report.medianSeconds), 9),
            ]
            return cells.map { text, width in text + String(repeating: " ", count: max(1, width - text.count)) }
                .joined()
        }
        let head =
            "format   images found  exact  lines    chars     digits ok/wrong checked/wrong retries refused/wrongly "
            + "median s"
        let again =
            confirmed.map { ["with another image of each, checked/wrong: \($0)/\(confirmedWrong ?? 0) more"] } ?? []
        return ([head, row(self)] + formats.map(row) + again).joined(separator: "\n")
    }
}
