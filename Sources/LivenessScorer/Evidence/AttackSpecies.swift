/// What an attacker shows or sends instead of a living face.
///
/// The first five are presentation attack instrument species (ISO/IEC 30107-3), shown to the camera. The others are
/// injected behind it (CEN/TS 18099); they are no presentation attacks and are reported apart.
public enum AttackSpecies: String, Codable, Sendable, CaseIterable {
    /// A flat print of a face.
    case print
    /// A print with holes, or cut to the outline of the face, worn on a head.
    case cutOut
    case mask
    case stillOnScreen
    case videoOnScreen
    /// One image, sent once or as several frames.
    case injectedStill
    /// One image or several, set in motion by computing: warped, morphed, pasted onto another head, rendered.
    case injectedAnimation
    case injectedVideo

    public var isInjection: Bool {
        switch self {
        case .print, .cutOut, .mask, .stillOnScreen, .videoOnScreen: false
        case .injectedStill, .injectedAnimation, .injectedVideo: true
        }
    }
}
