package import OnboardingCore
internal import OnboardingStorage

/// Starts an enrollment: by session token (the session knows the person), or by username and e-mail where the tenant's own
/// client asks.
package struct Enroll: Sendable {
    let cases: Cases

    /// - Parameter bodyDigest: SHA-256 of the raw body.
    package func perform(
        _ request: Request, bodyDigest: [UInt8], by principal: Principal, at now: Instant
    ) async throws -> Result {
        let consent = try request.consent?.checked()
        switch request.person {
        case .ofSession(let token):
            let sessionToken = try token.checked()
            let record = try cases.record(of: .enroll, bodyDigest: bodyDigest, for: principal.tenant)
            return try await cases.replaying(record, by: principal) {
                try await start(session: sessionToken, consent, record, principal, at: now)
            }
        case .named(let username, let email, let firstName, let lastName, let phoneNumber):
            guard principal.role == .portal else { throw Refusal(.roleMissing) }
            let person = Person(
                username: try username.required(.username), email: try email.required(.username),
                firstName: try firstName.checkedIfPresent(), lastName: try lastName.checkedIfPresent(),
                phoneNumber: try phoneNumber.checkedIfPresent())
            return try await start(person, consent, principal.tenant, at: now)
        }
    }

    private func start(
        session sessionToken: String, _ consent: Consent?, _ record: IdempotencyRecord, _ principal: Principal,
        at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        let stored = try await cases.enrollment(sessionToken: sessionToken, for: principal)
        if stored.enrollment.progress == nil,
            try await cases.store.isComplete(tenant: tenant.id, usernameDigest: stored.usernameDigest)
        {
            return .userExists
        }

        let command = Command.start(tenant.settings.policy, consent)
        // A session whose enrollment has ended is as unknown as one that never was.
        guard (try? cases.permit(command, record, on: stored, at: now)) != nil else { throw Refusal(.tokenUnknown) }
        let token = try cases.token(of: stored.id, tenant: tenant.id)
        do {
            return try await cases.commit(
                command, record, to: stored, at: now, writes: StepWrites(cancelsOthersOfUsername: true)
            ) { after in
                .started(
                    Started(
                        enrollmentToken: token, requiredChecks: after.progress?.policy.requiredChecks ?? [],
                        recordsVideo: tenant.settings.recordsEnrollmentVideo,
                        requiresChallenge: after.requiresChallenge ? true : nil))
            }
        } catch StorageError.usernameComplete {
            return .userExists
        }
    }

    private func start(
        _ person: Person, _ consent: Consent?, _ tenant: Tenant, at now: Instant
    ) async throws -> Result {
        let usernameDigest = try cases.usernameDigest(person.username, tenant: tenant.id)
        if try await cases.store.isComplete(tenant: tenant.id, usernameDigest: usernameDigest) { return .userExists }

        let policy = tenant.settings.policy
        let deadline = now.adding(seconds: policy.lifetimeInSeconds)
        let events: [Event] = [.triggered(until: deadline), .started(policy, deadline: deadline)]
        do {
            let begun = try await cases.begin(
                person, usernameDigest: usernameDigest, events: events + (consent.map { [.consentGiven($0)] } ?? []),
                tenant: tenant, cancelsOthersOfUsername: true, at: now)
            return .started(
                Started(
                    enrollmentToken: begun.token, requiredChecks: policy.requiredChecks,
                    recordsVideo: tenant.settings.recordsEnrollmentVideo,
                    requiresChallenge: Progress(policy: policy, deadline: deadline).requiresChallenge ? true : nil))
        } catch StorageError.usernameComplete {
            return .userExists
        }
    }
}
