package import FaceEngine
package import OnboardingCore
internal import Synchronization

/// What the replay guard remembers of accepted captures, in memory: the codes of their faces, by which candidates are found
/// among millions in well under a millisecond a frame. Everything can be read again from the store, which also says whether a
/// candidate still counts, so what is here too much refuses nobody.
///
/// Measured: docs/measurements/replay-guard.md.
package final class ReplayIndex: Sendable {
    /// A capture that is about to be accepted. Until it is kept or released, nobody else gets through with its frames.
    package struct Claim: Sendable {
        fileprivate let number: Int
    }

    package enum ClaimResult: Sendable {
        /// Another enrollment is being accepted with these frames at this moment.
        case taken
        /// With the enrollments, nearest first, whose stored captures have to be compared.
        case claimed(Claim, candidates: [EnrollmentID])
    }

    private struct Pending {
        let frames: [CodedFrame]
        let tenant: Int32
        let enrollment: SIMD2<UInt64>
    }

    private struct State {
        var index: CodeIndex
        var isLoaded = false
        var tenants: [TenantID: Int32] = [:]
        /// No number is given twice, also where its tenant was forgotten.
        var nextTenant: Int32 = 0
        var pending: [Int: Pending] = [:]
        var nextClaim = 0

        mutating func number(of tenant: TenantID) -> Int32 {
            if let number = tenants[tenant] { return number }
            let number = nextTenant
            nextTenant &+= 1
            tenants[tenant] = number
            return number
        }
    }

    private let state: Mutex<State>

    /// - Parameter capacity: codes that are kept at most; beyond, the oldest captures go.
    package init(capacity: Int = Limit.replayCodes.value) {
        state = Mutex(State(index: CodeIndex(capacity: capacity)))
    }

    /// Whether what was accepted before this start is here.
    package var isLoaded: Bool { state.withLock { $0.isLoaded } }

    /// Codes that are kept.
    package var count: Int { state.withLock { $0.index.count } }

    /// In bytes, but for what a join of segments takes while it lasts.
    package var memory: Int { state.withLock { $0.index.memory } }

    /// Forgets what was read before reading failed.
    package func beginLoading() {
        state.withLock { $0.index = CodeIndex(capacity: $0.index.capacity) }
    }

    package func markLoaded() {
        state.withLock { $0.isLoaded = true }
    }

    /// A capture that was accepted before.
    package func insert(_ frames: [FrameCode], of enrollment: EnrollmentID, tenant: TenantID) {
        state.withLock { state in
            state.index.append(frames.map(\.face), of: enrollment.words, tenant: state.number(of: tenant))
        }
    }

    /// Looks a capture up and claims its frames, at one moment: of two that race with the same frames the second finds the
    /// first.
    /// - Parameter isVisit: of an authentication of the registration `enrollment`, which may not show its own again.
    package func claim(
        _ frames: [CodedFrame], of enrollment: EnrollmentID, tenant: TenantID, isVisit: Bool = false
    ) -> ClaimResult {
        state.withLock { state in
            let (tenant, enrollment) = (state.number(of: tenant), enrollment.words)
            let rivals = state.pending.values.filter {
                $0.tenant == tenant && (isVisit || $0.enrollment != enrollment)
            }
            if rivals.contains(where: { ReplayRule.isReplay(frames, of: $0.frames.map(\.asShown)) }) { return .taken }
            let candidates = state.index.captures(
                near: frames.map(\.asShown.face) + frames.map(\.mirrored.face), within: ReplayRule.nearAtMost,
                of: tenant,
                // No enrollment has the words 0.
                besides: isVisit ? .zero : enrollment, limit: Limit.replayCandidates.value)
            let claim = Claim(number: state.nextClaim)
            state.nextClaim += 1
            state.pending[claim.number] = Pending(frames: frames, tenant: tenant, enrollment: enrollment)
            var seen: Set<SIMD2<UInt64>> = []
            return .claimed(
                claim,
                candidates: candidates.map(\.enrollment).filter { seen.insert($0).inserted }.compactMap {
                    EnrollmentID(words: $0)
                })
        }
    }

    /// The capture was accepted and stored.
    package func keep(_ claim: Claim) {
        state.withLock { state in
            guard let pending = state.pending.removeValue(forKey: claim.number) else { return }
            state.index.append(pending.frames.map(\.asShown.face), of: pending.enrollment, tenant: pending.tenant)
        }
    }

    /// The capture was not accepted.
    package func release(_ claim: Claim) {
        state.withLock { _ = $0.pending.removeValue(forKey: claim.number) }
    }

    /// Forgets an enrollment.
    package func remove(_ enrollment: EnrollmentID) {
        state.withLock { $0.index.remove(enrollment: enrollment.words) }
    }

    /// Forgets the captures of tenants, which are being removed.
    package func forget(_ tenants: [TenantID]) {
        state.withLock { state in
            let numbers = Set(tenants.compactMap { state.tenants.removeValue(forKey: $0) })
            if !numbers.isEmpty { state.index.remove(tenants: numbers) }
        }
    }

    /// Joins segments until none is due. Takes seconds among millions of codes, during which everything else goes on: call it
    /// from a thread that nobody waits for.
    package func joinSegments() {
        while let due = state.withLock({ $0.index.due() }) {
            let joined = CodeSegment(joining: due.segments)
            state.withLock { $0.index.replace(due.range, by: joined) }
        }
    }
}
