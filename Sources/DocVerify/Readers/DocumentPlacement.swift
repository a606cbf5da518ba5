internal import Vision

/// How a document lies in an image, as far as a source shows it.
package struct DocumentPlacement: Sendable {
    /// The quarter turns clockwise after which the source reads from left to right; nil where it does not say.
    let clockwiseQuarterTurns: Int?
    /// Where the page lies; nil where the source does not say.
    let page: DocumentPage?
    /// From which the document's corners follow; nil where the source does not say.
    var print: DocumentPrint?
}
