import Foundation
import GRDB
import OnboardingJSON
import OnboardingCore
import OnboardingCrypto

@testable import OnboardingStorage

/// A data folder of its own for one test, with a tenant in it; gone when the test is over.
final class StoreFixture: Sendable {
    static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    let folder: DataFolder
    let masterKey: MasterKey
    let stores: StoreFactory
    let keys: any KeyStore
    let store: any Store
    let evidence: any EvidenceStore
    let tenant: TenantID

    init(_ stores: StoreFactory = .sqlite) async throws {
        self.stores = stores
        let path = NSTemporaryDirectory() + "onboarding-storage-" + UUID().uuidString
        folder = try DataFolder.prepare(path)
        masterKey = try MasterKey.loadOrCreate(path: path + ".key", outside: path)
        keys = try stores.keys(folder, masterKey)
        store = try stores.store(folder, keys)
        evidence = try stores.evidence(folder)
        tenant = try await Self.makeTenant("acme", keys: keys, store: store)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder.path)
        for end in [".key", ".key.new", ".key.old"] { try? FileManager.default.removeItem(atPath: folder.path + end) }
        try? FileManager.default.removeItem(atPath: folder.path + ".key.erasures")
    }

    /// The same folder as another process sees it.
    func reopened() throws -> any Store { try stores.store(folder, keys) }

    static func makeTenant(_ name: String, keys: any KeyStore, store: any Store) async throws -> TenantID {
        let id = try TenantID.random()
        try await keys.makeTenantKey(of: id)
        try await store.create(
            row(name, id: id), configuration: "{}", secrets: [], credential: credential(name, of: id))
        return id
    }

    /// Sets `key` to 1 in the tenant's configuration.
    @discardableResult
    func configure(_ key: String, in store: (any Store)? = nil) async throws -> JSONValue {
        try await (store ?? self.store).changeConfiguration(of: tenant, at: Self.now) {
            $0.merged(with: .object([key: .number(1)]))
        }
    }

    static func row(_ name: String, id: TenantID) -> TenantRow {
        TenantRow(
            id: id, name: name, realm: "\(name)-consumers",
            apiKeyDigest: Digest.sha256(Array("\(name) key".utf8)), sealedAPIKey: [1, 2, 3], isTest: true,
            createdAt: now)
    }

    /// A tenant's credential with a secret.
    static func credential(_ name: String, of tenant: TenantID) -> CredentialRow {
        CredentialRow(
            clientID: "\(name)-b2b", tenantID: tenant, scopes: "enroll", createdAt: now, endsAt: nil,
            keys: [key("first", Array("\(name) secret".utf8))])
    }

    static func key(_ id: String, _ secret: [UInt8]) -> CredentialKeyRow {
        CredentialKeyRow(kind: .secret, id: id, value: Digest.sha256(secret), createdAt: now)
    }

    /// - Parameter username: nil for somebody who is nobody else.
    func new(
        username: String? = nil, email: String? = nil, session: String? = nil, tenant: TenantID? = nil,
        events: [Event]? = nil
    ) throws -> NewEnrollment {
        let id = try EnrollmentID.random()
        let owner = tenant ?? self.tenant
        return NewEnrollment(
            id: id, tenantID: owner, events: events ?? [.triggered(until: Self.now.adding(seconds: 600))],
            sessionDigest: session.map { Digest.sha256(Array($0.utf8)) },
            tokenDigest: Digest.sha256(Array(id.text.utf8)),
            usernameDigest: try digest(of: username ?? id.text, tenant: owner),
            emailDigest: try email.map { try digest(of: $0, tenant: owner) }, sealedPerson: nil, createdAt: Self.now)
    }

    /// Of a username or an e-mail address.
    func digest(of text: String, tenant: TenantID? = nil) throws -> [UInt8] {
        try keys.lookupDigest(of: Array(text.utf8), field: "username", tenant: tenant ?? self.tenant)
    }

    /// Begins an enrollment that waits for the step after enroll.
    func begun(_ policy: Policy = Policy(requiredChecks: [.addFace]), username: String? = nil) async throws
        -> EnrollmentID
    {
        let deadline = Self.now.adding(seconds: policy.lifetimeInSeconds)
        let new = try new(
            username: username, events: [.triggered(until: deadline), .started(policy, deadline: deadline)])
        _ = try await keys.makeDataKey(of: new.id, tenant: new.tenantID)
        try await store.begin(new)
        return new.id
    }

    static func proposal(
        _ command: Command, _ step: Step? = nil, body: String = "body", after seconds: Int64 = 1,
        code: String = "CODE"
    ) -> Proposal {
        Proposal(
            command, record: step.map { IdempotencyRecord(step: $0, requestDigest: body) },
            at: now.adding(seconds: seconds),
            registrationCode: code)
    }
}

