/// How footage gets to the server (CEN/TS 18099: injection attack method).
public enum AttackMethod: String, CaseIterable, Codable, Sendable {
    /// A client of the attacker's own posts the frames as files.
    case postedFrames
    /// A virtual camera plays the footage as H.264; an unchanged client cuts frames from it.
    case virtualCameraH264
    /// The same through a browser's real-time connection, as VP8.
    case virtualCameraVP8
    /// The footage stands before a computed camera: a presentation attack, reported apart.
    case computedPresentation

    public var isInjection: Bool { self != .computedPresentation }

    /// For a reader.
    public var words: String {
        switch self {
        case .postedFrames: "JPEG files posted by a client of the attacker's own"
        case .virtualCameraH264: "a virtual camera that plays H.264, frames cut by an unchanged client"
        case .virtualCameraVP8: "a virtual camera in a browser that plays VP8, frames cut by an unchanged client"
        case .computedPresentation: "shown to a camera; instrument and camera are computed"
        }
    }

    var codec: VideoProgram.Codec? {
        switch self {
        case .postedFrames, .computedPresentation: nil
        case .virtualCameraH264: .h264
        case .virtualCameraVP8: .vp8
        }
    }
}
