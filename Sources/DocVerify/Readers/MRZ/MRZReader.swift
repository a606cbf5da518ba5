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
        /// What other MRZs of the same image say.
        var others: [[String]] = []
    }

    private let finder: MRZFinder
    private let lineReader: MRZLineReader
    /// What a record names the networks by.
    let models: [String]

    /// Columns that fit less well than this may belong to another layout.
    static let leastFit = -0.2
    /// A document is refused for what its MRZ says only where the columns fit at least so well,
    static let plainFit = -0.1
    /// and its perspective is smaller than this, in columns: of passports that are turned away by more than some 20 degrees,
    /// a few are read surely and wrong.
    static let plainPerspective = 1.5
    /// Blocks that are read less well are looked at in a mirror and from their other ends too (`MRZColumns.quality`).
    private static let doubtfulQuality = -0.3
    private static let mostBlocksReadOtherwise = 3
    /// Print that is read worse is no MRZ that could not be read, but something else: of rendered photographs one MRZ of 289 is read
    /// worse, bars and patterns are.
    private static let leastPresence = -1.2
    /// Other print that is found beside an MRZ is one too where it is read so well, or where it is read somewhat and check digits fit.
    fileprivate static let plainQuality = -0.2
    fileprivate static let leastQuality = -0.7

    /// Loads the networks.
    package init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        finder = try MRZFinder(models: models, workers: workers)
        lineReader = try MRZLineReader(models: models, workers: workers)
        self.models = try DocumentPack(models: models).identities
    }

    /// Nil where the image shows nothing that looks like an MRZ. The image is looked at in another size only where the usual one
    /// shows none that fits.
    func read(_ levels: ImageLevels, today: CalendarDate) throws(NetworkError) -> Result? {
        var best: Result?
        for side in [MRZFinder.usualSide] + MRZFinder.otherSides {
            // Nothing more is seen of an image that is enlarged further.
            guard side <= max(MRZFinder.usualSide, levels.image.size.longestSide) else { break }
            let blocks = try finder.blocks(in: levels, longestSide: side).filter(\.isPlausible)
            var read: [MRZColumns] = []
            for block in blocks {
                if let columns = try lineReader.columns(of: block, in: levels) { read.append(columns) }
            }
            if !read.contains(where: { $0.quality > Self.doubtfulQuality }) {
                read += try otherwise(blocks, in: levels)
            }
            let results = read.map { Self.result(of: $0, today: today) }
            guard var result = results.max(by: { $0.sureness < $1.sureness }) else { continue }
            result.others = results.filter { $0.isAnother(than: result) }.map(\.transcription.lines)
            if result.isPlacedSurely { return result }
            if result.sureness > (best?.sureness ?? -1) { best = result }
        }
        return best.flatMap { $0.columns.quality > Self.leastPresence ? $0 : nil }
    }

    /// Blocks of which no MRZ was read, as they read in a mirror, from their other end, or both: of each the first that fits, or
    /// all where none does.
    private func otherwise(_ blocks: [MRZBlock], in levels: ImageLevels) throws(NetworkError) -> [MRZColumns] {
        var all: [MRZColumns] = []
        for block in blocks.prefix(Self.mostBlocksReadOtherwise) {
            var ofBlock: [MRZColumns] = []
            for (other, isMirrored) in [
                (block.mirrored, true), (block.reversed, false), (block.reversed.mirrored, true),
            ] {
                guard let columns = try lineReader.columns(of: other, isMirrored: isMirrored, in: levels) else {
                    continue
                }
                ofBlock.append(columns)
                guard columns.quality <= Self.doubtfulQuality else {
                    ofBlock = [columns]
                    break
                }
            }
            all += ofBlock
        }
        return all
    }

    static func result(of columns: MRZColumns, today: CalendarDate) -> Result {
        let transcription = MRZTranscription(of: columns.evidence, today: today)
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

    /// Of what both show plainly, so much may differ between two prints of one MRZ.
    private static let mostDifferences = 0.1

    /// Whether this is an MRZ as well, and of another document.
    fileprivate func isAnother(than best: MRZReader.Result) -> Bool {
        guard let mrz, !columns.overlap(best.columns),
            columns.quality > (mrz.fittingCheckDigits >= 2 ? MRZReader.leastQuality : MRZReader.plainQuality)
        else { return false }
        let (one, two) = (transcription, best.transcription)
        guard one.lines.map(\.utf8.count) == two.lines.map(\.utf8.count) else { return true }
        var (plain, different) = (0, 0)
        for line in one.lines.indices {
            let characters = zip(one.lines[line].utf8, two.lines[line].utf8)
            let confidences = zip(one.confidences[line], two.confidences[line])
            for ((first, second), (sure, surely)) in zip(characters, confidences)
            where min(sure, surely) >= MRZTranscription.uncoveredBar {
                plain += 1
                if first != second { different += 1 }
            }
        }
        return Double(different) > Self.mostDifferences * Double(plain)
    }
}

extension MRZColumns {
    /// Whether both are readings of one print.
    fileprivate func overlap(_ other: MRZColumns) -> Bool {
        lines.contains { line in
            other.lines.contains { other in
                let place = other.local(line.center)
                return abs(place.x) < other.length / 2 && abs(place.y) < pitchInPixels
            }
        }
    }
}
