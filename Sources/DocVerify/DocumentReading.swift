/// All that was read from the images of one document.
package struct DocumentReading: Sendable {
    /// One for each source that the reader looks for, absent ones too.
    package let sources: [SourceReading]
    /// The largest face of the document; nil where none was found.
    package let portrait: DocumentPortrait?
    package let evidence: DocumentEvidence
}
