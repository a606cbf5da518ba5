package import Vision

/// A line of print as it was read: all that fields are made of.
package struct PrintedLine: Equatable, Sendable {
    package let text: String
    /// The mean over its characters, 0 to 1.
    package let confidence: Double
    /// Of the character that was read least surely.
    package let leastConfidence: Double
    /// On the page, turned so that its lines read from left to right; any unit, the same in all lines of an image.
    package let box: ImageRectangle
    /// In the image, in shares of its width and height: upper left, upper right, lower right, lower left, as the line reads.
    package let corners: [Point]

    package init(text: String, confidence: Double, leastConfidence: Double, box: ImageRectangle, corners: [Point]) {
        self.text = text
        self.confidence = confidence
        self.leastConfidence = leastConfidence
        self.box = box
        self.corners = corners
    }
}

extension PrintedLine {
    /// A line of an MRZ has at least so many characters (ICAO 9303-5), of which one or another may not be found.
    private static let fewestOfAnMRZ = 24

    /// Whether the line is one of an MRZ: fillers, or capitals and digits without any gap for as long as no word or number is.
    var isMachineReadable: Bool {
        let letters = text.unicodeScalars.filter { $0 != " " }
        let fillers = letters.count { $0 == "<" || $0 == "«" || $0 == "‹" }
        if fillers >= 3 { return true }
        let digits = letters.count { ("0"..."9").contains($0) }
        return letters.count >= Self.fewestOfAnMRZ && digits >= 6 && text.count { $0 == " " } <= 2
            && letters.allSatisfy { ("0"..."9").contains($0) || ("A"..."Z").contains($0) || $0 == "<" }
    }

    /// Part of the line, its place by its share of the characters.
    func part(_ range: Range<Int>) -> PrintedLine {
        let characters = Array(text)
        let count = Double(max(1, characters.count))
        let (from, to) = (Double(range.lowerBound) / count, Double(range.upperBound) / count)
        var place = corners
        if corners.count == 4 {
            func between(_ start: Point, _ end: Point, _ share: Double) -> Point { start + (end - start) * share }
            place = [
                between(corners[0], corners[1], from), between(corners[0], corners[1], to),
                between(corners[3], corners[2], to), between(corners[3], corners[2], from),
            ]
        }
        return PrintedLine(
            text: String(characters[range.clamped(to: 0..<characters.count)]), confidence: confidence,
            leastConfidence: leastConfidence,
            box: ImageRectangle(
                x: box.x + box.width * from, y: box.y, width: box.width * (to - from), height: box.height),
            corners: place)
    }
}
