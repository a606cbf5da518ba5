/// Every MRZ is printed along the document's lower edge, ten characters to the inch (ICAO 9303-3 §4.4), on a document of a size of its
/// own (ICAO 9303-4 to -7, ISO/IEC 7810).
extension DocumentPrint {
    private static let pitchInMillimetres = 2.54

    /// - Parameters:
    ///   - format: nil where the lines have no layout: then what the number of columns makes likely.
    init?(of columns: MRZColumns, format: MRZFormat?) {
        guard let last = columns.lines.last, let columnCount = columns.evidence.first?.count,
            let format = format ?? Self.likelyFormat(lines: columns.lines.count, columns: columnCount)
        else { return nil }
        let (width, height, lower): (Double, Double, Double) =
            switch format {
            case .td3: (125, 88, 9.4)
            case .mrvA: (120, 80, 9.4)
            case .td2, .mrvB, .frenchCard1988: (105, 74, 9.4)
            case .td1: (85.6, 53.98, 5.5)
            case .drivingLicence: (85.6, 53.98, 5.5)
            }
        let length = Double(columnCount) * Self.pitchInMillimetres
        line = last
        unevenness = columns.perspective / Double(columnCount)
        legibility = Legibility(
            pitchInPixels: columns.pitchInPixels, leastPitch: MRZReader.smallestPitch, focus: columns.focus,
            leastFocus: MRZReader.leastFocus)
        isMirrored = columns.isMirrored
        layout = Layout(
            width: width, height: height, length: length, leftMargin: (width - length) / 2, lowerMargin: lower,
            printHeight: (Double(columns.lines.count) - 0.3) * Self.greatestLinePitch)
        side =
            switch format {
            case .td3, .mrvA, .mrvB: .page
            case .td2, .frenchCard1988: .front
            case .td1, .drivingLicence: .back
            }
    }

    /// In millimetres; lines of cards are closer together.
    private static let greatestLinePitch = 6.35

    private static func likelyFormat(lines: Int, columns: Int) -> MRZFormat? {
        MRZFormat.allCases.first { $0.lineCount == lines && $0.lineLength == columns }
    }
}