extension StoreFixture {
    /// Somebody who is registered, with a device and a template.
    func registered(username: String? = nil) async throws -> EnrollmentID {
        let id = try await begun(Policy(requiredChecks: [.addDevice, .addFace]), username: username)
        _ = try await store.commit(id, Self.proposal(.addDevice)) { _ in
            StepWrites(device: DeviceWrite(deviceDigest: [1], sealed: [1]))
        }
        _ = try await store.commit(id, Self.proposal(.addFace(.live), code: id.text)) { _ in
            StepWrites(templates: [TemplateWrite(kind: "face", model: "m", sealed: [1])])
        }
        return id
    }

    func newAuthentication(
        of id: EnrollmentID, purpose: AuthenticationPurpose = .authenticate, session: String? = nil,
        events: [AuthenticationEvent]? = nil
    ) throws -> NewAuthentication {
        let own = try AuthenticationID.random()
        return NewAuthentication(
            id: own, tenantID: tenant, enrollmentID: id, purpose: purpose,
            events: events ?? [.triggered(until: Self.now.adding(seconds: 600))],
            sessionDigest: session.map { Digest.sha256(Array($0.utf8)) },
            tokenDigest: Digest.sha256(Array(own.text.utf8)), createdAt: Self.now)
    }

    /// Begins an authentication that waits for the step after authenticate.
    func returning(
        _ id: EnrollmentID, _ policy: AuthenticationPolicy = AuthenticationPolicy()
    ) async throws -> AuthenticationID {
        let deadline = Self.now.adding(seconds: policy.lifetimeInSeconds)
        let new = try newAuthentication(
            of: id, purpose: policy.purpose,
            events: [.triggered(until: deadline), .started(policy, deadline: deadline)])
        try await store.begin(new)
        return new.id
    }

    static func returning(
        _ command: AuthenticationCommand, _ step: Step? = nil, body: String = "body", after seconds: Int64 = 1
    ) -> AuthenticationProposal {
        AuthenticationProposal(
            command, record: step.map { IdempotencyRecord(step: $0, requestDigest: body) },
            at: now.adding(seconds: seconds))
    }

    /// Of an object that nobody has written.
    func evidenceRow(of id: EnrollmentID, kind: String = "authentication-face") throws -> EvidenceRow {
        EvidenceRow(
            id: try .random(), enrollmentID: id, kind: kind, byteCount: 3, digest: [UInt8](repeating: 9, count: 32),
            createdAt: Self.now)
    }

    func operatorRow(
        _ name: String, of tenant: TenantID? = nil, password: String? = nil, sealedSecret: [UInt8]? = nil,
        lastStep: Int64? = nil
    ) throws -> OperatorRow {
        OperatorRow(
            id: try .random(), tenantID: tenant ?? self.tenant, name: name, role: "auditor", rights: "cases",
            passwordHash: password, sealedSecret: sealedSecret, lastStep: lastStep, createdAt: Self.now)
    }

    func session(
        of id: OperatorID, digest: [UInt8], after seconds: Int64 = 0, secondFactorAt: Instant? = nil,
        sealedSecret: [UInt8]? = nil, beginning: OperatorSessionRow.Beginning = .password
    ) -> OperatorSessionRow {
        let at = Self.now.adding(seconds: seconds)
        return OperatorSessionRow(
            digest: digest, operatorID: id, beginning: beginning, createdAt: at, lastSeenAt: at,
            expiresAt: at.adding(seconds: 600), secondFactorAt: secondFactorAt, sealedSecret: sealedSecret)
    }

