internal import FaceEngine
internal import LivenessScorer
package import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

extension Users {
    /// Whose face an image shows.
    package struct Match: Equatable, Sendable {
        /// 0 to 100, see `MatchConfidence`: of the user who was found, or of the one whom the image was compared with.
        package let confidence: Int
        /// Nil where nobody reaches the threshold.
        package let user: Found?

        package struct Found: Equatable, Sendable {
            package let faceID: String
            package let userID: String
            package let details: String
        }
    }

    /// Compares a face with a user's own (1:1).
    package func verify(
        _ images: [[UInt8]], as userID: String?, by requester: UserRequester, at now: Instant
    ) async throws -> Match {
        let stored = try await registration(of: userID, ownOrFor: requester)
        let face = try await face(in: images)
        return try await knowing {
            return try await match(face, stored, requester.tenant, in: "image.verify", at: now)
        }
    }

    /// Compares a face with a user's own, and says in the audit trail what came of it and what both samples were worth.
    func match(
        _ face: HandedInFace, _ stored: StoredEnrollment, _ tenant: Tenant, in operation: String, at now: Instant
    ) async throws -> Match {
        guard let best = try await mostSimilar(to: face.template, of: stored) else { throw UserError(.missingFace) }
        let isSame = best.score.value >= matchThreshold(tenant)
        try await cases.note(
            .userOperation(
                operation: operation, [stored.id], result: isSame ? "same" : "different",
                samples: .init(probe: face.quality.words, reference: best.quality?.words)),
            tenant: stored.tenantID, at: now)
        guard isSame else { return Match(confidence: best.score.confidence, user: nil) }
        guard let profile = try await profile(of: stored) else { throw UserError(.userNotFound) }
        return Match(
            confidence: best.score.confidence,
            user: .init(faceID: best.faceID, userID: profile.userID, details: profile.details))
    }

    /// Looks for a face among the members of a group (1:N).
    /// - Throws: `faceSearchNotReady` while faces are read after a start: nobody can say then that there is none.
    package func recognize(
        _ images: [[UInt8]], in groupID: String?, by requester: UserRequester, at now: Instant
    ) async throws -> Match {
        let tenant = requester.tenant
        let group = try Self.group(groupID)
        try await requireAdministrator(of: group, requester)
        guard try await store.group(group, tenant: tenant.id) != nil else { throw UserError(.groupNotFound) }
        let persons = try await store.persons(inGroup: group, tenant: tenant.id)
        let (probe, found) = try await candidates(for: images, among: persons, tenant)
        let best = found.first
        try await cases.note(
            .userOperation(
                operation: "image.recognize", best.map { [$0.stored.id] } ?? [], group: group,
                result: best == nil ? "nobody" : "found",
                samples: .init(probe: probe.words, reference: best?.quality?.words)), tenant: tenant.id, at: now)
        guard let best else { return Match(confidence: 0, user: nil) }
        return Match(
            confidence: best.confidence,
            user: .init(faceID: best.faceID, userID: best.profile.userID, details: best.profile.details))
    }

    /// Somebody whose face is like the one that was looked for.
    struct Candidate: Sendable {
        let stored: StoredEnrollment
        let profile: Profile
        let faceID: String
        let confidence: Int
        /// Of the face that is like it.
        let quality: SampleQuality?
    }

    /// Who of some persons has the face of an image, the most similar first, and what the image is worth.
    func candidates(
        for images: [[UInt8]], among persons: Set<SubjectID>, _ tenant: Tenant
    ) async throws -> (probe: SampleQuality, found: [Candidate]) {
        let face = try await face(in: images)
        let identify = IdentifyFace(store: store, index: cases.faceIndex, engines: engines, pool: pools.engines)
        let found: FaceCandidates
        switch try await identify(face.template, tenant: tenant.id, excluding: nil, group: persons) {
        case .notReady: throw Refusal.faceSearchNotReady
        case .galleryTooLarge: throw UserError(.groupTooLargeToSearch)
        case .found(let candidates, _): found = candidates
        }
        var candidates: [Candidate] = []
        for candidate in found.candidates {
            do {
                // Whoever was erased since is nobody.
                guard let stored = try await store.enrollment(candidate.enrollment),
                    let best = try await mostSimilar(to: face.template, of: stored),
                    let profile = try await profile(of: stored)
                else { continue }
                candidates.append(
                    Candidate(
                        stored: stored, profile: profile, faceID: best.faceID, confidence: best.score.confidence,
                        quality: best.quality))
            } catch StorageError.keyMissing {
                continue
            }
        }
        return (face.quality, candidates)
    }

    /// - Throws: as `UserRequester.requireAdministrator`, unless an administrator of the group asks.
    func requireAdministrator(of group: String, _ requester: UserRequester) async throws {
        if !requester.isAdministrator, let user = requester.user,
            try await store.role(of: user, group: group, tenant: requester.tenant.id) == .groupAdmin
        {
            return
        }
        try requester.requireAdministrator()
    }
}
