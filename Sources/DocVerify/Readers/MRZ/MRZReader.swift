package import Vision

/// Finds and reads the machine-readable zone of one image.
package struct MRZReader: Sendable {
    struct Result: Sendable {
        let transcription: MRZTranscription
        /// What the transcription says; nil where its lines have no layout.
        let mrz: MachineReadableZone?
        let columns: MRZColumns
        /// Every digit fits and every character is sure.
        let isChecked: Bool
    }

    private let locator: MRZLocator
    private let columnReader: MRZColumnReader

    /// The sizes, along the longest side in pixels, at which lines are searched until an MRZ is found.
    /// More would find smaller print in larger scenes, and costs the detector 600 MB of memory at 1920.
    static let searchSizes = [736, 1280]

    /// Columns that fit less well than this may belong to another layout.
    static let leastFit = -0.2
    /// A document is refused for what its MRZ says only where the columns fit at least so well,
    static let plainFit = -0.1
    /// and its perspective is smaller than this, in columns: of passports that are turned away by more than some 20 degrees,
    /// a few are read surely and wrong.
    static let plainPerspective = 1.5

    /// Loads the networks.
    package init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        locator = MRZLocator(
            finder: try TextLineFinder(models: models, workers: workers),
            recogniser: try SymbolRecogniser(models: models, workers: workers))
        columnReader = MRZColumnReader(locator: locator)
    }

    /// Nil where no size shows an MRZ. Where the columns do not fit, the next size is tried.
    func read(_ levels: ImageLevels, today: CalendarDate) throws(NetworkError) -> Result? {
        var best: Result?
        for size in Self.searchSizes {
            let rows = try locator.rows(in: levels, longestSide: size)
            guard let columns = try columnReader.columns(from: rows, in: levels) else { continue }
            let result = Self.result(of: columns, today: today)
            if result.isPlacedSurely { return result }
            if result.sureness > (best?.sureness ?? -1) { best = result }
        }
        return best
    }

    static func result(of columns: MRZColumns, today: CalendarDate) -> Result {
        let transcription = MRZTranscription(
            of: columns.evidence, outlines: columns.outlines, today: today)
        let mrz = try? MachineReadableZone(lines: transcription.lines, today: today)
        let isChecked =
            mrz.map { $0.hasValidCheckDigits && transcription.isSure(for: $0) && columns.score > leastFit } ?? false
        return Result(transcription: transcription, mrz: mrz, columns: columns, isChecked: isChecked)
    }
}

extension MRZReader.Result {
    /// The columns fit so well that the reading cannot have the wrong layout or be shifted by a column.
    var isPlacedSurely: Bool { columns.score > MRZReader.leastFit }

    var isPlacedPlainly: Bool { columns.score > MRZReader.plainFit && columns.perspective < MRZReader.plainPerspective }

    /// For choosing between readings of one MRZ: the mean confidence, and a bonus where the digits fit.
    var sureness: Double {
        let all = transcription.confidences.joined()
        let mean = all.isEmpty ? 0 : all.reduce(0, +) / Double(all.count)
        return mean + (mrz?.hasValidCheckDigits == true ? 1 : 0)
    }
}