    func passkey(of id: OperatorID, id credentialID: [UInt8], counter: Int64 = 0) -> PasskeyRow {
        PasskeyRow(
            credentialID: credentialID, operatorID: id, algorithm: -7, publicKey: [4], counter: counter,
            name: "blue key", createdAt: Self.now)
    }

    func proposal(
        by person: OperatorID, of tenant: TenantID? = nil, about enrollment: EnrollmentID? = nil,
        after seconds: Int64 = 0
    ) throws -> ProposalRow {
        let at = Self.now.adding(seconds: seconds)
        return ProposalRow(
            id: try .random(), tenantID: tenant ?? self.tenant, action: "erasure", operatorID: person,
            enrollmentID: enrollment, proposedAt: at, expiresAt: at.adding(seconds: 600), sealed: [6])
    }

    func link(of id: OperatorID, digest: [UInt8]) -> SignInLinkRow {
        SignInLinkRow(digest: digest, operatorID: id, expiresAt: Self.now.adding(seconds: 3600))
    }

    /// The enrollments of this username that were started and have not ended, oldest first.
    func startedEnrollments(usernameDigest: [UInt8]) async throws -> [EnrollmentID] {
        var started: [EnrollmentID] = []
        for id in try await store.list(Enrollment.self, after: 0, limit: 1000).page.compactMap(\.id) {
            guard let stored = try await store.enrollment(id), stored.usernameDigest == usernameDigest,
                stored.tenantID == tenant, stored.enrollment.progress != nil
            else { continue }
            started.append(id)
        }
        return started
    }

    /// The newest that fit, on one page.
    func found(_ query: EnrollmentQuery, tenant: TenantID? = nil) async throws -> [EnrollmentID] {
        try await store.cases(
            tenant: tenant ?? self.tenant, matching: query, from: .newest, limit: 10, scanning: 100
        ).rows.map(\.id)
    }

    /// Where the test is about SQLite.
    struct IsNotSQLite: Error {}

    var sqlite: SQLiteStore {
        get throws {
            guard let store = store as? SQLiteStore else { throw IsNotSQLite() }
            return store
        }
    }

    var sqliteKeys: SQLiteKeyStore {
        get throws {
            guard let keys = keys as? SQLiteKeyStore else { throw IsNotSQLite() }
            return keys
        }
    }
}

