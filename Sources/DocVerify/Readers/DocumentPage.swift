internal import Vision

/// Where the page that bears an MRZ lies in its image. Every MRZ is printed with ten characters to the inch along the
/// page's lower edge (ICAO 9303-3 §4.4), so its lines say how large the page is, how it lies and what lies on it.
struct DocumentPage: Sendable {
    /// One column of an MRZ, 25.4 mm / 10.
    private static let pitchInMillimetres = 2.54
    /// What a page that is photographed at an angle, or bent, may appear larger than flat.
    private static let tolerance = 1.2
    /// On a portrait of 35 × 45 mm, the largest that ICAO 9303-4, -6 and -7 know.
    private static let widestFaceInMillimetres = 32.0

    /// The MRZ's first line, in pixels of the image.
    private let line: TextLine
    private let pixelsPerMillimetre: Double
    private let widthInMillimetres: Double
    /// From the middle of the MRZ's first line to the page's upper edge.
    private let heightInMillimetres: Double

    /// Nil where the format leaves open on which side of the document the portrait is: a card's MRZ is on its back.
    init?(of columns: MRZColumns) {
        guard let line = columns.lines.first, let columnCount = columns.evidence.first?.count else { return nil }
        switch (columns.lines.count, columnCount) {
        // A passport's page is 125 × 88 mm; a visa of the same columns is smaller.
        case (2, 44): (widthInMillimetres, heightInMillimetres) = (125, 71)
        // Cards and visas of 105 × 74 mm bear the MRZ below the portrait.
        case (2, 36): (widthInMillimetres, heightInMillimetres) = (105, 57)
        default: return nil
        }
        self.line = line
        pixelsPerMillimetre = columns.pitchInPixels / Self.pitchInMillimetres
    }

    /// The quarter turns clockwise after which the page stands upright.
    var clockwiseQuarterTurns: Int { line.clockwiseQuarterTurns }

    /// Whether a face of that box may be the page's portrait, which is printed in its left half (ICAO 9303-4 §2.3, MRZ V).
    ///
    /// - Parameters:
    ///   - box: in the image of `size` after `clockwiseQuarterTurns`.
    ///   - size: of the image as it was read.
    func mayBear(_ box: ImageRectangle, size: ImageSize) -> Bool {
        let center = box.center.turnedBack(clockwiseQuarterTurns: clockwiseQuarterTurns, to: size)
        let place = line.local(center) * (1 / pixelsPerMillimetre)
        return max(box.width, box.height) <= Self.widestFaceInMillimetres * Self.tolerance * pixelsPerMillimetre
            && place.x <= 0 && place.x >= -widthInMillimetres / 2 * Self.tolerance
            && place.y <= 0 && place.y >= -heightInMillimetres * Self.tolerance
    }
}

extension TextLine {
    /// The quarter turns clockwise after which it reads from left to right: three for one that runs down.
    var clockwiseQuarterTurns: Int { ((4 - Int((angleInRadians / (.pi / 2)).rounded())) % 4 + 4) % 4 }
}

extension Point {
    /// Where the point lay in an image of `size` before it was turned.
    fileprivate func turnedBack(clockwiseQuarterTurns turns: Int, to size: ImageSize) -> Point {
        switch turns {
        case 1: Point(x: y, y: Double(size.height) - x)
        case 2: Point(x: Double(size.width) - x, y: Double(size.height) - y)
        case 3: Point(x: Double(size.width) - y, y: x)
        default: self
        }
    }
}
