/// The operating points. `FusionData` says what they differ in.
public enum LivenessLevel: String, Codable, Sendable, CaseIterable {
    case highUsability, balanced, highSecurity
}
