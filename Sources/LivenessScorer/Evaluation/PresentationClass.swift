/// What was before the camera, or behind it. The three are reported apart, and no rate is a mean over two of them.
package enum PresentationClass: String, Codable, CaseIterable, Sendable {
    case bonaFide, presentationAttack, injectionAttack

    /// By the words of a manifest: the label says whether it is an attack, the species whether it never was before a camera.
    /// - Returns: nil for a label that is not known.
    package init?(label: String, species: String) {
        switch label {
        case "live", "bona-fide": self = .bonaFide
        case "spoof", "attack":
            self = species.lowercased().hasPrefix("inject") ? .injectionAttack : .presentationAttack
        default: return nil
        }
    }
}
