package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Starts an enrollment: by session token (the session knows the person), or by username and e-mail where the tenant's own
/// client asks.
package struct Enroll: Sendable {
    let cases: Cases
    let codes: RegistrationCodes
    private var reEnroll: ReEnroll { ReEnroll(cases: cases) }

    /// - Parameters:
    ///   - bodyDigest: SHA-256 of the raw body.
    ///   - address: that the request came from.
    package func perform(
        _ request: Request, bodyDigest: [UInt8], key: IdempotencyKey? = nil, from address: String = "",
        by principal: Principal, at now: Instant
    ) async throws -> Result {
        try await cases.once(key, "enroll", bodyDigest: bodyDigest, by: principal, at: now) { keyed in
            try await perform(request, bodyDigest, keyed, address, by: principal, at: now)
        }
    }

    private func perform(
        _ request: Request, _ bodyDigest: [UInt8], _ keyed: KeyedRequest?, _ address: String, by principal: Principal,
        at now: Instant
    ) async throws -> Result {
        let consent = try request.consent?.checked()
        switch request.person {
        case .ofSession(let token):
            let session = Cases.sessionDigest(try token.checked(as: "sessionToken"))
            return try await start(session: session, consent, bodyDigest, keyed, principal, at: now)
        case .registered(let code, let reference):
            try principal.require(.enroll)
            let reference = try reference.checkedIfPresent(.reference, as: "reference")
            let found = try await codes.registration(
                try code.checked(as: "registrationCode"), tenant: principal.tenant, from: address, at: now)
            guard let begun = try await reEnroll.begin(found, reference, keyed, principal.tenant, at: now) else {
                throw Refusal(.authenticationUnavailable)
            }
            return .userExists(begun)
        case .named(nil, _, _, _, _, _) where principal.sessionDigest != nil:
            // A phone has one session, and need not name it; the same words of another phone are another request.
            let session = principal.sessionDigest ?? []
            return try await start(session: session, consent, bodyDigest + session, keyed, principal, at: now)
        case .named(let username, let email, let firstName, let lastName, let phoneNumber, let reference):
            try principal.require(.enroll)
            let person = Person(
                username: try username.required(.username, as: "username").checkedName(as: "username"),
                email: try email.required(.username, as: "email"),
                firstName: try firstName.checkedIfPresent(as: "firstName"),
                lastName: try lastName.checkedIfPresent(as: "lastName"),
                phoneNumber: try phoneNumber.checkedIfPresent(as: "phoneNumber"),
                reference: try reference.checkedIfPresent(.reference, as: "reference"))
            return try await start(person, consent, keyed, principal.tenant, at: now)
        }
    }

    private func start(
        session: [UInt8], _ consent: Consent?, _ bodyDigest: [UInt8], _ keyed: KeyedRequest?, _ principal: Principal,
        at now: Instant
    ) async throws -> Result {
        let record = try cases.record(of: .enroll, bodyDigest: bodyDigest, for: principal.tenant)
        return try await cases.replaying(record, of: [.enrollment, .authentication], by: principal) {
            try await start(session: session, consent, record, keyed, principal, at: now)
        }
    }

    private func start(
        session: [UInt8], _ consent: Consent?, _ record: IdempotencyRecord, _ keyed: KeyedRequest?,
        _ principal: Principal, at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        if let visit = try await cases.visit(session: session, by: principal) {
            // Here a page's session is as unknown as one that goes on with nobody.
            guard try cases.beginner(of: visit.stored) == .tenant else { throw Refusal(.tokenUnknown) }
            // The session says what it is for: authenticate takes those of the other purpose.
            guard visit.stored.purpose == .reEnroll else { return .userExists(nil) }
            return try await reEnroll.start(visit, record, keyed, tenant, at: now) { Result.userExists($0) }
        }
        let stored = try await cases.enrollment(session: session, for: principal)
        // What a page begins goes on whoever is registered, and ends nobody else's; who is first is registered.
        let isOfTenant = try cases.beginner(of: stored) == .tenant
        if isOfTenant, stored.enrollment.progress == nil,
            try await cases.store.isComplete(tenant: tenant.id, usernameDigest: stored.usernameDigest)
        {
            return .userExists(nil)
        }

        let command = Command.start(tenant.settings.policy, consent)
        // A session whose enrollment has ended is as unknown as one that never was.
        guard (try? cases.permit(command, record, on: stored, at: now)) != nil else { throw Refusal(.tokenUnknown) }
        let token = try cases.token(of: stored)
        do {
            return try await cases.commit(
                command, record, to: stored, at: now, writes: StepWrites(cancelsOthersOfUsername: isOfTenant),
                keyed: keyed
            ) { after in
                .started(
                    Started(
                        enrollmentToken: token, requiredChecks: after.progress?.policy.requiredChecks ?? [],
                        recordsVideo: tenant.settings.recordsEnrollmentVideo,
                        requiresChallenge: after.requiresChallenge ? true : nil))
            }
        } catch StorageError.usernameComplete {
            return .userExists(nil)
        }
    }

    private func start(
        _ person: Person, _ consent: Consent?, _ keyed: KeyedRequest?, _ tenant: Tenant, at now: Instant
    ) async throws -> Result {
        let usernameDigest = try cases.usernameDigest(person.username, tenant: tenant.id)
        if let found = try await cases.store.registration(tenant: tenant.id, usernameDigest: usernameDigest) {
            RequestSubject.note(found.id)
            return .userExists(try await reEnroll.begin(found, person.reference, keyed, tenant, at: now))
        }

        let policy = tenant.settings.policy
        let deadline = now.adding(seconds: policy.lifetimeInSeconds)
        let events: [Event] = [.triggered(until: deadline), .started(policy, deadline: deadline)]
        do {
            let beginning = Cases.Beginning(
                person: person, tenant: tenant, events: events + (consent.map { [.consentGiven($0)] } ?? []),
                cancelsOthersOfUsername: true, keyed: keyed)
            return try await cases.begin(beginning, at: now) { token in
                .started(
                    Started(
                        enrollmentToken: token, requiredChecks: policy.requiredChecks,
                        recordsVideo: tenant.settings.recordsEnrollmentVideo,
                        requiresChallenge: Progress(policy: policy, deadline: deadline).requiresChallenge ? true : nil))
            }
        } catch StorageError.usernameComplete {
            return .userExists(nil)
        }
    }
}
