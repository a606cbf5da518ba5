internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingStorage

extension Flow {
    /// A phone exchanges the session token of its QR image for a bearer of its own, which opens this one enrollment.
    /// May be repeated while the enrollment is open, so that a slow phone can renew its bearer.
    func validateSession(_ call: Call, caller: Caller) async throws -> ValidateSessionResponse {
        let request = try readJSON(ValidateSessionRequest.self, from: call.body)
        let digest = Self.sessionDigest(try request.sessionToken.checked())
        guard
            let stored = try await deployment.store.enrollment(tenant: caller.tenant.id, sessionDigest: digest)
        else { throw Refusal(.tokenUnknown) }

        let proposal = Proposal(.validate, record: nil, at: call.now, registrationCode: "")
        guard case .accepted = try await deployment.store.commit(stored.id, proposal) else {
            throw Refusal(.tokenUnknown)
        }
        let (publicURL, tokens) = (try deployment.publicURL.value, try await deployment.tenants.tokens())
        let token = try await deployment.signaturePool.run(.signature) {
            try tokens.accessToken(
                for: caller.tenant, sessionDigest: digest, publicURL: publicURL, at: call.now)
        }
        return ValidateSessionResponse(accessToken: token, expiresIn: Int(AccessTokens.lifetimeInSeconds))
    }

    /// How far the enrollment behind a session is. An unknown session is 400, never 404.
    func operationStatus(_ call: Call, caller: Caller) async throws -> OperationStatusResponse {
        let token = try call.parameters["sessionToken"].required()
        let digest = Self.sessionDigest(token)
        guard
            let stored = try await deployment.store.enrollment(tenant: caller.tenant.id, sessionDigest: digest)
        else { throw Refusal(.tokenUnknown) }
        if case .phone(let own) = caller.role, own != digest { throw Refusal(.tokenUnknown) }
        // The job that ends overdue enrollments comes round every few seconds; the answer does not wait for it.
        if let deadline = stored.enrollment.deadline, deadline <= call.now {
            return OperationStatusResponse(completionStatus: .failed)
        }
        return OperationStatusResponse(completionStatus: CompletionStatus(stored.enrollment.status))
    }
}
