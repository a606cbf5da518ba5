/// Where the images of a capture come from.
public enum CaptureSource: String, Codable, Sendable, CaseIterable {
    /// A camera, as every client says.
    case camera
    /// A renderer, declared by a test tenant: for demonstration only. The cues against computed movement are measured, but
    /// decide nothing.
    case rendered
}
