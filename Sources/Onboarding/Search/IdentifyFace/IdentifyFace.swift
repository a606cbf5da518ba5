package import FaceEngine
internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

/// Finds who among the tenant's registrations has a face (1:N), at a threshold that follows how many templates there are (decision 0106).
package struct IdentifyFace: Sendable {
    let store: any Store
    let index: FaceIndex
    let engines: Engines
    let pool: WorkerPool

    package enum Result: Equatable, Sendable {
        /// The faces are still being read.
        case notReady
        /// No similarity is enough to name one of so many templates.
        case galleryTooLarge(Int)
        /// All candidates reach the threshold, and stood in the store when they were found.
        case found(FaceCandidates, threshold: SearchThreshold)
    }

    /// - Parameters:
    ///   - subject: whose own registrations are left out.
    ///   - group: who is looked for at all; nil for everybody.
    ///   - least: a similarity that the threshold is raised to where it is lower.
    ///   - searches: that look for one person, each with a chance to find a stranger.
    func callAsFunction(
        _ template: FaceTemplate, tenant: TenantID, excluding subject: SubjectID?, group: Set<SubjectID>? = nil,
        atLeast least: Double = -1, amongSearches searches: Int = 1
    ) async throws -> Result {
        while true {
            guard let size = index.size(tenant, group: group) else { return .notReady }
            guard let threshold = engines.searchThreshold(size * max(1, searches))?.raised(to: least) else {
                return .galleryTooLarge(size)
            }
            let index = index
            let result = try await pool.run(.search) {
                index.search(
                    template, tenant: tenant, excluding: subject, group: group, atLeast: threshold.similarity)
            }
            guard case .candidates(let found) = result else { return .notReady }
            var isCurrent = true
            // Another process may have erased somebody. Each goes once, so this comes to an end.
            for candidate in found.candidates {
                let stored = try await store.enrollment(candidate.enrollment)
                guard stored?.enrollment.status != .complete else { continue }
                index.remove(candidate.enrollment)
                isCurrent = false
            }
            if isCurrent { return .found(found, threshold: threshold) }
        }
    }
}
