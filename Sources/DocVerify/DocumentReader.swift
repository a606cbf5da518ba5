public import FaceEngine
internal import OnboardingCrypto
public import Vision

/// Reads images of a document: its machine-readable zone and its portrait.
///
/// One value serves all threads. `read` blocks for as long as it computes (about a second an image): call it from an
/// engine worker, never from the cooperative pool.
public final class DocumentReader: Sendable {
    private let mrzReader: MRZReader
    private let portraitFinder: PortraitFinder

    /// Images are decoded no larger than needed: from 25 megapixels a JPEG comes at half size, and nothing larger than
    /// `largestSide` along its longest side is searched. A page that fills the image then has 50 pixels a column.
    static let neededSide = 2400
    static let largestSide = 3200

    /// - Parameters:
    ///   - models: where the set-up put the models.
    ///   - workers: how many threads will call at one time.
    public convenience init(models: ModelFolder, faceEngine: FaceEngine, workers: Int) throws(DocumentReaderError) {
        self.init(mrzReader: try MRZReader(models: models, workers: workers), faceEngine: faceEngine)
    }

    /// With parts that were loaded side by side.
    public init(mrzReader: MRZReader, faceEngine: FaceEngine) {
        self.mrzReader = mrzReader
        portraitFinder = PortraitFinder(engine: faceEngine)
    }

    /// What all images of a document may have together, counted from their headers: as many as six of 12 megapixels, the
    /// most that phones take by themselves.
    public static let maximumPixels = 75_000_000

    /// What the images show.
    ///
    /// - Parameters:
    ///   - images: the sides or pages of one document, in any order.
    ///   - today: the day that expiry, ages and centuries are judged for.
    /// - Throws: for bytes that are no image, for images that together have more than `maximumPixels`, and when a
    ///   network does not run; never for what an image shows.
    public func read(_ images: [DocumentImage], today: CalendarDate) throws(DocumentError) -> DocumentReading {
        guard !images.isEmpty else { throw .noImages }
        try Self.checkPixels(of: images)
        var decoded: [ImageLevels] = []
        for (index, image) in images.enumerated() {
            decoded.append(ImageLevels(try Self.decode(image.bytes, index: index)))
        }
        var mrzs: [MRZReader.Result?] = []
        for levels in decoded {
            do { mrzs.append(try mrzReader.read(levels, today: today)) } catch { throw .engine }
        }
        let chosen = mrzs.indices.filter { mrzs[$0] != nil }
            .max { (mrzs[$0]?.rank ?? 0) < (mrzs[$1]?.rank ?? 0) }
        let result = chosen.flatMap { mrzs[$0] }
        let readability = Self.readability(of: result)
        let portrait = try portrait(in: decoded, mrzs: mrzs, chosen: chosen)
        let checkedTexts = Set(mrzs.compactMap { $0 }.filter(\.isChecked).map(\.transcription.lines))

        return DocumentReading(
            mrz: result?.mrz, mrzImageIndex: chosen, isChecked: result?.isChecked ?? false,
            readability: readability, imagesDisagree: checkedTexts.count > 1, portrait: portrait?.portrait,
            evidence: DocumentEvidence(
                formatVersion: 1, today: today.text,
                images: images.indices.map { index in
                    DocumentEvidence.ImageEvidence(
                        digest: Digest.hex(images[index].bytes), decodedSize: decoded[index].image.size,
                        saidToBeCropped: images[index].isCropped, mrz: mrzs[index]?.evidence)
                },
                readability: readability, mrz: result?.mrz, portrait: portrait?.evidence,
                coveredBar: MRZTranscription.coveredBar, uncoveredBar: MRZTranscription.uncoveredBar,
                models: ["PP-OCRv4 detection", "PP-OCRv4 recognition"]))
    }

    /// The portrait of a document that was read before, by the model that runs now. Nil where it sees no face any more.
    /// - Parameters:
    ///   - evidence: of the portrait.
    ///   - bytes: the image that `evidence.imageIndex` names.
    public func portrait(
        madeAgainFrom evidence: DocumentEvidence.PortraitEvidence, image bytes: [UInt8]
    ) throws(DocumentError) -> DocumentPortrait? {
        let image = try Self.decode(bytes, index: evidence.imageIndex)
        do {
            return try portraitFinder.portrait(
                in: image, clockwiseQuarterTurns: evidence.clockwiseQuarterTurns,
                imageIndex: evidence.imageIndex, where: { evidence.box.overlap(with: $0) > 0.5 })?.portrait
        } catch {
            throw .engine
        }
    }

