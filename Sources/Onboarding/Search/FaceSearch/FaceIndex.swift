package import FaceEngine
package import OnboardingCore
internal import Synchronization

/// The faces of all registrations in memory, by tenant, for searches among all of them (1:N): each with all its templates, of which
/// the best counts. Read from the store after a start (`FaceIndexing`); from then on whoever completes a registration adds its face,
/// whoever adds or removes one has them read again (`Cases.indexFaces`), and erasures remove them all. Every change is seen by the
/// next search.
///
/// What is read from the store may be older than what another has read since. So whoever reads takes a turn first, and what was read
/// in an earlier turn never replaces what was read in a later one.
///
/// Another process may erase too, so whoever names a candidate looks it up in the store first (`IdentifyFace`).
package final class FaceIndex: Sendable {
    /// A face that is about to be registered. Until it is settled, nobody with a face like it gets as far.
    package struct Claim: Sendable {
        fileprivate let number: Int
    }

    /// The place of a reading among all. Ends with `end`.
    package struct Turn: Sendable {
        fileprivate let number: Int
        fileprivate let tenant: TenantID
    }

    private struct Claimed {
        /// Of one model.
        let templates: [FaceTemplate]
        let enrollment: EnrollmentID
        let subject: SubjectID
        let turn: Turn
    }

    private struct Faces {
        /// Nil until there is a first template, which says how many numbers one has.
        var gallery: FaceGallery?
        var isRead = false
        /// Of the reading of all, while it goes on.
        var reading: Turn?
        /// Registrations that are not here, but for those beyond the capacity.
        var unreadable = 0
        var beyondCapacity = 0
        /// How many templates of other models there were of all tenants, where any of this one's is.
        var templatesOfOtherModels = 0

        var count: Int { gallery?.count ?? 0 }
        var registrations: Int { gallery?.registrations ?? 0 }

        /// Templates of a group, at most; nil for all.
        func templates(of group: Set<SubjectID>?) -> Int {
            guard let group, let gallery else { return count }
            return min(count, group.count + gallery.furtherTemplates(of: Set(group.map(\.words))))
        }
    }

    private struct TurnLog {
        /// That have begun and not ended.
        var open: Set<Int> = []
        /// In which registrations were changed last since the oldest of them; the greatest number where one was erased.
        var last: [EnrollmentID: Int] = [:]
    }

    private struct State {
        /// Of the templates here; nil before anything was read.
        var model: ModelIdentity?
        var tenants: [TenantID: Faces] = [:]
        var count = 0
        /// See `isOutdated`.
        var templatesOfOtherModels = 0
        var claims: [Int: Claimed] = [:]
        var nextClaim = 0
        /// The tenants among whose faces somebody searches.
        var searched: Set<TenantID> = []
        /// Of tenants for whom any is open, whether their faces are read or not.
        var turns: [TenantID: TurnLog] = [:]
        var nextTurn = 0

        mutating func beginTurn(_ tenant: TenantID) -> Turn {
            let turn = Turn(number: nextTurn, tenant: tenant)
            nextTurn += 1
            turns[tenant, default: TurnLog()].open.insert(turn.number)
            return turn
        }

        mutating func end(_ turn: Turn) {
            turns[turn.tenant]?.open.remove(turn.number)
            if turns[turn.tenant]?.open.isEmpty == true { turns[turn.tenant] = nil }
        }

        mutating func forget(_ tenant: TenantID) {
            guard let faces = tenants.removeValue(forKey: tenant) else { return }
            count -= faces.count
            if let reading = faces.reading { end(reading) }
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: faces of all tenants that are kept at most.
    package init(capacity: Int = Limit.searchedFaces.value) {
        self.capacity = capacity
    }

    /// Templates that are kept.
    package var count: Int { state.withLock { $0.count } }

    /// In bytes.
    package var memory: Int {
        state.withLock { $0.tenants.values.reduce(0) { $0 + ($1.gallery?.memory ?? 0) } }
    }

    // MARK: Reading

    /// Whether everything that the tenant's registrations had when they were read is here.
    package func isReady(_ tenant: TenantID) -> Bool {
        state.withLock { $0.tenants[tenant]?.isRead == true }
    }

    /// How many of the tenants among whose faces somebody searches can be searched, and how many cannot yet.
    package var readiness: (ready: Int, waiting: Int) {
        state.withLock { state in
            let ready = state.searched.count { state.tenants[$0]?.isRead == true }
            return (ready, state.searched.count - ready)
        }
    }

    /// Says among whose faces somebody searches, for whoever watches.
    package func expectSearches(among tenants: Set<TenantID>) { state.withLock { $0.searched = tenants } }

    /// Forgets a tenant among whose faces nobody searches any more. Nothing is added until it is read again.
    package func forget(_ tenant: TenantID) {
        state.withLock { $0.forget(tenant) }
    }

    /// Forgets what is known of a tenant, because it is about to be read.
    /// - Returns: in which turn; `endReading` ends it.
    @discardableResult
    package func beginReading(_ tenant: TenantID, by model: ModelIdentity) -> Turn {
        state.withLock { state in
            if state.model != model {
                for known in Array(state.tenants.keys) { state.forget(known) }
                state.model = model
            }
            state.forget(tenant)
            let turn = state.beginTurn(tenant)
            state.tenants[tenant] = Faces(reading: turn)
            return turn
        }
    }

    /// - Parameters:
    ///   - unreadable: registrations whose face could not be read.
    ///   - otherModels: templates of other models, of all tenants; 0 where none is this tenant's.
    package func endReading(_ tenant: TenantID, unreadable: Int, otherModels: Int) {
        state.withLock { state in
            state.tenants[tenant]?.isRead = true
            if let reading = state.tenants[tenant]?.reading { state.end(reading) }
            state.tenants[tenant]?.reading = nil
            state.tenants[tenant]?.unreadable = unreadable
            state.tenants[tenant]?.templatesOfOtherModels = otherModels
        }
    }

    /// Whether some of all tenants' templates wait to be renewed to this model, and were not there when they were read.
    package var awaitsRenewal: Bool {
        state.withLock { $0.tenants.values.contains { $0.templatesOfOtherModels > 0 } }
    }

    /// The tenants that are to be read again, because templates of theirs may have been renewed: those for whom there are fewer of
    /// other models than there were. Only once their number stands still, because a renewal takes long.
    package func outdated(otherModels: Int) -> [TenantID] {
        state.withLock { state in
            defer { state.templatesOfOtherModels = otherModels }
            guard state.templatesOfOtherModels == otherModels else { return [] }
            return state.tenants.filter { $0.value.isRead && $0.value.templatesOfOtherModels > otherModels }.map(\.key)
        }
    }

    // MARK: Changes

    /// Begins a turn. What is read from the store after this is what was committed before, at least.
    func beginTurn(_ tenant: TenantID) -> Turn { state.withLock { $0.beginTurn(tenant) } }

    /// Ends a turn.
    func end(_ turn: Turn) { state.withLock { $0.end(turn) } }

    /// Puts the templates of a registration in the place of those that it had, unless they were changed in a later turn. Nothing
    /// happens before the tenant is being read: the store has them already.
    package func set(_ templates: [FaceTemplate], of enrollment: EnrollmentID, subject: SubjectID, in turn: Turn) {
        state.withLock { set(templates, of: enrollment, subject: subject, in: turn, &$0) }
    }

    private func set(
        _ templates: [FaceTemplate], of enrollment: EnrollmentID, subject: SubjectID, in turn: Turn,
        _ state: inout State
    ) {
        if let last = state.turns[turn.tenant]?.last[enrollment], last > turn.number { return }
        // Nobody who began earlier is left to be told where this is the only turn, as it mostly is while all are read.
        if state.turns[turn.tenant]?.open.count ?? 0 > 1 { state.turns[turn.tenant]?.last[enrollment] = turn.number }
        guard var faces = state.tenants[turn.tenant] else { return }
        defer { state.tenants[turn.tenant] = faces }
        // That of a persona is nobody's.
        let usable = templates.filter { !$0.isScripted && $0.model == state.model }
        let known = faces.gallery?.count(of: enrollment.words) ?? 0
        // The newest stay where not all have room.
        let kept = Array(usable.suffix(max(0, capacity - state.count + known)))
        if !usable.isEmpty, kept.isEmpty { faces.beyondCapacity += 1 }
        if faces.gallery == nil, let first = kept.first {
            faces.gallery = FaceGallery(model: first.model, dimension: first.values.count)
        }
        guard let gallery = faces.gallery else { return }
        let member = GalleryMember(registration: enrollment.words, person: subject.words)
        if !gallery.add(kept, of: member) {
            faces.unreadable += 1
            gallery.remove(enrollment.words)
        }
        state.count += gallery.count(of: enrollment.words) - known
    }

    /// Forgets a registration, for good.
    package func remove(_ enrollment: EnrollmentID) {
        state.withLock { state in
            // Whoever has read it before must not bring it back.
            for tenant in state.turns.keys { state.turns[tenant]?.last[enrollment] = .max }
            for tenant in state.tenants.keys {
                state.count -= state.tenants[tenant]?.gallery?.remove(enrollment.words) ?? 0
            }
        }
    }

    /// Forgets all registrations of a person.
    package func remove(_ subject: SubjectID, tenant: TenantID) {
        state.withLock { state in
            state.count -= state.tenants[tenant]?.gallery?.remove(person: subject.words) ?? 0
        }
    }

    // MARK: Claims

    /// Claims the face of an enrollment that is about to be complete: of two people with one face who come in the same instant,
    /// the second waits for the first, and finds it.
    /// - Parameters:
    ///   - templates: of the face.
    ///   - similarity: the least that counts.
    /// - Returns: nil where another person has claimed a face like it.
    func claim(
        _ templates: [FaceTemplate], of enrollment: EnrollmentID, subject: SubjectID, tenant: TenantID,
        atLeast similarity: Double
    ) -> Claim? {
        state.withLock { state in
            let hasRival = state.claims.values.contains { claimed in
                guard claimed.turn.tenant == tenant, claimed.subject != subject else { return false }
                return claimed.templates.contains { other in
                    templates.contains { ((try? other.similarity(to: $0)) ?? -1) >= similarity }
                }
            }
            guard !hasRival else { return nil }
            let claim = Claim(number: state.nextClaim)
            state.nextClaim += 1
            state.claims[claim.number] = Claimed(
                templates: templates, enrollment: enrollment, subject: subject, turn: state.beginTurn(tenant))
            return claim
        }
    }

    /// - Parameter isRegistered: whether the enrollment is complete now: then its face is there for whoever waits.
    func settle(_ claim: Claim, isRegistered: Bool) {
        state.withLock { state in
            guard let face = state.claims.removeValue(forKey: claim.number) else { return }
            if isRegistered {
                set(face.templates, of: face.enrollment, subject: face.subject, in: face.turn, &state)
            }
            state.end(face.turn)
        }
    }

    // MARK: Searching

    /// How many templates a search would look at, at most; nil where the tenant is not ready. Each of somebody's templates is a chance
    /// to be taken for them, so this is the size that a threshold is for.
    package func size(_ tenant: TenantID, group: Set<SubjectID>? = nil) -> Int? {
        guard let faces = state.withLock({ $0.tenants[tenant] }), faces.isRead else { return nil }
        return faces.templates(of: group)
    }

    /// Registrations that a search would look at; nil where the tenant is not ready.
    package func registrations(_ tenant: TenantID) -> Int? {
        state.withLock { state in state.tenants[tenant].flatMap { $0.isRead ? $0.registrations : nil } }
    }

    /// The registrations of a tenant whose faces are the most similar. Computes for as long as it takes to read the bytes of all
    /// of the tenant's faces: call it on a thread of the engine pool.
    /// - Parameters:
    ///   - subject: whose own registrations are left out.
    ///   - group: who is looked for at all; nil for everybody.
    ///   - similarity: the least that counts.
    package func search(
        _ template: FaceTemplate, tenant: TenantID, excluding subject: SubjectID?, group: Set<SubjectID>? = nil,
        atLeast similarity: Double = -1, limit: Int = Limit.foundFaces.value
    ) -> FaceSearchResult {
        let (model, faces) = state.withLock { ($0.model, $0.tenants[tenant]) }
        guard let faces, faces.isRead else { return .notReady }
        // A face of another model compares with none of these.
        guard template.model == model else { return .notReady }
        let unsearched = faces.unreadable + faces.beyondCapacity
        guard let gallery = faces.gallery, !template.isScripted else {
            return .candidates(
                FaceCandidates(candidates: [], searched: 0, templates: 0, unsearched: unsearched))
        }
        let (own, persons) = (subject?.words, group.map { Set($0.map(\.words)) })
        let found = try? gallery.search(template, limit: limit, atLeast: similarity) { member in
            member.person != own && persons?.contains(member.person) != false
        }
        guard let found else { return .notReady }
        return .candidates(
            FaceCandidates(
                candidates: found.matches.compactMap(FaceCandidate.init),
                searched: min(faces.registrations, group?.count ?? .max), templates: faces.templates(of: group),
                unsearched: unsearched))
    }
}

extension FaceCandidate {
    fileprivate init?(_ match: GalleryMatch) {
        guard let enrollment = EnrollmentID(words: match.member.registration),
            let subject = SubjectID(words: match.member.person)
        else { return nil }
        self.init(enrollment: enrollment, subject: subject, similarity: match.similarity)
    }
}
