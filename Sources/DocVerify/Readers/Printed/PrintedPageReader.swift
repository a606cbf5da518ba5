internal import Foundation
internal import Vision

/// Reads all print of one image, whichever way up it lies.
struct PrintedPageReader: Sendable {
    struct Page: Equatable, Sendable {
        /// From the image's x axis to the direction in which its lines run, towards the y axis.
        let angleInDegrees: Double
        /// From top to bottom.
        let lines: [PrintedLine]
    }

    private let finder: PrintFinder
    private let recogniser: PrintRecogniser
    /// What a record names the networks by.
    let models: [String]

    /// The size that the finder looks at, along the longest side in pixels: see docs/measurements/printed-fields.md.
    private static let searchedSide = 960
    /// The most lines of an image that are read, and characters of a line that are kept: pages of booklets have some 70 lines,
    /// of which the longest are instructions.
    static let mostLines = 80
    static let mostCharacters = 120
    /// Print lower than this, in pixels of the image, is not told apart by anybody.
    private static let leastHeight = 6.0
    /// Lines that run otherwise than the page by more than this, in radians, are no print of its own: overprints and stamps.
    private static let mostSlant = 0.14
    /// Boxes so much longer than high show which way their print runs.
    private static let plainLength = 2.0
    /// Pairs of readings from both ends that tell which way up the page is; two are enough where they differ by so much.
    private static let mostTrials = 6
    private static let plainDifference = 0.15

    init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        let pack = try PrintPack(models: models, workers: workers)
        finder = PrintFinder(network: pack.finder)
        recogniser = PrintRecogniser(network: pack.recogniser, alphabet: pack.alphabet)
        self.models = pack.identities
    }

    /// Nil where the image shows no print.
    func page(in levels: ImageLevels) throws(NetworkError) -> Page? {
        let found = try finder.lines(in: levels.image, longestSide: Self.searchedSide)
            .filter { $0.height >= Self.leastHeight }
        guard let angle = Self.angle(of: found) else { return nil }
        let lines = Array(found.compactMap { $0.running(at: angle, within: Self.mostSlant) }.prefix(Self.mostLines))
        let (isReversed, read) = try direction(of: lines, in: levels)
        let turn = isReversed ? angle + .pi : angle
        var printed: [PrintedLine] = []
        for (index, line) in lines.enumerated() {
            let line = isReversed ? line.reversed : line
            let reading: PrintRecogniser.Reading
            if let known = read[index] {
                reading = known
            } else {
                reading = try recogniser.reading(of: line, in: levels)
            }
            guard !reading.text.allSatisfy(\.isWhitespace) else { continue }
            printed.append(PrintedLine(line, reading, turn: turn, in: levels.image.size))
        }
        return Page(
            angleInDegrees: turn * 180 / .pi, lines: printed.sorted { $0.box.center.y < $1.box.center.y })
    }

    /// How most print runs, from −45° to 135°, in radians: the median of the lines along the axis that has more; nil where
    /// no line shows it.
    static func angle(of lines: [TextLine]) -> Double? {
        let plain = lines.filter { $0.length >= plainLength * $0.height }
        let standing = plain.filter { $0.angleInRadians > .pi / 4 }
        let lying = plain.filter { $0.angleInRadians <= .pi / 4 }
        func length(_ lines: [TextLine]) -> Double { lines.reduce(0) { $0 + $1.length } }
        let most = (length(standing) > length(lying) ? standing : lying).sorted {
            $0.angleInRadians < $1.angleInRadians
        }
        var rest = length(most) / 2
        for line in most {
            rest -= line.length
            if rest <= 0 { return line.angleInRadians }
        }
        return nil
    }

    /// Whether the lines are read better from their other ends, and what was read meanwhile of those that are, by number.
    private func direction(
        of lines: [TextLine], in levels: ImageLevels
    ) throws(NetworkError) -> (isReversed: Bool, read: [Int: PrintRecogniser.Reading]) {
        // Long lines cost more and tell no more.
        let trials = lines.indices.filter { (3..<12).contains(lines[$0].length / lines[$0].height) }
            .sorted { lines[$0].height > lines[$1].height }.prefix(Self.mostTrials)
        var (forward, backward): ([Int: PrintRecogniser.Reading], [Int: PrintRecogniser.Reading]) = ([:], [:])
        var difference = 0.0
        for (count, index) in trials.enumerated() {
            let ahead = try recogniser.reading(of: lines[index], in: levels)
            let back = try recogniser.reading(of: lines[index].reversed, in: levels)
            (forward[index], backward[index]) = (ahead, back)
            difference += ahead.meanConfidence - back.meanConfidence
            if count >= 1, abs(difference) > Self.plainDifference * Double(count + 1) { break }
        }
        return difference < 0 ? (true, backward) : (false, forward)
    }
}

extension TextLine {
    /// The same as a line that runs at `angle`: of a box that is hardly longer than high either side may be the text's
    /// direction. Nil for one that runs otherwise.
    fileprivate func running(at angle: Double, within slant: Double) -> TextLine? {
        var line = self
        var offset = (angleInRadians - angle).remainder(dividingBy: .pi)
        if abs(offset) > .pi / 4, length < 2 * height {
            (line.length, line.height) = (height, length)
            offset = (angleInRadians + .pi / 2 - angle).remainder(dividingBy: .pi)
        }
        guard abs(offset) <= slant else { return nil }
        line.angleInRadians = angle + offset
        return line
    }
}

extension PrintedLine {
    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    fileprivate init(_ line: TextLine, _ reading: PrintRecogniser.Reading, turn: Double, in size: ImageSize) {
        let (along, across) = (Point(x: cos(turn), y: sin(turn)), Point(x: -sin(turn), y: cos(turn)))
        let center = Point(
            x: line.center.x * along.x + line.center.y * along.y,
            y: line.center.x * across.x + line.center.y * across.y)
        let (x, y) = (line.length / 2, line.height / 2)
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map { line.global(Point(x: $0.0, y: $0.1)) }
        self.init(
            text: String(reading.text.prefix(PrintedPageReader.mostCharacters)),
            confidence: Self.rounded(reading.meanConfidence),
            leastConfidence: Self.rounded(reading.confidences.min() ?? 0),
            box: ImageRectangle(
                x: center.x - line.length / 2, y: center.y - line.height / 2, width: line.length,
                height: line.height),
            corners: corners.map {
                Point(
                    x: Self.rounded(($0.x + 0.5) / Double(size.width)),
                    y: Self.rounded(($0.y + 0.5) / Double(size.height)))
            })
    }
}
