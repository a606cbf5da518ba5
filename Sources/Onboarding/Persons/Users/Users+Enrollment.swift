internal import FaceEngine
internal import Mail
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

extension Users {
    /// Somebody whom the tenant's client registers.
    package struct Registration: Sendable {
        package let userID: String?
        /// Nil for the group that every tenant has.
        package let groupID: String?
        package let details: String?
        /// That the person has given to the client.
        package let consent: Consent?
        package let images: [[UInt8]]

        package init(userID: String?, groupID: String?, details: String?, consent: Consent?, images: [[UInt8]]) {
            self.userID = userID
            self.groupID = groupID
            self.details = details
            self.consent = consent
            self.images = images
        }
    }

    /// Registers somebody by images of the face.
    /// - Returns: the ids of the faces, in the order of the images.
    package func enroll(
        _ registration: Registration, by requester: UserRequester, at now: Instant
    ) async throws -> [FaceID] {
        try requester.requireAdministrator()
        let tenant = requester.tenant
        let userID = try Self.name(registration.userID, .username, missing: .missingUserID)
        let details = registration.details ?? ""
        try Self.check(details: details)
        let consent = try Self.checked(registration.consent)
        let group = try Self.group(registration.groupID)
        let person = Person(username: userID, email: MailAddress(userID) == nil ? nil : userID)
        return try await register(
            person, groupID: group, details: details, consent: consent, images: registration.images, tenant: tenant,
            at: now
        ).faces
    }

    /// Registers a person by images of the face.
    /// - Throws: 610, 612, 616, 617, 623, 699; `faceSearchNotReady` where the tenant registers nobody twice.
    func register(
        _ person: Person, groupID: String, details: String, consent: Consent?, images: [[UInt8]], tenant: Tenant,
        at now: Instant
    ) async throws -> (id: EnrollmentID, faces: [FaceID]) {
        guard consent != nil || !tenant.settings.policy.requiresConsent else { throw UserError(.consentRequired) }
        // Before anything costly is done; the transaction asks again.
        guard try await store.group(groupID, tenant: tenant.id) != nil else { throw UserError(.groupNotFound) }
        let usernameDigest = try cases.usernameDigest(person.username, tenant: tenant.id)
        guard try await !store.isComplete(tenant: tenant.id, usernameDigest: usernameDigest) else {
            throw UserError(.userAlreadyExists)
        }
        let faces = try await faces(in: images)
        guard try await areOfOnePerson(faces, tenant) else { throw UserError(.facesDiffer) }

        let id = try EnrollmentID.random()
        // Look for who is registered twice. The face is claimed first, so that two who come at once do not miss each other; whose
        // it is only the transaction knows, and what it has stored is told to the searches below.
        try await duplicates.waitUntilReady(for: tenant)
        let templates = faces.map(\.template)
        let claim = try await duplicates.claim(templates, of: id, subject: try SubjectID.random(), in: tenant)
        defer { if let claim { cases.faceIndex.settle(claim, isRegistered: false) } }
        let check = try await duplicates.perform(templates, excluding: nil, in: tenant)
        if let duplicate = check?.duplicate, duplicate.isRefused {
            try await note(check, of: [duplicate.enrollment], in: tenant, at: now)
            throw UserError(.faceRegistered)
        }

        RequestSubject.note(id)
        // The key comes first: a key without a row opens nothing, a row without a key could never be read.
        let dataKey = try await cases.keys.makeDataKey(of: id, tenant: tenant.id)
        do {
            let written = try writes(of: faces, for: id, under: dataKey, in: tenant)
            let new = NewUser(
                enrollment: NewEnrollment(
                    id: id, tenantID: tenant.id, events: [], sessionDigest: nil, tokenDigest: nil,
                    usernameDigest: usernameDigest,
                    emailDigest: try person.email.map {
                        try cases.keys.lookupDigest(of: [UInt8]($0.utf8), field: "email", tenant: tenant.id)
                    },
                    sealedPerson: try person.sealed(for: id, under: dataKey), createdAt: now,
                    searchKeys: try person.searchTerms.map { try $0.key(in: tenant.id, keys: cases.keys) },
                    searchPrefixes: try person.searchPrefixes(in: tenant.id, keys: cases.keys)),
                sealedDetails: details.isEmpty ? nil : try Self.sealed(details, of: id, under: dataKey),
                faces: written, groupID: groupID)
            try await enroll(
                new,
                RegistrationByClient(
                    consent: consent, faces: faces.count, duplicate: check?.duplicate?.enrollment))
            if let stored = try await store.enrollment(id) { await cases.indexFaces(of: stored) }
            try await note(check, of: [id], in: tenant, at: now)
            return (id, written.map(\.id))
        } catch {
            // What was not stored leaves no key; one that a crash leaves opens nothing.
            if error is UserError { try await cases.keys.erase([id]) }
            throw error
        }
    }

    /// Says in the audit trail what the search for the face came to, where it found somebody or was not made: no step and no evidence
    /// can say so.
    private func note(
        _ check: DuplicateCheck?, of ids: [EnrollmentID], in tenant: Tenant, at now: Instant
    ) async throws {
        guard let check, let result = check.notSearched?.rawValue ?? check.duplicate.map({ _ in "duplicate" }) else {
            return
        }
        try await cases.note(
            .userOperation(operation: "user.enroll", ids, result: result), tenant: tenant.id, at: now)
    }

    private func enroll(_ new: NewUser, _ registration: RegistrationByClient) async throws {
        var new = new
        while true {
            new.enrollment.events = registration.events(
                registrationCode: try RegistrationCode.random(), at: new.enrollment.createdAt)
            do {
                return try await knowing { try await store.enroll(new) }
            } catch StorageError.registrationCodeTaken {
                continue
            } catch StorageError.usernameComplete {
                throw UserError(.userAlreadyExists)
            }
        }
    }

    /// The group that is meant; the one that every tenant has where none is named.
    static func group(_ groupID: String?) throws -> String {
        guard let groupID, !groupID.isEmpty else { return GroupRow.defaultID }
        return try text(groupID, .groupName, missing: .missingGroupID)
    }

    /// - Throws: 699 for a consent that is none.
    private static func checked(_ consent: Consent?) throws(UserError) -> Consent? {
        do {
            return try consent?.checked()
        } catch {
            throw UserError(.consentInvalid)
        }
    }
}