    /// The template of the largest face of an image that is no document, whichever way up it is; nil where it shows none.
    public func face(in bytes: [UInt8]) throws(DocumentError) -> FaceTemplate? {
        let image = try Self.decode(bytes, index: 0)
        do {
            return try portraitFinder.portrait(in: image, clockwiseQuarterTurns: nil, imageIndex: 0)?.portrait
                .template
        } catch {
            throw .engine
        }
    }

    private static func checkPixels(of images: [DocumentImage]) throws(DocumentError) {
        var pixels = 0
        for (index, image) in images.enumerated() {
            do {
                let size = try ImageHeader(of: image.bytes).size
                pixels += size.width * size.height
            } catch {
                throw .image(error, index: index)
            }
            guard pixels <= maximumPixels else { throw .image(.tooLarge, index: index) }
        }
    }

    static func decode(_ bytes: [UInt8], index: Int) throws(DocumentError) -> Image {
        do {
            return try Image(decoding: bytes, atLeast: neededSide).reduced(toLongestSide: largestSide)
        } catch {
            throw .image(error, index: index)
        }
    }

    /// Print smaller than this from column to column, in pixels, cannot be told apart.
    static let smallestPitch = 8.0
    /// Print less sharp than this is out of focus (see `DocumentEvidence.MRZEvidence.focus`).
    static let leastFocus = 0.02

    /// Whether the MRZ decides anything: it was read surely, whatever it then says.
    static func readability(of result: MRZReader.Result?) -> Readability {
        guard let result else { return .retry(.mrzNotFound) }
        if result.isChecked { return .readable }
        guard let mrz = result.mrz else { return .retry(.mrzUnreadable) }
        // Read surely, and a digit or a character is wrong all the same: so it is printed.
        if result.isPlacedPlainly, result.transcription.isSure(for: mrz) { return .readable }
        if result.columns.pitchInPixels < smallestPitch { return .retry(.mrzTooSmall) }
        if result.columns.focus < leastFocus { return .retry(.mrzBlurred) }
        let unsure = result.transcription.unsureColumns(for: mrz).count
        let all = mrz.format.lineCount * mrz.format.lineLength
        return .retry(unsure * 4 > all ? .mrzUnreadable : .mrzUncertain)
    }

    /// The portrait: on the page that bears the MRZ. A card's MRZ is on its back, so for a card any image may show it;
    /// a face beside a passport, or on an image of its own, is nobody's portrait.
    private func portrait(
        in decoded: [ImageLevels], mrzs: [MRZReader.Result?], chosen: Int?
    ) throws(DocumentError) -> PortraitFinder.Found? {
        let pages = mrzs.map { $0.flatMap { DocumentPage(of: $0.columns) } }
        let order = [chosen].compactMap { $0 } + decoded.indices.filter { $0 != chosen }
        let isOnThePage = chosen.map { pages[$0] != nil } ?? false
        for index in order where !isOnThePage || pages[index] != nil {
            let image = decoded[index].image
            do {
                let found = try portraitFinder.portrait(
                    in: image,
                    clockwiseQuarterTurns: mrzs[index]?.columns.lines.first?.clockwiseQuarterTurns,
                    imageIndex: index, where: { pages[index]?.mayBear($0, size: image.size) ?? true })
                if let found { return found }
            } catch {
                throw .engine
            }
        }
        return nil
    }
}

extension MRZReader.Result {
    /// For choosing between images: a checked MRZ before any other.
    var rank: Double { sureness + (isChecked ? 2 : 0) }

    var evidence: DocumentEvidence.MRZEvidence {
        DocumentEvidence.MRZEvidence(
            lines: transcription.lines,
            confidences: transcription.confidences.map { $0.map { ($0 * 1000).rounded() / 1000 } },
            stripCounts: columns.stripCounts,
            corrections: transcription.corrections.map {
                DocumentEvidence.MRZEvidence.Correction(line: $0.line, column: $0.column, from: $0.from, to: $0.to)
            },
            gridFit: columns.score, bendInColumns: columns.bend, pitchInPixels: columns.pitchInPixels,
            focus: columns.focus,
            angleInDegrees: (columns.lines.first?.angleInRadians ?? 0) * 180 / .pi, isChecked: isChecked)
    }
}
