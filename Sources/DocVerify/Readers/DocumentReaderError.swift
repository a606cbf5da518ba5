/// Why a source of documents could not be loaded.
package enum DocumentReaderError: Error, Equatable, Sendable {
    /// A model file is missing or the runtime does not load it.
    case modelUnavailable
}
