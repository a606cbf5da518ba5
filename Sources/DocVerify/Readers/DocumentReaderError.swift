/// Why no document reader could be made.
public enum DocumentReaderError: Error, Equatable, Sendable {
    /// A model file is missing or the runtime does not load it.
    case modelUnavailable
}
