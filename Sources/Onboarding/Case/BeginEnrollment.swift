internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

extension Cases {
    /// An enrollment that a client asks for.
    struct Beginning {
        let person: Person
        var sessionDigest: [UInt8]?
        let tenant: Tenant
        /// What has happened to it already; the first is `triggered`.
        let events: [Event]
        /// Cancels every other started enrollment of the same username.
        var cancelsOthersOfUsername = false
        var keyed: KeyedRequest?
        /// What is to be sent to the person.
        var mail: OutgoingMail?
        /// Which operator asks for it, and what the operator's page shows again.
        var trigger: (operatorID: OperatorID, handOff: HandOff)?
        /// One that a page begins is begun for whoever is registered as well, so that nobody learns who is.
        var beginner = Beginner.tenant
    }

    /// Makes an enrollment with its own data key, durable when this returns. The key comes first: a key without a row opens
    /// nothing, a row without a key could never be read.
    /// - Parameter result: what the client is told, given the enrollment's token.
    /// - Throws: `StorageError.usernameComplete` where the person is registered, and the tenant begins it.
    func begin<Result: StepResult>(
        _ beginning: Beginning, at now: Instant, result: (_ token: String) throws -> Result
    ) async throws -> Result {
        let (person, tenant) = (beginning.person, beginning.tenant)
        let id = try EnrollmentID.random()
        RequestSubject.note(id)
        let dataKey = try await keys.makeDataKey(of: id, tenant: tenant.id)
        let token = try token(of: id, tenant: tenant.id, begunBy: beginning.beginner)
        let result = try result(token)
        let json = try sortedKeyJSON(result)
        var new = NewEnrollment(
            id: id, tenantID: tenant.id, events: beginning.events, sessionDigest: beginning.sessionDigest,
            tokenDigest: Digest.sha256([UInt8](token.utf8)),
            usernameDigest: try usernameDigest(person.username, tenant: tenant.id),
            emailDigest: try person.email.map {
                try keys.lookupDigest(of: [UInt8]($0.utf8), field: "email", tenant: tenant.id)
            },
            sealedPerson: try person.sealed(for: id, under: dataKey), createdAt: now,
            searchKeys: try person.searchTerms.map { try $0.key(in: tenant.id, keys: keys) },
            searchPrefixes: try person.searchPrefixes(in: tenant.id, keys: keys),
            keyedResult: try beginning.keyed?.write(json, of: id, under: dataKey),
            mail: try beginning.mail?.write(of: id, under: dataKey),
            isOfNobodyRegistered: beginning.beginner == .tenant,
            trigger: try beginning.trigger.map { trigger in
                TriggerWrite(
                    operatorID: trigger.operatorID, sealedHandOff: try trigger.handOff.sealed(for: id, under: dataKey))
            })
        do {
            while true {
                let code = Event.codeReserved(registrationCode: try RegistrationCode.random())
                new.events = beginning.events.prefix(1) + [code] + beginning.events.dropFirst()
                do {
                    try await store.begin(new, cancelsOthersOfUsername: beginning.cancelsOthersOfUsername)
                    return result
                } catch StorageError.registrationCodeTaken {
                    continue
                }
            }
        } catch let error as StorageError where error.meansNothingBegun {
            try await keys.erase([id])
            throw error
        }
    }
}

extension StorageError {
    /// Whether an enrollment was refused for what there is already, so that its key opens nothing.
    fileprivate var meansNothingBegun: Bool {
        switch self {
        case .usernameComplete, .idempotencyKeyTaken, .mailLimitReached: true
        default: false
        }
    }
}
