internal import OnboardingCore
internal import OnboardingStorage

/// Keys that kept data need and that are not there: what they sealed opens no more, unless they are put back.
package struct MissingKeys: Equatable, Sendable {
    /// The names of the tenants whose key is missing or changed.
    package var tenants: [String] = []
    /// How many enrollments of the others have none.
    package var enrollments = 0

    package init() {}

    package var count: Int { tenants.count + enrollments }
}

extension DataDirectory {
    private static let batch = 1000

    /// Reads the list of all enrollments that are kept.
    package func missingKeys() async throws -> MissingKeys {
        var missing = MissingKeys()
        missing.tenants = try await store.tenants().filter { !keys.opensKey(of: $0.id) }.map(\.name)
        var last = 0
        while true {
            let page = try await store.enrollments(areErased: false, after: last, limit: Self.batch)
            let held = Set(try await keys.holdsDataKeys(of: page.map(\.id)))
            for enrollment in page where !held.contains(enrollment.id) {
                // Where it was erased meanwhile, nothing is missing.
                if try await store.enrollment(enrollment.id) != nil { missing.enrollments += 1 }
            }
            guard page.count == Self.batch, let end = page.last else { return missing }
            last = end.number
        }
    }
}
