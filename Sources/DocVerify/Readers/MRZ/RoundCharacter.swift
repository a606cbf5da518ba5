internal import Vision

/// Zero and the letter O, which the recogniser does not tell apart: it reads nearly every O of a number as zero.
///
/// In OCR-B (ISO 1073-2) their outlines differ: the zero is a rectangle with rounded corners and as high as the
/// other digits, the O an ellipse and lower, as all letters are.
enum RoundCharacter: Sendable {
    case zero
    case letterO

    static let symbols = ["0", "O"].flatMap(\.utf8).compactMap(MRZSymbols.index)

    /// An outline between the two says nothing.
    ///
    /// Set on the specimens: of their 769 zeros and 116 O's one is taken for the other, on a card whose O's have the
    /// outline of zeros, and eleven are left open. Of 2000 zeros and 1265 O's of synthetic MRZs, none is taken for the
    /// other and ten are left open.
    private static let highestLetterO = 1.945
    private static let lowestZero = 1.98
    /// How much the height counts beside the width near the ends: what separates the specimens' zeros and O's best.
    private static let weightOfHeight = 1.2
    /// A zero is 1.6 times as high as wide and an O 1.5 times; seen at an angle they may look slimmer or broader.
    private static let plausibleProportions = 1.15...2.0

    /// Nil where the outline leaves it open.
    ///
    /// - Parameter digitHeight: of the digits of the same MRZ, in the unit of `outline`.
    init?(_ outline: CharacterOutline, digitHeight: Double) {
        guard Self.plausibleProportions.contains(outline.height / outline.width) else { return nil }
        let squareness = outline.widthNearEnds + Self.weightOfHeight * outline.height / digitHeight
        if squareness <= Self.highestLetterO {
            self = .letterO
        } else if squareness >= Self.lowestZero {
            self = .zero
        } else {
            return nil
        }
    }

    var symbol: Int {
        switch self {
        case .zero: Self.symbols[0]
        case .letterO: Self.symbols[1]
        }
    }
}

/// The outer edge of a printed character.
struct CharacterOutline: Equatable, Sendable {
    /// In columns, as is `width`.
    let height: Double
    /// In the middle of the height.
    let width: Double
    /// Near the upper and the lower end, as a share of `width`: about 0.72 for OCR-B's O and 0.82 for its zero.
    /// A slant does not change it.
    let widthNearEnds: Double
}

/// One line of an MRZ, cut out to measure its characters' outlines.
struct OutlineStrip: Sendable {
    /// The strip's scale.
    private static let pixelsPerColumn = 40
    /// 1.8 columns: the characters are 1.1 high, and the next line of a card begins after 1.6.
    private static let height = 72
    /// Paper and ink differ by at least so many grey levels.
    private static let leastContrast = 20
    /// Where the width near the ends is measured, as a share of the height from either end.
    private static let placesNearEnds = [0.1, 0.14, 0.18]
    private static let placesInTheMiddle = [0.4, 0.45, 0.5, 0.55, 0.6]

    private let grey: GreyImage

    /// - Parameter line: cut at its first and last column.
    init(_ line: TextLine, columnCount: Int, in levels: ImageLevels) {
        var wide = line
        wide.length *= Double(columnCount + 2) / Double(columnCount)
        wide.height = line.length / Double(columnCount) * Double(Self.height) / Double(Self.pixelsPerColumn)
        grey =
            levels.cut(
                wide, to: ImageSize(width: (columnCount + 2) * Self.pixelsPerColumn, height: Self.height)
            ).grey
    }

