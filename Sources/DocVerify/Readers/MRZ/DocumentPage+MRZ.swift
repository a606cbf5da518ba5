/// Every MRZ is printed with ten characters to the inch along the page's lower edge (ICAO 9303-3 §4.4), so its lines say
/// how large the page is, how it lies and what lies on it.
extension DocumentPage {
    /// One column of an MRZ, 25.4 mm / 10.
    private static let pitchInMillimetres = 2.54

    /// Nil where the format leaves open on which side of the document the portrait is: a card's MRZ is on its back.
    init?(of columns: MRZColumns) {
        guard let line = columns.lines.first, let columnCount = columns.evidence.first?.count else { return nil }
        let (width, height): (Double, Double)
        switch (columns.lines.count, columnCount) {
        // A passport's page is 125 × 88 mm; a visa of the same columns is smaller.
        case (2, 44): (width, height) = (125, 71)
        // Cards and visas of 105 × 74 mm bear the MRZ below the portrait.
        case (2, 36): (width, height) = (105, 57)
        default: return nil
        }
        self.init(
            // Upright, a mirror image's text runs from right to left.
            line: columns.isMirrored ? line.reversed : line,
            pixelsPerMillimetre: columns.pitchInPixels / Self.pitchInMillimetres,
            widthInMillimetres: width, heightInMillimetres: height,
            isMirrored: columns.isMirrored)
    }
}
