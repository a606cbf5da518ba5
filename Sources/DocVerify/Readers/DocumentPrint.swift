internal import Vision

/// A line of print whose place on its document is known, as a source found it in an image: from it follows where the document's
/// corners must lie.
struct DocumentPrint: Sendable {
    /// What the document bears beside the line.
    enum Side: Sendable {
        case front, back, page
    }

    /// In millimetres.
    struct Layout: Equatable, Sendable {
        let width: Double
        let height: Double
        /// From the line's begin to its end.
        let length: Double
        /// From the document's left edge to the line's begin.
        let leftMargin: Double
        /// From the middle of the line's letters to the document's lower edge.
        let lowerMargin: Double
        /// From that line to the upper edge of the highest line of the same print.
        let printHeight: Double
    }

    /// How well the print is shown, beside the least that its reader takes.
    struct Legibility: Sendable {
        /// From one character to the next.
        let pitchInPixels: Double
        let leastPitch: Double
        /// On the reader's scale.
        let focus: Double
        let leastFocus: Double
    }

    let layout: Layout
    /// How far the middle of the line stands beside the middle of its characters, in the line's length: more where its ends are not
    /// equally far from the camera.
    let unevenness: Double
    let legibility: Legibility
    let side: Side
    /// From its first to its last character, in pixels of the image.
    let line: TextLine
    /// In a mirror image the document's upper edge lies where the letters' feet point.
    let isMirrored: Bool
}
