internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

extension Cases {
    /// An authentication that a client asks for.
    struct VisitBeginning {
        let registration: StoredEnrollment
        let tenant: Tenant
        let purpose: AuthenticationPurpose
        var sessionDigest: [UInt8]?
        /// What has happened to it already; the first is `triggered`.
        let events: [AuthenticationEvent]
        var keyed: KeyedRequest?
        /// What is to be sent to the person, and to which address.
        var mail: (message: OutgoingMail, address: String)?
        /// Which operator asks for it, and what the operator's page shows again.
        var trigger: (operatorID: OperatorID, handOff: HandOff)?
        /// One that a page begins ends no other.
        var beginner = Beginner.tenant
        /// What the tenant calls it by; nil where it does not say.
        var reference: String?
    }

    /// Begins an authentication, durable when this returns. Every other open one of the same registration and purpose ends
    /// where the tenant begins it.
    /// - Parameter result: what the client is told, given the authentication's token.
    /// - Throws: `notRegistered` where the person was erased meanwhile.
    func begin<Result: StepResult>(
        _ new: VisitBeginning, at now: Instant, result: (_ token: String) throws -> Result
    ) async throws -> Result {
        let (registration, tenant) = (new.registration, new.tenant)
        guard let dataKey = try dataKeyIfKept(of: registration) else { throw Refusal(.notRegistered) }
        let id = try AuthenticationID.random()
        let token = try token(of: id, tenant: tenant.id, begunBy: new.beginner)
        let result = try result(token)
        let json = try sortedKeyJSON(result)
        do {
            var beginning = NewAuthentication(
                id: id, tenantID: tenant.id, enrollmentID: registration.id, purpose: new.purpose,
                events: new.events, sessionDigest: new.sessionDigest,
                tokenDigest: Digest.sha256([UInt8](token.utf8)), createdAt: now,
                trigger: try new.trigger.map { trigger in
                    TriggerWrite(
                        operatorID: trigger.operatorID,
                        sealedHandOff: try trigger.handOff.sealed(for: registration.id, under: dataKey))
                },
                keyedResult: try new.keyed?.write(json, of: registration.id, under: dataKey),
                mail: try new.mail.map { mail in
                    (
                        try mail.message.write(of: registration.id, under: dataKey),
                        try SearchTerm.email(mail.address).key(in: tenant.id, keys: keys)
                    )
                })
            beginning.reference = try new.reference.map {
                try write(reference: $0, of: id, tenant: tenant.id, under: dataKey)
            }
            beginning.cancelsOthers = new.beginner == .tenant
            let cancelled = try await store.begin(beginning)
            metrics?.count(AuthenticationEnd(.superseded, new.purpose), times: cancelled.count)
        } catch StorageError.unknownSubject {
            throw Refusal(.notRegistered)
        } catch StorageError.mailLimitReached(let end) {
            throw Refusal(.mailLimitReached, retryAfterInSeconds: end.secondsAfter(now))
        }
        return result
    }

    /// The registration of whoever has this username now.
    /// - Throws: `notRegistered`.
    func registration(username: String, tenant: Tenant) async throws -> StoredEnrollment {
        let digest = try usernameDigest(username, tenant: tenant.id)
        guard let found = try await store.registration(tenant: tenant.id, usernameDigest: digest) else {
            throw Refusal(.notRegistered)
        }
        RequestSubject.note(found.id)
        return found
    }
}
