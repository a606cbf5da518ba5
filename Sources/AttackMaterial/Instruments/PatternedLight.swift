internal import Foundation

/// Light that falls on a scene in patches, which stay where they are or wander while what they fall on moves.
enum PatternedLight: Sendable {
    case even
    /// The shadows of bars that stand still.
    case bars
    /// Patches that wander, as of leaves before the sun.
    case leaves

    /// How bright the place is.
    /// - Parameters:
    ///   - x: from the left, in shorter sides of the frame.
    ///   - y: from the top, in the same.
    ///   - frame: the number of the frame.
    func gain(_ x: Double, _ y: Double, frame: Int) -> Double {
        switch self {
        case .even: 1
        case .bars: sin(34 * x + 24 * y) > 0 ? 1 : 0.5
        case .leaves:
            sin(62 * x + cos(Double(frame))) * sin(53 * y) + sin(34 * (x + y)) > 0.2 ? 0.6 : 1
        }
    }
}