    /// Nil where nothing stands out from the paper, or the ink runs on above or below.
    ///
    /// - Parameter middle: of the character, in columns from the middle of the line.
    func outline(at middle: Double) -> CharacterOutline? {
        let scale = Double(Self.pixelsPerColumn)
        let left = Int((Double(grey.size.width) / 2 + (middle - 0.5) * scale).rounded())
        guard left >= 0, left + Self.pixelsPerColumn <= grey.size.width else { return nil }
        let cell = OutlineCell(
            rows: (0..<Self.height).map { row in
                let start = row * grey.size.width + left
                return Array(grey.pixels[start..<(start + Self.pixelsPerColumn)])
            })
        guard cell.contrast >= Self.leastContrast, let ink = cell.largestInk, ink.rows.lowerBound > 0,
            ink.rows.upperBound < Self.height
        else { return nil }
        func width(_ place: Double) -> Double {
            let row = Double(ink.rows.lowerBound) + place * Double(ink.rows.count - 1)
            let upper = Int(row)
            let lower = min(upper + 1, ink.rows.upperBound - 1)
            let share = row - Double(upper)
            return cell.width(of: ink, inRow: upper) * (1 - share) + cell.width(of: ink, inRow: lower) * share
        }
        let widths = Self.placesInTheMiddle.map(width).sorted()
        let full = widths[widths.count / 2]
        guard full > 0 else { return nil }
        let nearEnds = Self.placesNearEnds.flatMap { [width($0), width(1 - $0)] }
        return CharacterOutline(
            height: Double(ink.rows.count) / scale, width: full / scale,
            widthNearEnds: nearEnds.reduce(0, +) / Double(nearEnds.count) / full)
    }
}

/// The place of one character, in grey.
private struct OutlineCell {
    /// Connected pixels.
    struct Ink {
        var rows: Range<Int>
        /// For each row of `rows` its first and last column.
        var spans: [ClosedRange<Int>]
    }

    let rows: [[UInt8]]
    /// Between paper and ink; the outline runs halfway between them.
    let contrast: Int
    private let threshold: Double

    init(rows: [[UInt8]]) {
        self.rows = rows
        // Some ink is darkest of all, and most of a character's place is paper.
        let sorted = rows.joined().sorted()
        let (ink, paper) = (Int(sorted[sorted.count * 4 / 100]), Int(sorted[sorted.count * 80 / 100]))
        contrast = paper - ink
        threshold = Double(paper + ink) / 2
    }

    private func isInk(_ row: Int, _ column: Int) -> Bool { Double(rows[row][column]) < threshold }

    /// The character itself: beside it stand parts of its neighbours and of the lines above and below.
    var largestInk: Ink? {
        let width = rows.first?.count ?? 0
        var isSeen = [Bool](repeating: false, count: rows.count * width)
        var largest: [Int] = []
        for start in isSeen.indices where !isSeen[start] && isInk(start / width, start % width) {
            isSeen[start] = true
            var found = [start]
            var next = 0
            while next < found.count {
                let (row, column) = (found[next] / width, found[next] % width)
                next += 1
                for (row, column) in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
                where rows.indices.contains(row) && (0..<width).contains(column) {
                    let place = row * width + column
                    guard !isSeen[place], isInk(row, column) else { continue }
                    isSeen[place] = true
                    found.append(place)
                }
            }
            if found.count > largest.count { largest = found }
        }
        guard let first = largest.map({ $0 / width }).min(), let last = largest.map({ $0 / width }).max() else {
            return nil
        }
        var spans = [ClosedRange<Int>?](repeating: nil, count: last - first + 1)
        for place in largest {
            let (row, column) = (place / width - first, place % width)
            let span = spans[row] ?? column...column
            spans[row] = min(span.lowerBound, column)...max(span.upperBound, column)
        }
        return Ink(rows: first..<(last + 1), spans: spans.compactMap { $0 })
    }

    /// From edge to edge in pixels; the edges lie between pixels, where the grey passes the threshold.
    func width(of ink: Ink, inRow row: Int) -> Double {
        let span = ink.spans[row - ink.rows.lowerBound]
        func rest(from inside: Int, to outside: Int) -> Double {
            guard rows[row].indices.contains(outside) else { return 0 }
            let (dark, light) = (Double(rows[row][inside]), Double(rows[row][outside]))
            return light > dark ? min(1, (threshold - dark) / (light - dark)) : 0
        }
        return Double(span.count - 1) + rest(from: span.lowerBound, to: span.lowerBound - 1)
            + rest(from: span.upperBound, to: span.upperBound + 1)
    }
}
