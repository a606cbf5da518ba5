package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// A tenant's users as its own trusted clients see them (HyperSecure). A user is whoever is registered, by whichever way: the user
/// id is the username of the registration (decision 0111).
///
/// Images come one by one, and nobody judges whether a living person was before the camera: what is verified here is that two images
/// show one face, which by itself authenticates nobody.
package struct Users: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let engines: Engines
    let duplicates: DuplicateSearch
    let pools: WorkerPools
    let publicURL: PublicURL
    let mail: MailSetup?

    package init(
        cases: Cases, tenants: TenantDirectory, engines: Engines, duplicates: DuplicateSearch, pools: WorkerPools,
        publicURL: PublicURL, mail: MailSetup?
    ) {
        (self.cases, self.tenants, self.engines, self.duplicates) = (cases, tenants, engines, duplicates)
        (self.pools, self.publicURL, self.mail) = (pools, publicURL, mail)
    }

    var store: any Store { cases.store }
    /// For bodies with images in them.
    package var bodies: WorkerPool { pools.bodies }

    // MARK: Who asks

    /// Who a client asks in the name of.
    /// - Parameter token: of a user; nil where none was shown.
    /// - Throws: `tokenInvalid`, `tokenExpired`.
    package func requester(
        _ principal: Principal, userToken token: String?, at now: Instant
    ) async throws -> UserRequester {
        guard let token else { return UserRequester(principal: principal, user: nil) }
        let shown = try await tenants.tokens().verifyUserToken(token, publicURL: try publicURL.value, at: now)
        // It may have been ended, and the user erased: then nothing of either is left.
        guard shown.realm == principal.tenant.realm, let row = try await store.userToken(shown.id, at: now),
            row.enrollmentID == shown.enrollmentID, let stored = try await store.enrollment(row.enrollmentID),
            stored.tenantID == principal.tenant.id
        else { throw Refusal(.tokenInvalid) }
        return UserRequester(principal: principal, user: row.enrollmentID)
    }

    // MARK: Finding

    /// The registration of a user.
    /// - Throws: 603 where no id is given, 615.
    func registration(of userID: String?, _ tenant: Tenant) async throws -> StoredEnrollment {
        let userID = try Self.text(userID, .username, missing: .missingUserID)
        let digest = try cases.usernameDigest(userID, tenant: tenant.id)
        guard let stored = try await store.registration(tenant: tenant.id, usernameDigest: digest) else {
            throw UserError(.userNotFound)
        }
        RequestSubject.note(stored.id)
        return stored
    }

    /// The same where a user's token opens no more than the user's own: whose a user id is that is another's, or nobody's, such a
    /// token does not tell.
    func registration(
        of userID: String?, ownOrFor requester: UserRequester
    ) async throws -> StoredEnrollment {
        do {
            let stored = try await registration(of: userID, requester.tenant)
            try requester.requireAdministrator(orUser: stored.id)
            return stored
        } catch let error as UserError where error.number == .userNotFound {
            try requester.requireAdministrator()
            throw error
        }
    }

    /// A text that must be there and may not be longer than `limit`.
    static func text(_ text: String?, _ limit: Limit, missing: UserError.Number) throws -> String {
        guard let text, !text.isEmpty else { throw UserError(missing) }
        guard text.utf8.count <= limit.value || text.unicodeScalars.count <= limit.value else {
            throw UserError(.valueTooLong)
        }
        return text
    }

    /// The same of a name by which somebody or something is found, in its one form.
    static func name(_ text: String?, _ limit: Limit, missing: UserError.Number) throws -> String {
        let name = try Self.text(
            NameForm.normalized(try Self.text(text, limit, missing: missing)), limit, missing: missing)
        guard NameForm.isAllowed(name) else { throw UserError(.wrongType) }
        return name
    }

    // MARK: What is kept of a user

    package struct Profile: Equatable, Sendable {
        package let userID: String
        /// Empty where nobody has written any.
        package let details: String
        package let createdAt: Instant
        package let groups: [GroupMembership]
        package let faces: [String]

        package struct GroupMembership: Equatable, Sendable {
            package let groupID: String
            package let role: String
        }

        /// Each once.
        package var roles: [String] { Set(groups.map(\.role)).sorted() }
    }

    package func profile(_ userID: String?, by requester: UserRequester, at now: Instant) async throws -> Profile {
        let stored = try await registration(of: userID, ownOrFor: requester)
        guard let profile = try await profile(of: stored) else { throw UserError(.userNotFound) }
        try await cases.noteReading("user.get", of: [stored.id], tenant: stored.tenantID, at: now)
        return profile
    }

    /// Nil where the user is being erased at this moment.
    func profile(of stored: StoredEnrollment) async throws -> Profile? {
        guard let dataKey = try cases.dataKeyIfKept(of: stored), let user = try await store.user(stored.id) else {
            return nil
        }
        return Profile(
            userID: try Person(of: stored, under: dataKey).username,
            details: try Self.details(user.sealedDetails, of: stored.id, under: dataKey),
            createdAt: stored.createdAt,
            groups: user.groups.map { .init(groupID: $0.groupID, role: $0.role.rawValue) },
            faces: try await store.facesOfUser(stored.id, kind: TemplateKind.face.rawValue)
                .map { Self.faceID($0, of: stored.id) })
    }

    package func edit(_ userID: String?, details: String?, by requester: UserRequester, at now: Instant) async throws {
        try requester.requireAdministrator()
        guard let details else { throw UserError(.missingUserDetails) }
        try Self.check(details: details)
        let stored = try await registration(of: userID, requester.tenant)
        try await knowing {
            try await store.setDetails(
                try Self.sealed(details, of: stored.id, under: try cases.dataKey(of: stored)), of: stored.id,
                operation: "user.edit", at: now)
        }
    }

    /// Erases the person with images, templates, places in groups and the entry of the search, and everything else that is kept.
    @discardableResult
    package func remove(
        _ userID: String?, by requester: UserRequester, at now: Instant
    ) async throws -> ErasedPerson {
        try requester.requireAdministrator()
        let stored = try await registration(of: userID, requester.tenant)
        try requester.principal.requireColleague(for: .erasure)
        let erased = try await knowing { try await cases.erasePerson(of: stored.id, at: now) }
        return try await ErasureCertificates(cases: cases, tenants: tenants, signatures: pools.signatures)
            .perform(for: erased, of: requester.tenant)
    }

    /// Whoever is erased meanwhile is not found.
    @discardableResult
    func knowing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch StorageError.unknownSubject {
            throw UserError(.userNotFound)
        } catch StorageError.keyMissing {
            throw UserError(.userNotFound)
        } catch StorageError.unknownGroup {
            throw UserError(.groupNotFound)
        } catch StorageError.groupFull {
            throw UserError(.groupFull)
        }
    }

    // MARK: The details of a user

    static func check(details: String) throws(UserError) {
        let limit = Limit.userDetails.value
        guard details.utf8.count <= limit || details.unicodeScalars.count <= limit else {
            throw UserError(.valueTooLong)
        }
    }

    static func sealed(_ details: String, of id: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal([UInt8](details.utf8), associated: label(id))
    }

    package static func details(_ sealed: [UInt8]?, of id: EnrollmentID, under dataKey: SealingKey) throws -> String {
        guard let sealed else { return "" }
        return String(decoding: try dataKey.open(sealed, associated: label(id)), as: UTF8.self)
    }

    private static func label(_ id: EnrollmentID) -> [UInt8] { [UInt8]("user-details:\(id.text)".utf8) }

    /// What a face is called: one that the person's own enrollment made has the id of that.
    static func faceID(_ face: FaceOfUser, of id: EnrollmentID) -> String { face.faceID?.text ?? id.text }
}
