public import Vision

/// Why the engine could not be made or could not answer. Never because of what an image shows.
public enum FaceEngineError: Error, Equatable, Sendable {
    /// A model or manifest is missing or not what it should be.
    case models(ModelError)
    /// A network did not load or did not run.
    case network(NetworkError)
    /// A network answered in another form than the engine expects.
    case unexpectedOutput(file: String)
    /// A network computes other numbers here than where it was measured, so that thresholds mean nothing; by how much, in
    /// relation to numbers over 1.
    case computesOtherwise(file: String, by: Double)
    /// No face descriptor is installed at all.
    case noDescriptor
}
