/// The MRZ as a source of a document.
extension MRZReader: DocumentSource {
    package var kind: SourceKind { .mrz }

    package func read(_ images: [ImageLevels], today: CalendarDate) throws(DocumentError) -> SourceReading {
        var results: [Result?] = []
        for image in images {
            do { results.append(try read(image, today: today)) } catch { throw .engine }
        }
        return Self.reading(of: results, models: models)
    }

    /// The best result decides; two checked ones that differ are MRZs of different documents.
    ///
    /// - Parameter models: the networks that read them, as records name them.
    static func reading(of results: [Result?], models: [String]) -> SourceReading {
        let found = results.enumerated().compactMap { index, result in result.map { (index: index, result: $0) } }
        let best = found.max { $0.result.rank < $1.result.rank }
        let checkedTexts = Set(found.map(\.result).filter(\.isChecked).map(\.transcription.lines))
        return SourceReading(
            mrz: best?.result.mrz, imageIndex: best?.index, isChecked: best?.result.isChecked ?? false,
            readability: readability(of: best?.result, among: found.map(\.result)),
            imagesDisagree: checkedTexts.count > 1, isMirrored: best?.result.columns.isMirrored ?? false,
            placements: Dictionary(uniqueKeysWithValues: found.map { ($0.index, $0.result.placement) }),
            evidence: MRZEvidence(
                images: found.map { $0.result.evidence(image: $0.index) }, mrz: best?.result.mrz,
                coveredBar: MRZTranscription.coveredBar, uncoveredBar: MRZTranscription.uncoveredBar,
                models: models, leastFocus: leastFocus))
    }

    /// Print smaller than this from column to column, in pixels, cannot be told apart.
    static let smallestPitch = 8.0
    /// Print less sharp than this is out of focus (see `MRZEvidence`).
    static let leastFocus = 0.02

    /// Whether the MRZ decides anything: it was read surely, whatever it then says.
    ///
    /// - Parameter all: those of all images.
    static func readability(of result: Result?, among all: [Result] = []) -> Readability {
        guard let result else { return .absent }
        // Which of two documents is meant is not for the reader to say.
        if (all + [result]).contains(where: { !$0.others.isEmpty }) { return .retry(.severalDocuments) }
        if result.isChecked { return .readable }
        if result.columns.isCutOff { return .retry(.mrzCutOff) }
        guard let mrz = result.mrz else { return .retry(.mrzUnreadable) }
        // A digit or a character that is wrong though it was read surely is printed like that; where most digits are wrong, the
        // lines are others than they seem.
        if result.isPlacedPlainly, result.transcription.isSure(for: mrz), mrz.fittingCheckDigits >= mrz.otherCheckDigits
        {
            return .readable
        }
        if result.columns.pitchInPixels < smallestPitch { return .retry(.mrzTooSmall) }
        if result.columns.focus < leastFocus { return .retry(.mrzBlurred) }
        let unsure = result.transcription.unsureColumns(for: mrz).count
        let all = mrz.format.lineCount * mrz.format.lineLength
        return .retry(unsure * 4 > all ? .mrzUnreadable : .mrzUncertain)
    }
}

extension MRZReader.Result {
    /// For choosing between images: a checked MRZ before any other.
    fileprivate var rank: Double { sureness + (isChecked ? 2 : 0) }

    fileprivate var placement: DocumentPlacement {
        let line = columns.lines.first.map { columns.isMirrored ? $0.reversed : $0 }
        return DocumentPlacement(
            clockwiseQuarterTurns: line?.clockwiseQuarterTurns, page: DocumentPage(of: columns),
            print: DocumentPrint(of: columns, format: mrz?.format))
    }

    fileprivate func evidence(image: Int) -> MRZEvidence.ImageReading {
        MRZEvidence.ImageReading(
            image: image, lines: transcription.lines,
            confidences: transcription.confidences.map { $0.map { ($0 * 1000).rounded() / 1000 } },
            corrections: transcription.corrections, gridFit: columns.score,
            perspectiveInColumns: columns.perspective, pitchInPixels: columns.pitchInPixels, focus: columns.focus,
            angleInDegrees: (columns.lines.first?.angleInRadians ?? 0) * 180 / .pi, isChecked: isChecked,
            places: columns.places, isMirrored: columns.isMirrored ? true : nil,
            otherLines: others.isEmpty ? nil : others)
    }
}

extension SourceReading {
    /// What an MRZ says.
    ///
    /// - Parameters:
    ///   - mrz: nil where no image shows an MRZ with a layout.
    ///   - isChecked: its check digits fit and every character was read surely. Without it no value is valid.
    package init(
        mrz: MachineReadableZone?, imageIndex: Int? = nil, isChecked: Bool, readability: Readability,
        imagesDisagree: Bool = false, isMirrored: Bool = false, placements: [Int: DocumentPlacement] = [:],
        evidence: MRZEvidence? = nil
    ) {
        let integrity: SourceIntegrity =
            isChecked ? .confirmed : mrz?.hasValidCheckDigits == false ? .failed : .unconfirmed
        let findings =
            (mrz?.findings ?? []).map { SourceFinding(source: .mrz, code: $0.rawValue, meaning: $0.meaning) }
            + (imagesDisagree ? [SourceFinding(source: .mrz, code: "images.disagree", meaning: .imagesDisagree)] : [])
            + (isMirrored ? [SourceFinding(source: .mrz, code: "image.mirrored", meaning: .remark)] : [])
        self.init(
            kind: .mrz, imageIndex: imageIndex, readability: readability, integrity: integrity,
            documentKind: mrz?.kind, fields: mrz.map { MRZFields(mrz: $0, isChecked: isChecked).all } ?? [],
            findings: findings, placements: placements, evidence: evidence)
    }
}