extension StoreFixture {
    /// A folder with at least a row in every table.
    static func filled() async throws -> StoreFixture {
        let fixture = try await StoreFixture()
        let secret = SecretRow(kind: "qr", keyID: "1", createdAt: StoreFixture.now, retiredAt: nil, sealed: [1])
        try await fixture.store.rotate(to: [secret], of: .tenant(fixture.tenant), at: StoreFixture.now)
        let disabled = try await makeTenant("disabled", keys: fixture.keys, store: fixture.store)
        try await fixture.store.setDisabled(true, tenant: disabled, at: StoreFixture.now)
        let leaving = try await makeTenant("leaving", keys: fixture.keys, store: fixture.store)
        try await fixture.store.setDisabled(true, tenant: leaving, at: StoreFixture.now)
        try await fixture.store.beginRemoval(of: leaving, isForced: false, at: StoreFixture.now)
        let webhook = WebhookRow(
            id: try .random(), tenantID: fixture.tenant, url: "https://example.org/", kinds: [], allowsPrivate: false,
            createdAt: StoreFixture.now)
        try await fixture.store.add(webhook, secrets: [])
        _ = try await fixture.store.moveTrailPosition(
            of: "siem.example.org:6514", from: 0, to: 1, at: StoreFixture.now)
        try await fixture.store.trustClock(until: StoreFixture.now)
        let ada = try fixture.operatorRow("ada", password: "a hash", sealedSecret: [1], lastStep: 7)
        try await fixture.store.add(ada, link: fixture.link(of: ada.id, digest: [1]))
        try await fixture.store.begin(fixture.session(of: ada.id, digest: [1]), atMost: 1, signingInWith: nil)
        _ = try await fixture.store.add(
            fixture.passkey(of: ada.id, id: [1]), atMost: 1, inSession: [1], renewedAs: [2],
            openingUntil: StoreFixture.now)
        try await fixture.store.add(fixture.proposal(by: ada.id), atMost: 1)
        let eve = try fixture.operatorRow("eve")
        try await fixture.store.add(
            eve,
            identity: OperatorIdentityRow(
                operatorID: eve.id, tenantID: fixture.tenant, issuer: "https://issuer.example", subjectDigest: [5],
                createdAt: StoreFixture.now))
        _ = try await fixture.store.useAssertion([9], tenant: fixture.tenant, at: StoreFixture.now)
        let logo = LogoMark(digest: String(repeating: "0c", count: 32), type: "image/png", width: 2, height: 1)
        try await fixture.store.setLogo(
            LogoRow(mark: logo, file: [7], setAt: StoreFixture.now), of: fixture.tenant, at: StoreFixture.now)
        for name in ["kept", "half erased"] {
            var new = try fixture.new(
                username: name, session: name,
                events: [
                    .triggered(until: StoreFixture.now.adding(seconds: 600)),
                    .started(Policy(), deadline: StoreFixture.now.adding(seconds: 600)), .deviceAdded,
                    .faceRefused(.undecided, nil),
                ])
            new.trigger = TriggerWrite(operatorID: ada.id, sealedHandOff: [11])
            new.searchPrefixes = [SearchPrefix(.username, length: 3, digest: [UInt8](repeating: 3, count: 32))]
            new.searchKeys = [SearchKey(.email, digest: Array(name.utf8))]
            new.mail = MailWrite(
                id: try .random(), messageID: "\(name)@example.org", kind: "invitation", sealed: [9],
                expiresAt: StoreFixture.now)
            let dataKey = try await fixture.keys.makeDataKey(of: new.id, tenant: fixture.tenant)
            try await fixture.store.begin(new)
            let evidence = try await fixture.evidence.write(
                EvidenceObject(sections: [.json("a.json", Array("{}".utf8))]), kind: "face", of: new.id,
                under: dataKey, at: StoreFixture.now)
            _ = try await fixture.store.commit(
                new.id, StoreFixture.proposal(.addFace(.live, evidence.reference), .addFace, body: name)
            ) { _ in
                StepWrites(
                    sealedResult: [1], evidence: evidence,
                    device: DeviceWrite(deviceDigest: [1], sealed: [2]),
                    templates: [TemplateWrite(kind: "face", model: "m", sealed: [3])], sealedCodes: [5],
                    failureSubjects: [[4]],
                    marks: CaptureMarks(images: [Array(name.utf8)], session: Array(name.utf8)), acceptsImages: true,
                    searchKeys: [SearchKey(.username, digest: [6])],
                    keyedResult: KeyedResultWrite(
                        keyDigest: Array(name.utf8), requestDigest: [7], sealedResult: [8],
                        isFreeBefore: StoreFixture.now))
            }
            let right = CaptureRightRow(
                enrollmentID: new.id, digest: Array(name.utf8), sealedSession: [10], takenAt: StoreFixture.now)
            _ = try await fixture.store.take(right, holding: nil, takesOver: false, remembering: 1)
            if name == "kept" {
                try await fixture.store.hold([new.id], of: fixture.tenant, reason: "case-7", at: StoreFixture.now)
                try await fixture.store.add(
                    CaseNoteRow(writtenBy: "credential desk", sealed: [10], at: StoreFixture.now), to: new.id)
                try await fixture.store.setFlag(
                    CaseFlag(setBy: "credential desk", at: StoreFixture.now), of: new.id, at: StoreFixture.now)
            }
            if name == "half erased" {
                let hold = FraudHold(
                    enrollmentID: new.id, tenantID: fixture.tenant, keyID: try .random(), until: StoreFixture.now,
                    count: 0)
                try await fixture.store.beginErasure(
                    of: new.id, despiteHold: false, leaving: FraudHoldWrite(hold: hold, days: 30, evidence: []),
                    at: StoreFixture.now)
            }
        }
        try await fixture.addReturning(triggeredBy: ada.id)
        return fixture
    }

