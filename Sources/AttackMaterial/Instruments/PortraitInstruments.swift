/// Made from a document's page alone: its portrait cut out, enlarged and animated.
enum PortraitInstruments {
    enum Movement: String, Sendable {
        case mesh, ellipsoid, cylinder, panned = "ken-burns"

        fileprivate var words: String {
            switch self {
            case .mesh: "warped over the mesh's depth, ±20°"
            case .ellipsoid: "warped over an ellipsoid with a nose, ±20°"
            case .cylinder: "warped over a cylinder, ±20°"
            case .panned: "panned, zoomed and tilted as a plane"
            }
        }

        fileprivate func footage(of still: AttackStill, seed: UInt64) throws(AttackError) -> Footage {
            switch self {
            case .mesh: try StillAnimation(yawInDegrees: 20).footage(of: still, seed: seed)
            case .ellipsoid: try StillAnimation(shape: .ellipsoid, yawInDegrees: 20).footage(of: still, seed: seed)
            case .cylinder: try StillAnimation(shape: .cylinder, yawInDegrees: 20).footage(of: still, seed: seed)
            case .panned: try PannedStill.footage(of: still, seed: seed)
            }
        }
    }

    /// - Parameter height: of the cut, in pixels; one of `DocumentPortrait.heights`.
    static func cut(_ height: Int, _ movement: Movement) -> AttackInstrument {
        AttackInstrument(
            name: "portrait-\(height)-\(movement.rawValue)",
            summary: "a document's portrait cut to \(height) pixels of height, \(movement.words)",
            effort: movement == .panned ? .script : .faceMesh, species: .injectedStill,
            expected: [.photographComparison, movement == .panned ? .flatness : .livingMotion, .activeWorkflow],
            recipe: .documentPortrait { portrait, seed throws(AttackError) in
                try movement.footage(of: portrait.still(cutTo: height), seed: seed)
            })
    }
}
