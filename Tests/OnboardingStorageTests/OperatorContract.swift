import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    static let operators = [
        StoreContract("an operator is found by a name that is one operator's in the tenant") { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let ada = try fixture.operatorRow("ada", password: "hash", sealedSecret: [1, 2], lastStep: 3)
            try await store.add(ada, link: nil)
            #expect(try await store.operatorRow(tenant: tenant, name: "ada") == ada)
            #expect(try await store.operatorRow(tenant: tenant, name: "Ada") == nil)
            await #expect(throws: StorageError.nameTaken) {
                try await store.add(try fixture.operatorRow("ada"), link: nil)
            }
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            #expect(try await store.operatorRow(tenant: other, name: "ada") == nil)
            let namesake = try fixture.operatorRow("ada", of: other)
            try await store.add(namesake, link: nil)
            let bob = try fixture.operatorRow("abo")
            try await store.add(bob, link: nil)
            #expect(try await store.operators(tenant: tenant) == [bob, ada])
            #expect(try await store.operators(tenant: other) == [namesake])
            let unknown = try fixture.operatorRow("ada", of: try TenantID.random())
            await #expect(throws: StorageError.unknownSubject) { try await store.add(unknown, link: nil) }
            #expect(try await fixture.told() == ["operatorAdded", "operatorAdded", "operatorAdded"])
        },
        StoreContract("an operator's role and rights are changed, and what is the same is not told") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let ada = try await fixture.added("ada")
            try await store.change(ada.id, role: "auditor", rights: "cases", at: now)
            try await store.change(ada.id, role: "admin", rights: "cases people", at: now)
            let row = try await store.operatorRow(tenant: fixture.tenant, name: "ada")
            #expect(row?.role == "admin" && row?.rights == "cases people")
            #expect(try await fixture.told() == ["operatorAdded", "operatorChanged"])
            let nobody = try OperatorID.random()
            await #expect(throws: StorageError.unknownSubject) {
                try await store.change(nobody, role: "admin", rights: "", at: now)
            }
        },
        StoreContract("a disabled operator has no session and no link, and is restored without them") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let (ada, bob) = (try await fixture.added("ada"), try await fixture.added("bob"))
            for (number, person) in [ada, bob].enumerated() {
                let digest = [UInt8(number)]
                try await store.add(fixture.link(of: person.id, digest: digest), at: now)
                try await store.begin(fixture.session(of: person.id, digest: digest), atMost: 9, signingInWith: nil)
            }
            try await store.setDisabled(true, ada.id, at: now)
            try await store.setDisabled(true, ada.id, at: now.adding(seconds: 5))
            #expect(try await store.operatorRow(tenant: fixture.tenant, name: "ada")?.disabledAt == now)
            #expect(try await store.operatorSession([0]) == nil)
            #expect(try await store.linkBearer([0]) == nil)
            await #expect(throws: StorageError.unknownSubject) {
                try await store.begin(fixture.session(of: ada.id, digest: [7]), atMost: 9, signingInWith: nil)
            }
            try await store.add(fixture.link(of: ada.id, digest: [8]), at: now)
            #expect(try await store.useLink([8], settingPassword: "x", at: now) == nil, "made while disabled")
            try await store.setDisabled(false, ada.id, at: now)
            #expect(try await store.operatorRow(tenant: fixture.tenant, name: "ada")?.disabledAt == nil)
            #expect(try await store.operatorSession([0]) == nil)
            #expect(try await store.operatorSession([1])?.person == bob)
            #expect(try await store.linkBearer([1])?.person == bob)
            let told = try await fixture.told()
            #expect(
                told.filter { $0 == "operatorEnded" || $0 == "operatorRestored" } == [
                    "operatorEnded", "operatorRestored",
                ])
        },
        StoreContract("another password ends the other sessions and the links, and nobody else's") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let (ada, bob) = (try await fixture.added("ada"), try await fixture.added("bob"))
            for digest in [[1], [2]] as [[UInt8]] {
                let session = fixture.session(of: ada.id, digest: digest, beginning: .link)
                try await store.begin(session, atMost: 9, signingInWith: "link")
            }
            try await store.begin(fixture.session(of: bob.id, digest: [3]), atMost: 9, signingInWith: nil)
            try await store.add(fixture.link(of: ada.id, digest: [1]), at: now)
            try await store.setPassword("new", of: ada.id, keeping: [2], renewedAs: [4], at: now)
            #expect(try await store.operatorSession([2]) == nil, "it has another digest")
            let kept = try #require(try await store.operatorSession([4]))
            #expect(kept.session.beginning == .password && kept.person.passwordHash == "new")
            #expect(try await store.operatorSession([1]) == nil)
            #expect(try await store.operatorSession([3]) != nil)
            #expect(try await store.linkBearer([1]) == nil)
            try await store.setPassword("newer", of: ada.id, keeping: [3], renewedAs: [5], at: now)
            #expect(try await store.operatorSession([4]) == nil)
            #expect(try await store.operatorSession([3]) != nil, "another's")
        },
        StoreContract("a link sets a password once, within its time, and the newest alone") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let ada = try fixture.operatorRow("ada")
            func use(_ digest: UInt8, at instant: Instant = now) async throws -> OperatorRow? {
                try await store.useLink([digest], settingPassword: "hash \(digest)", at: instant)
            }
            try await store.add(ada, link: fixture.link(of: ada.id, digest: [1]))
            #expect(try await use(9) == nil)
            // Whoever looks uses nothing up.
            for _ in 0..<2 { #expect(try await store.linkBearer([1])?.person == ada) }
            #expect(try await store.linkBearer([1])?.expiresAt == now.adding(seconds: 3600))
            let used = try #require(try await use(1))
            #expect(used.id == ada.id && used.passwordHash == "hash 1")
            #expect(try await use(1) == nil)
            #expect(try await store.linkBearer([1]) == nil)
            for digest in [[2], [3], [4]] as [[UInt8]] {
                try await store.add(fixture.link(of: ada.id, digest: digest), at: now)
            }
            #expect(try await use(2) == nil)
            #expect(try await use(4, at: now.adding(seconds: 3600)) == nil, "its time is over")
            #expect(try await store.linkBearer([4])?.person.passwordHash == "hash 1", "and is told of")
            try await store.begin(fixture.session(of: ada.id, digest: [7]), atMost: 9, signingInWith: nil)
            #expect(try await use(4)?.passwordHash == "hash 4")
            #expect(try await store.operatorSession([7]) == nil, "sessions end")
            let made = [String](repeating: "operatorLinkMade", count: 3)
            #expect(
                try await fixture.told() == ["operatorAdded", "operatorLinkMade", "operatorPasswordSet"] + made + [
                    "operatorPasswordSet"
                ])
            // Of many at once one is let in.
            try await store.add(fixture.link(of: ada.id, digest: [5]), at: now)
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await use(5) == nil ? 0 : 1 } }
                return try await group.reduce(0, +)
            }
            #expect(count == 1)
        },
        StoreContract("a session is found by its digest until it ends, and tells when it was seen") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let ada = try await fixture.added("ada")
            let session = fixture.session(of: ada.id, digest: [1])
            try await store.begin(session, atMost: 9, signingInWith: "password")
            let found = try #require(try await store.operatorSession([1]))
            #expect(found == (session, ada))
            try await store.noteSeen([1], at: now.adding(seconds: 60))
            try await store.noteSeen([1], at: now.adding(seconds: 30))
            try await store.noteSeen([2], at: now)
            #expect(try await store.operatorSession([1])?.session.lastSeenAt == now.adding(seconds: 60))
            try await store.endSession([1], at: now)
            try await store.endSession([1], at: now)
            #expect(try await store.operatorSession([1]) == nil)
            #expect(try await fixture.told() == ["operatorAdded", "operatorSignedIn", "operatorSignedOut"])
        },
        StoreContract("the last request of an operator is that of the sessions that are kept, within the tenant") {
            fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let (ada, bob) = (try await fixture.added("ada"), try await fixture.added("bob"))
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            for digest in [[1], [2]] as [[UInt8]] {
                try await store.begin(fixture.session(of: ada.id, digest: digest), atMost: 9, signingInWith: nil)
            }
            try await store.noteSeen([1], at: now.adding(seconds: 60))
            #expect(try await store.lastRequests(ofOperatorsOf: fixture.tenant) == [ada.id: now.adding(seconds: 60)])
            #expect(try await store.lastRequests(ofOperatorsOf: other).isEmpty)
            try await store.endSession([1], at: now.adding(seconds: 70))
            #expect(try await store.lastRequests(ofOperatorsOf: fixture.tenant) == [ada.id: now])
            try await store.endSessions(of: ada.id, at: now.adding(seconds: 80))
            #expect(try await store.lastRequests(ofOperatorsOf: fixture.tenant)[bob.id] == nil)
            #expect(try await store.lastRequests(ofOperatorsOf: fixture.tenant).isEmpty)
        },
        StoreContract("an operator has no more sessions than the limit, and keeps those with a second factor") {
            fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let (ada, bob) = (try await fixture.added("ada"), try await fixture.added("bob"))
            try await store.begin(fixture.session(of: bob.id, digest: [0]), atMost: 3, signingInWith: nil)
            try await store.begin(
                fixture.session(of: ada.id, digest: [1], secondFactorAt: now), atMost: 3, signingInWith: nil)
            for number in 2...6 as ClosedRange<UInt8> {
                let session = fixture.session(of: ada.id, digest: [number], after: Int64(number))
                try await store.begin(session, atMost: 3, signingInWith: nil)
            }
            var left: [UInt8] = []
            for number in 0...6 as ClosedRange<UInt8> where try await store.operatorSession([number]) != nil {
                left.append(number)
            }
            #expect(left == [0, 1, 5, 6])
            #expect(try await store.endSessions(of: ada.id, at: now) == 3)
            #expect(try await store.endSessions(of: ada.id, at: now) == 0)
            #expect(try await store.operatorSession([0]) != nil)
            #expect(try await fixture.told().filter { $0 == "operatorSignedOut" }.count == 1)
        },
        StoreContract("the code of a step opens one session once, and no earlier one after it") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let ada = try fixture.operatorRow("ada", sealedSecret: [1], lastStep: 10)
            let bob = try await fixture.added("bob")
            try await store.add(ada, link: nil)
            for (number, person) in [ada, ada, bob].enumerated() {
                let session = fixture.session(of: person.id, digest: [UInt8(number)])
                try await store.begin(session, atMost: 9, signingInWith: nil)
            }
            let end = now.adding(seconds: 3600)
            func use(_ step: Int64, _ digest: UInt8) async throws -> Bool {
                try await store.useStep(
                    step, in: [digest], renewedAs: [digest + 100], openingUntil: end, signingInWith: "password+code",
                    at: now)
            }
            #expect(try await !use(10, 0), "the same")
            #expect(try await !use(9, 0), "an earlier one")
            #expect(try await store.operatorSession([0])?.session.secondFactorAt == nil)
            #expect(try await !use(11, 9), "no session")
            #expect(try await !use(11, 2), "no second factor")
            #expect(try await use(11, 0))
            #expect(try await store.operatorSession([0]) == nil, "it has another digest")
            let opened = try #require(try await store.operatorSession([100]))
            #expect(opened.session.secondFactorAt == now && opened.session.expiresAt == end)
            #expect(opened.person.lastStep == 11)
            #expect(try await !use(11, 1), "in another session")
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await use(12, 1) ? 1 : 0 } }
                return try await group.reduce(0, +)
            }
            #expect(count == 1)
            #expect(try await fixture.told().filter { $0 == "operatorSignedIn" }.count == 2)
        },
        StoreContract("a second factor is set up in one session, and is the operator's once") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let ada = try await fixture.added("ada")
            for digest in [[1], [2]] as [[UInt8]] {
                try await store.begin(
                    fixture.session(of: ada.id, digest: digest), atMost: 9, signingInWith: "password")
            }
            let end = now.adding(seconds: 3600)
            func set(_ digest: UInt8) async throws -> Bool {
                try await store.setSecondFactor(
                    ofSession: [digest], renewedAs: [digest + 100], step: 5, openingUntil: end, at: now)
            }
            #expect(try await !set(1), "none was begun")
            #expect(try await store.keepNewSecret([7], in: [1]) == [7])
            #expect(try await store.keepNewSecret([8], in: [1]) == [7], "the first stays")
            #expect(try await store.keepNewSecret([9], in: [2]) == [9])
            #expect(try await store.keepNewSecret([9], in: [3]) == nil)
            #expect(try await set(1))
            #expect(try await store.operatorSession([1]) == nil, "it has another digest")
            let opened = try #require(try await store.operatorSession([101]))
            #expect(opened.person.sealedSecret == [7] && opened.person.lastStep == 5)
            #expect(opened.session.secondFactorAt == now && opened.session.sealedSecret == nil)
            #expect(opened.session.expiresAt == end)
            #expect(try await !set(2), "there is one")
            #expect(try await store.operatorSession([2])?.session.secondFactorAt == nil)
            try await store.resetSecondFactor(of: ada.id, at: now)
            let row = try await store.operatorRow(tenant: fixture.tenant, name: "ada")
            #expect(row == ada)
            #expect(try await store.operatorSession([101]) == nil)
            #expect(
                try await fixture.told().suffix(2) == ["operatorSecondFactorSet", "operatorSecondFactorReset"])
        },
        StoreContract("a passkey is one operator's, counts on, and is gone with the second factor") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let (ada, bob) = (try await fixture.added("ada"), try await fixture.added("bob"))
            for (person, digest) in [(ada, 1), (bob, 2)] as [(OperatorRow, UInt8)] {
                try await store.begin(
                    fixture.session(of: person.id, digest: [digest]), atMost: 9, signingInWith: "password")
            }
            let end = now.adding(seconds: 3600)
            func add(_ passkey: PasskeyRow, _ digest: UInt8, limit: Int = 9) async throws -> Bool {
                try await store.add(
                    passkey, atMost: limit, inSession: [digest], renewedAs: [digest + 10], openingUntil: end)
            }
            let passkey = fixture.passkey(of: ada.id, id: [7], counter: 5)
            #expect(try await !add(passkey, 2), "in another's session")
            #expect(try await !add(passkey, 9), "in no session")
            #expect(try await !add(passkey, 1, limit: 0))
            #expect(try await add(passkey, 1))
            #expect(try await store.operatorSession([1]) == nil, "it has another digest")
            let opened = try #require(try await store.operatorSession([11]))
            #expect(opened.session.secondFactorAt == now && opened.session.expiresAt == end)
            #expect(opened.person.passkeyCount == 1 && opened.person.hasSecondFactor)
            #expect(try await !add(fixture.passkey(of: bob.id, id: [7]), 2), "somebody has it")
            #expect(try await store.passkeys(of: ada.id) == [passkey])
            #expect(try await store.passkeys(of: bob.id) == [])
            #expect(try await store.passkey([7])?.person.name == "ada")
            #expect(try await store.passkey([8]) == nil)
            #expect(try await !store.usePasskey([7], counter: 5, at: now))
            #expect(try await !store.usePasskey([8], counter: 6, at: now))
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await store.usePasskey([7], counter: 6, at: now) ? 1 : 0 } }
                return try await group.reduce(0, +)
            }
            #expect(count == 1)
            #expect(try await store.passkey([7])?.passkey.lastUsedAt == now)
            #expect(
                try await store.openSession(
                    [2], renewedAs: [12], until: end, signingInWith: "password+passkey", at: now))
            #expect(try await store.operatorSession([2]) == nil)
            #expect(
                try await !store.openSession([2], renewedAs: [13], until: end, signingInWith: "link+passkey", at: now))
            #expect(try await !store.removePasskey([7], of: bob.id, at: now))
            #expect(try await add(fixture.passkey(of: ada.id, id: [8]), 11))
            #expect(try await store.removePasskey([8], of: ada.id, at: now))
            try await store.resetSecondFactor(of: ada.id, at: now)
            #expect(try await store.passkeys(of: ada.id) == [])
            #expect(
                try await fixture.told().filter { $0.hasPrefix("operatorPasskey") } == [
                    "operatorPasskeyAdded", "operatorPasskeyAdded", "operatorPasskeyRemoved",
                ])
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("whom a provider knows is one operator, of one tenant and one provider") { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            func find(_ subject: UInt8, _ issuer: String, _ tenant: TenantID) async throws -> OperatorRow? {
                try await store.operatorRow(tenant: tenant, issuer: issuer, subjectDigest: [subject])
            }
            func add(_ row: OperatorRow, _ subject: UInt8, _ issuer: String) async throws {
                try await store.add(row, identity: fixture.identity(of: row, subject: subject, issuer: issuer))
            }
            let (ada, bob) = (try fixture.operatorRow("ada"), try fixture.operatorRow("bob"))
            let namesake = try fixture.operatorRow("ada", of: other)
            try await add(ada, 1, "https://a.example")
            try await add(namesake, 1, "https://a.example")
            try await add(bob, 1, "https://b.example")
            #expect(try await find(1, "https://a.example", tenant) == ada)
            #expect(try await find(1, "https://a.example", other) == namesake)
            #expect(try await find(1, "https://b.example", tenant) == bob)
            #expect(try await find(2, "https://a.example", tenant) == nil)
            #expect(try await find(1, "https://b.example", other) == nil)
            #expect(try await store.operatorRow(tenant: tenant, name: "ada") == ada)
            await #expect(throws: StorageError.nameTaken, "the name") {
                try await add(try fixture.operatorRow("ada"), 7, "https://a.example")
            }
            await #expect(throws: StorageError.nameTaken, "the identity") {
                try await add(try fixture.operatorRow("eve"), 1, "https://a.example")
            }
            #expect(try await store.operatorRow(tenant: tenant, name: "eve") == nil, "nothing is left of it")
            let unknown = try fixture.operatorRow("eve", of: try TenantID.random())
            await #expect(throws: StorageError.unknownSubject) { try await add(unknown, 1, "https://a.example") }
            let identities = try await store.operatorIdentities(tenant: tenant)
            #expect(Set(identities.map(\.operatorID)) == [ada.id, bob.id])
            #expect(
                identities.first { $0.operatorID == bob.id }
                    == fixture.identity(of: bob, subject: 1, issuer: "https://b.example"))
            #expect(try await fixture.told() == ["operatorAdded", "operatorAdded", "operatorAdded"])
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("of many at once that a provider knows by the same, one is made") { fixture in
            let rows = try (1...20).map { try fixture.operatorRow("ada-\($0)") }
            let store = fixture.store
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for row in rows {
                    group.addTask {
                        do {
                            try await store.add(
                                row, identity: fixture.identity(of: row, subject: 1, issuer: "https://a.example"))
                            return 1
                        } catch StorageError.nameTaken {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(count == 1)
            #expect(try await store.operators(tenant: fixture.tenant).count == 1)
        },
        StoreContract("a session that a provider began is read as one") { fixture in
            let ada = try await fixture.added("ada")
            let session = fixture.session(of: ada.id, digest: [1], beginning: .provider)
            try await fixture.store.begin(session, atMost: 9, signingInWith: "provider+mfa")
            #expect(try await fixture.store.operatorSession([1])?.session == session)
        },
        StoreContract("sessions and links that are over are forgotten") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let ada = try await fixture.added("ada")
            try await store.begin(fixture.session(of: ada.id, digest: [1]), atMost: 9, signingInWith: nil)
            try await store.add(fixture.link(of: ada.id, digest: [1]), at: now)
            try await store.deleteSpent(before: now.adding(seconds: 600))
            #expect(try await store.operatorSession([1]) != nil)
            try await store.deleteSpent(before: now.adding(seconds: 601))
            #expect(try await store.operatorSession([1]) == nil)
            try await store.deleteSpent(before: now.adding(seconds: 3601))
            #expect(try await store.linkBearer([1]) == nil)
        },
        StoreContract("what is done with operators leaves the tables and the trail as they were written") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let ada = try await fixture.added("ada")
            try await store.begin(fixture.session(of: ada.id, digest: [1]), atMost: 1, signingInWith: "password")
            _ = try await store.keepNewSecret([7], in: [1])
            _ = try await store.setSecondFactor(
                ofSession: [1], renewedAs: [3], step: 5, openingUntil: now, at: now)
            try await store.begin(fixture.session(of: ada.id, digest: [2]), atMost: 1, signingInWith: nil)
            try await store.setPassword("hash", of: ada.id, keeping: [2], renewedAs: [4], at: now)
            try await store.add(fixture.link(of: ada.id, digest: [6]), at: now)
            _ = try await store.useLink([6], settingPassword: "another", at: now)
            try await store.setDisabled(true, ada.id, at: now)
            #expect(try await store.verifyTables() == [])
            #expect(try await store.verifyAudit().isIntact)
        },
    ]
}

extension StoreFixture {
    fileprivate func identity(of row: OperatorRow, subject: UInt8, issuer: String) -> OperatorIdentityRow {
        OperatorIdentityRow(
            operatorID: row.id, tenantID: row.tenantID, issuer: issuer, subjectDigest: [subject], createdAt: Self.now)
    }

    fileprivate func added(_ name: String) async throws -> OperatorRow {
        let row = try operatorRow(name)
        try await store.add(row, link: nil)
        return row
    }

    /// The kinds of the entries of the trail that tell of operators.
    fileprivate func told() async throws -> [String] {
        try await store.auditEntries().map(\.kind).filter { $0.hasPrefix("operator") }
    }
}

extension ChainCheck {
    fileprivate var isIntact: Bool { if case .intact = self { true } else { false } }
}
