package import FaceEngine
package import Tenancy

/// How old a live face looks against the tenant's range. Stored with these names.
package struct AgeCheck: Codable, Equatable, Sendable {
    /// Nil where it could not be told.
    package let estimate: AgeEstimate?
    package let limits: AgeLimits

    /// Nil where it could not be told.
    package var isWithin: Bool? { estimate.map { limits.admit($0.years) } }

    private enum CodingKeys: String, CodingKey {
        case estimate, limits
    }
}
