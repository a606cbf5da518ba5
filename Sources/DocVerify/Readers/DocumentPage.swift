internal import Vision

/// Where the page that bears the portrait lies in its image.
struct DocumentPage: Sendable {
    /// How much larger than flat a page may appear that is curved or photographed at an angle.
    private static let tolerance = 1.2
    /// On a portrait of 35 × 45 mm, the largest in ICAO 9303-4, -6 and -7.
    private static let widestFaceInMillimetres = 32.0

    /// A line along the page's lower edge, in pixels of the image.
    let line: TextLine
    let pixelsPerMillimetre: Double
    let widthInMillimetres: Double
    /// From the middle of `line` to the page's upper edge.
    let heightInMillimetres: Double
    /// In a mirror image the page begins at the line's right end.
    var isMirrored = false

    /// Whether a face of that box may be the page's portrait, which is printed in its left half (ICAO 9303-4 §2.3, zone V).
    ///
    /// - Parameters:
    ///   - box: in the image of `size`, turned so that `line` reads from left to right.
    ///   - size: of the image as it was read.
    func mayBear(_ box: ImageRectangle, size: ImageSize) -> Bool {
        let center = box.center.turnedBack(clockwiseQuarterTurns: line.clockwiseQuarterTurns, to: size)
        var place = line.local(center) * (1 / pixelsPerMillimetre)
        if isMirrored { place.x = -place.x }
        return max(box.width, box.height) <= Self.widestFaceInMillimetres * Self.tolerance * pixelsPerMillimetre
            && place.x <= 0 && place.x >= -widthInMillimetres / 2 * Self.tolerance
            && place.y <= 0 && place.y >= -heightInMillimetres * Self.tolerance
    }
}

extension Point {
    /// Where the point lay in an image of `size` before it was turned.
    func turnedBack(clockwiseQuarterTurns turns: Int, to size: ImageSize) -> Point {
        switch turns {
        case 1: Point(x: y, y: Double(size.height) - x)
        case 2: Point(x: Double(size.width) - x, y: Double(size.height) - y)
        case 3: Point(x: Double(size.width) - y, y: x)
        default: self
        }
    }
}
