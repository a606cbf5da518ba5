internal import FaceEngine
internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

/// The replay guard by content (`near`, decision 0062): refuses a capture that another enrollment of the tenant was accepted
/// with, also saved anew, resized, cropped, mirrored, reversed or lit otherwise.
struct NearReplayGuard: Sendable {
    let store: any Store
    let keys: any KeyStore
    let index: ReplayIndex

    /// A capture whose frames nobody else gets through with until `settle`.
    struct Claim: Sendable {
        fileprivate let claim: ReplayIndex.Claim
        fileprivate let enrollment: EnrollmentID
    }

    /// After a start the index is read from the store first; until it is there nothing can be judged, and nothing passes.
    func waitUntilReady() async throws {
        let end = ContinuousClock.now + Limit.expectedWait.duration
        while !index.isLoaded {
            guard ContinuousClock.now < end else {
                throw Refusal(shortOf: .replayIndex, retryAfterInSeconds: Limit.expectedWait.value)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Claims the frames of a capture that is about to be accepted. Synchronous, because it is asked at the end of a
    /// computation: look-ups in memory, and the rows of the few candidates.
    /// - Parameter isVisit: of an authentication of the registration, which may not show its own again.
    /// - Returns: nil for a replay.
    func claim(_ frames: [CodedFrame], of stored: StoredEnrollment, isVisit: Bool = false) throws -> Claim? {
        let result = index.claim(frames, of: stored.id, tenant: stored.tenantID, isVisit: isVisit)
        guard case .claimed(let claim, let candidates) = result else { return nil }
        do {
            let isReplay = try candidates.contains { candidate in
                try storedCaptures(of: candidate, tenant: stored.tenantID).contains {
                    ReplayRule.isReplay(frames, of: $0.frames)
                }
            }
            if !isReplay { return Claim(claim: claim, enrollment: stored.id) }
        } catch {
            index.release(claim)
            throw error
        }
        index.release(claim)
        return nil
    }

    /// Remembers the capture where it was stored, and forgets it where it was not: what the store says counts, however the
    /// commit ended for its caller.
    func settle(_ claim: Claim) {
        // Remembered in vain it refuses nobody, as candidates are looked up in the store.
        let isStored = (try? store.captureCodes(of: claim.enrollment).isEmpty) != true
        if isStored { index.keep(claim.claim) } else { index.release(claim.claim) }
    }

    /// - Throws: what cannot be opened; an enrollment that is being erased has no captures any more.
    private func storedCaptures(of id: EnrollmentID, tenant: TenantID) throws -> [CaptureCodes] {
        let rows = try store.captureCodes(of: id)
        guard !rows.isEmpty else { return [] }
        do {
            let dataKey = try keys.dataKey(of: id, tenant: tenant)
            return try rows.map { try CaptureCodes($0, under: dataKey) }
        } catch StorageError.keyMissing {
            guard try store.captureCodes(of: id).isEmpty else { throw StorageError.keyMissing }
            return []
        }
    }
}
