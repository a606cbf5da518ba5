internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingStorage

extension Flow {
    /// Starts an enrollment: by session token (the session knows the person), or by username and e-mail where the
    /// caller is the tenant's own client.
    func enroll(_ call: Call, caller: Caller) async throws -> Answer {
        let request = try readJSON(EnrollRequest.self, from: call.body)
        let consent = try request.consent?.checked()
        if let sessionToken = request.sessionToken {
            let sessionToken = try sessionToken.checked()
            let record = try record(of: .enroll, call, for: caller.tenant)
            return try await answerOnce(record, for: caller) {
                try await enroll(session: sessionToken, consent, record, call, caller)
            }
        }
        guard caller.role == .portal else { throw Refusal(.roleMissing) }
        let person = Person(
            username: try request.username.required(limit: 256), email: try request.email.required(limit: 256),
            firstName: try request.firstName.checkedIfPresent(),
            lastName: try request.lastName.checkedIfPresent(),
            phoneNumber: try request.phoneNumber.checkedIfPresent())
        return try .json(try await enroll(person, consent, call, caller.tenant))
    }

    private func enroll(
        session sessionToken: String, _ consent: Consent?, _ record: IdempotencyRecord, _ call: Call, _ caller: Caller
    ) async throws -> Answer {
        let tenant = caller.tenant
        let digest = Self.sessionDigest(sessionToken)
        if case .phone(let own) = caller.role, own != digest { throw Refusal(.tokenUnknown) }
        guard let stored = try await deployment.store.enrollment(tenant: tenant.id, sessionDigest: digest) else {
            throw Refusal(.tokenUnknown)
        }
        if stored.enrollment.progress == nil, let usernameDigest = stored.usernameDigest,
            try await deployment.store.isComplete(tenant: tenant.id, usernameDigest: usernameDigest)
        {
            return try .json(EnrollResponse.userExists)
        }

        let command = Command.start(tenant.settings.policy, consent)
        // A session whose enrollment has ended is as unknown as one that never was.
        guard (try? permit(command, record, on: stored, at: call.now)) != nil else { throw Refusal(.tokenUnknown) }
        let token = try enrollmentToken(of: stored.id, tenant: tenant.id)
        do {
            return try await commit(
                command, record, to: stored, at: call.now, writes: StepWrites(cancelsOthersOfUsername: true)
            ) { after in
                try .json(
                    EnrollResponse(
                        enrollmentToken: token, userExistsAlready: false,
                        requiredChecks: after.progress?.policy.requiredChecks.map(OnboardingAPI.RequiredCheck.init)
                            ?? [],
                        recordVideo: tenant.settings.recordsEnrollmentVideo))
            }
        } catch StorageError.usernameComplete {
            return try .json(EnrollResponse.userExists)
        }
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
        do {
            let begun = try await begin(
                person, usernameDigest: usernameDigest, events: events + (consent.map { [.consentGiven($0)] } ?? []),
                tenant: tenant,
                cancelsOthersOfUsername: true, at: call.now)
            return EnrollResponse(
                enrollmentToken: begun.token, userExistsAlready: false,
                requiredChecks: policy.requiredChecks.map(OnboardingAPI.RequiredCheck.init),
                recordVideo: tenant.settings.recordsEnrollmentVideo)
        } catch StorageError.usernameComplete {
            return .userExists
        }
    }
}

extension EnrollResponse {
    /// A finished username gets no token until re-enrollment exists (decisions 7).
    fileprivate static var userExists: EnrollResponse {
        EnrollResponse(enrollmentToken: nil, userExistsAlready: true, requiredChecks: [], recordVideo: false)
    }
}
