internal import EnrollmentCore
internal import OnboardingAPI
internal import OnboardingCrypto

extension Flow {
    /// Starts an enrollment: by session token (the session knows the person), or by username and e-mail where the
    /// caller is the tenant's own client.
    func enroll(_ call: Call, caller: Caller) async throws -> EnrollResponse {
        let request = try readJSON(EnrollRequest.self, from: call.body)
        let consent = try request.consent?.checked()
        if let sessionToken = request.sessionToken {
            return try await enroll(session: sessionToken.checked(), consent, call, caller)
        }
        guard caller.role == .portal else { throw Refusal(.roleMissing) }
        let person = Person(
            username: try request.username.required(limit: 256), email: try request.email.required(limit: 256),
            firstName: try request.firstName.checkedIfPresent(limit: 256),
            lastName: try request.lastName.checkedIfPresent(limit: 256),
            phoneNumber: try request.phoneNumber.checkedIfPresent(limit: 256))
        return try await enroll(person, consent, call, caller.tenant)
    }

    private func enroll(
        session sessionToken: String, _ consent: Consent?, _ call: Call, _ caller: Caller
    ) async throws -> EnrollResponse {
        let tenant = caller.tenant
        let digest = Self.sessionDigest(sessionToken)
        if case .phone(let own) = caller.role, own != digest { throw Refusal(.tokenUnknown) }
        guard let stored = try await deployment.store.enrollment(tenant: tenant.id, sessionDigest: digest) else {
            throw Refusal(.tokenUnknown)
        }
        let policy = tenant.settings.policy
        if stored.enrollment.progress == nil, let usernameDigest = stored.usernameDigest,
            try await deployment.store.isComplete(tenant: tenant.id, usernameDigest: usernameDigest)
        {
            return .userExists
        }

        let proposal = Proposal(.start(policy), record: nil, at: call.now, registrationCode: "")
        let outcome = try await deployment.store.commit(stored.id, proposal) { _ in
            StepWrites(cancelsOthersOfUsername: true)
        }
        switch outcome {
        // Already done is the same session again: the same enrollment, and nothing happens to it.
        case .accepted, .rejected(.stepAlreadyDone): break
        case .rejected, .repeated, .pictureSeenElsewhere, .failuresExhausted, .unknown: throw Refusal(.tokenUnknown)
        }
        if let consent { try await keep(consent, of: stored.id, at: call.now) }

        guard let started = try await deployment.store.enrollment(tenant: tenant.id, sessionDigest: digest),
            let progress = started.enrollment.progress
        else { throw Refusal(.tokenUnknown) }
        return EnrollResponse(
            enrollmentToken: try enrollmentToken(of: stored.id, tenant: tenant.id), userExistsAlready: false,
            requiredChecks: progress.policy.requiredChecks, recordVideo: tenant.settings.recordsEnrollmentVideo)
    }

    private func enroll(
        _ person: Person, _ consent: Consent?, _ call: Call, _ tenant: Tenant
    ) async throws -> EnrollResponse {
        let usernameDigest = try deployment.keyRing.lookupDigest(
            of: [UInt8](person.username.utf8), field: "username", tenant: tenant.id)
        if try await deployment.store.isComplete(tenant: tenant.id, usernameDigest: usernameDigest) {
            return .userExists
        }

        let policy = tenant.settings.policy
        let deadline = call.now.adding(seconds: policy.lifetimeInSeconds)
        let events: [Event] = [.triggered(until: deadline), .started(policy, deadline: deadline)]
        let begun = try await begin(
            person, usernameDigest: usernameDigest, events: events + (consent.map { [.consentGiven($0)] } ?? []),
            tenant: tenant,
            cancelsOthersOfUsername: true, at: call.now)
        return EnrollResponse(
            enrollmentToken: begun.token, userExistsAlready: false, requiredChecks: policy.requiredChecks,
            recordVideo: tenant.settings.recordsEnrollmentVideo)
    }

    private func keep(_ consent: Consent, of id: EnrollmentID, at now: Instant) async throws {
        let proposal = Proposal(.giveConsent(consent), record: nil, at: now, registrationCode: "")
        _ = try await deployment.store.commit(id, proposal)
    }
}

extension EnrollResponse {
    /// A finished username gets no token until re-enrollment exists (decisions 7).
    fileprivate static var userExists: EnrollResponse {
        EnrollResponse(enrollmentToken: nil, userExistsAlready: true, requiredChecks: [], recordVideo: false)
    }
}

extension Consent {
    /// A consent whose members could be what they claim to be.
    func checked() throws(Refusal) -> Consent {
        _ = try textHash.checked(limit: 64)
        guard Hexadecimal.decode(textHash)?.count == Digest.byteCount else { throw Refusal(.wrongType) }
        _ = try textVersion.checked(limit: 256)
        _ = try language.checked(limit: 64)
        _ = try acceptedAt.checked(limit: 64)
        return self
    }
}