    /// What a tenant's client keeps of a user.
    private func addUserData(to id: EnrollmentID) async throws {
        try await store.setDetails([1], of: id, operation: "user.edit", at: Self.now)
        let face = UserFaceWrite(
            id: try .random(), template: TemplateWrite(kind: "face", model: "m", sealed: [3]), sealedImage: [4])
        try await store.add([face], to: id, atMost: 5, operation: "user.addFace", at: Self.now)
        try await store.setOneTimePassword(
            [5], of: id, expiringAt: Self.now.adding(seconds: 300), mail: nil, operation: "user.getOTP", at: Self.now)
        try await store.add(
            UserTokenRow(id: "token", enrollmentID: id, createdAt: Self.now, expiresAt: Self.now.adding(seconds: 900)),
            atMost: 5, operation: "user.auth")
    }

    /// Somebody who is not registered, because their face is.
    private func addDuplicate(of registered: EnrollmentID) async throws {
        let id = try await begun(username: "again")
        _ = try await store.commit(
            id,
            Proposal(
                .addFace(.duplicate), record: nil, at: Self.now.adding(seconds: 1), registrationCode: "AGAIN",
                duplicate: FoundDuplicate(registered, isRefused: true)))
    }

    /// Somebody who is registered by their device alone, and came back twice.
    private func addReturning(triggeredBy person: OperatorID) async throws {
        let id = try await begun(Policy(requiredChecks: [.addDevice]), username: "registered")
        _ = try await store.commit(id, Self.proposal(.addDevice, code: "REGISTERED"))
        try await addUserData(to: id)
        try await addDuplicate(of: id)
        let until = Self.now.adding(seconds: 600)
        let policy = AuthenticationPolicy(requiredChecks: [.verifyDevice])
        for session in ["complete", "open"] {
            var new = try newAuthentication(
                of: id, session: session, events: [.triggered(until: until), .started(policy, deadline: until)])
            new.trigger = TriggerWrite(operatorID: person, sealedHandOff: [12])
            new.reference = ReferenceWrite(digest: Array(session.utf8), sealed: [15])
            try await store.begin(new)
            let right = CaptureRightRow(
                enrollmentID: id, authenticationID: new.id, digest: Array(session.utf8), sealedSession: [14],
                takenAt: Self.now)
            _ = try await store.take(right, holding: nil, takesOver: false, remembering: 1)
            guard session == "complete" else { continue }
            _ = try await store.commit(new.id, Self.returning(.verifyDevice(.signed), .verifyDevice)) { _ in
                AuthenticationWrites(sealedResult: [13])
            }
        }
    }

    /// A connection that the MACs do not follow.
    func forger() throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        return try DatabaseQueue(path: folder.databasePath, configuration: configuration)
    }

    func tamper(_ sql: String) async throws {
        try await forger().write { try $0.execute(sql: sql) }
    }

    /// Has every page in the file, and says how large one is and which is the first of each tree.
    func pages() async throws -> (size: Int, trees: [(name: String, page: Int)]) {
        try await sqlite.database.writeWithoutTransaction { database in
            _ = try database.checkpoint(.truncate)
            return (
                try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0,
                try Row.fetchAll(database, sql: "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0").map {
                    (try $0.text("name"), try $0.integer("rootpage"))
                }
            )
        }
    }
}

/// Makes the stores that a contract is checked on.
struct StoreFactory: CustomStringConvertible, Sendable {
    let description: String
    let keys: @Sendable (DataFolder, MasterKey) throws -> any KeyStore
    let store: @Sendable (DataFolder, any KeyStore) throws -> any Store
    let evidence: @Sendable (DataFolder) throws -> any EvidenceStore

    static let sqlite = StoreFactory(
        description: "SQLite and a folder", keys: { try SQLiteKeyStore($0, masterKey: $1) },
        store: { try SQLiteStore($0, auditKey: $1.auditKey) },
        evidence: { FolderEvidenceStore($0) })

    static let all = [sqlite]
}
