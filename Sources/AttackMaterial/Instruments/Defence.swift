/// What is there, or planned, to refuse an attack.
public enum Defence: String, CaseIterable, Codable, Sendable {
    /// Times that rise without a gap.
    case frameTimes
    /// Enough frames over enough time.
    case duration
    /// One face in every frame, the same person's.
    case onePerson
    /// One image sent again and again.
    case stillness
    /// What moves lies in one plane.
    case flatness
    /// A face that changes as a living one does, beyond being warped.
    case livingMotion
    /// The live face is the document's own photograph.
    case photographComparison
    /// Frames that were accepted before.
    case replayGuard
    /// Frames as a camera makes them: noise, compression, order.
    case cameraTraces
    /// Networks that see paper and screens.
    case texture
    /// A challenge that nobody could know before.
    case activeWorkflow

    /// For a reader.
    public var words: String {
        switch self {
        case .frameTimes: "frame times"
        case .duration: "duration"
        case .onePerson: "one person"
        case .stillness: "stillness"
        case .flatness: "flatness"
        case .livingMotion: "living motion"
        case .photographComparison: "comparison with the document's photograph"
        case .replayGuard: "replay guard"
        case .cameraTraces: "traces of a camera"
        case .texture: "texture"
        case .activeWorkflow: "active workflow"
        }
    }
}
