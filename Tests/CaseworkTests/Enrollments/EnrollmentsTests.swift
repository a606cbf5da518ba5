import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import Testing

@testable import Casework
@testable import DocVerify
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// What the tenant's own client finds, is told, proves and erases, whatever became of an enrollment.
@Suite struct EnrollmentsTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let portal: Principal

    init() async throws {
        test = try await TestInstallation()
        tenant = try await test.tenant()
        portal = Principal(tenant: tenant, role: .portal)
        test.engines.acceptEverybody()
    }

    private func find(_ change: (inout EnrollmentSearch) -> Void) async throws -> [Enrollments.Entry] {
        var search = EnrollmentSearch()
        change(&search)
        return try await test.useCases.portal.enrollments.search(search, by: portal, at: test.now).entries
    }

    private func detail(_ id: EnrollmentID) async throws -> Enrollments.Detail {
        try await test.useCases.portal.enrollments.detail(id.text, by: portal, at: test.now)
    }

    private func complete(_ name: String = "ada", reference: String? = nil) async throws -> Enrollments.Entry {
        let visitor = try await Visitor(name, at: test, tenant: tenant, reference: reference)
        try await visitor.addDevice()
        try await visitor.addFace()
        try await visitor.addDocument()
        return try #require(try await find { $0.terms = [.username(name)] }.first)
    }

    @Test func thePersonIsShownToWhoMaySeeThemAndItIsOnTheRecord() async throws {
        let ada = try await complete()
        let enrollments = test.useCases.portal.enrollments
        func read() async throws -> [String] {
            try await test.data.store.auditEntries().filter { $0.kind == "personDataRead" }.map {
                "\($0.detail["operation"] ?? "") \($0.detail["enrollments"] ?? "")"
            }
        }
        let before = try await read().count
        let desk = Principal(tenant: tenant, role: .client(id: "acme-desk", scopes: [.readEnrollments]))
        let hidden = try await enrollments.detail(ada.id.text, by: desk, at: test.now)
        #expect(hidden.person == nil && hidden.entry.username == "ada")
        #expect(try await detail(ada.id).person?.name != nil)
        _ = try await enrollments.receipt(ada.id.text, by: desk, at: test.now)
        _ = try await find { $0.terms = [.username("nobody")] }
        #expect(
            try await read().dropFirst(before)
                == ["enrollment \(ada.id.text)", "enrollment \(ada.id.text)", "receipt \(ada.id.text)"])
    }

    @Test func aReadThatCannotBeNotedWaits() async throws {
        let pending = PendingReadings()
        let actor = AuditActor(.credential(clientID: "acme-desk"), request: "r1")
        let store = test.data.store
        let added = AuditActor.$current.withValue(actor) {
            pending.add(.failuresCleared(count: 1), tenant: tenant.id, at: test.now)
        }
        #expect(added && pending.add(.failuresCleared(count: 2), tenant: tenant.id, at: test.now))
        try await pending.flush(to: store)
        try await pending.flush(to: store)
        let written = try await store.auditEntries().filter { $0.kind == "failuresCleared" }.map(\.detail)
        #expect(
            written == [
                ["actor": "credential acme-desk", "count": "1", "request": "r1"], ["actor": "server", "count": "2"],
            ])
        for _ in 0..<Limit.pendingReadings.value {
            #expect(pending.add(.failuresCleared(count: 3), tenant: tenant.id, at: test.now))
        }
        #expect(!pending.add(.failuresCleared(count: 3), tenant: tenant.id, at: test.now))
    }

    @Test func aSessionThatIsPolledShowsThePersonOnceItHasEnded() async throws {
        let result = try await test.useCases.portal.triggerEnroll.perform(
            TriggerEnroll.Request(
                username: "eve", email: "eve@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                reference: nil), bodyDigest: Visitor.newBody(), key: nil,
            by: portal, at: test.now)
        guard case .triggered(let session) = result else { throw Refusal(.tokenUnknown) }
        func polled() async throws -> Enrollments.Detail {
            try await test.useCases.portal.enrollments.detail(session: session.token, by: portal, at: test.now)
        }
        let before = try await test.data.store.auditEntries().count
        #expect(try await polled().person == nil)
        #expect(try await test.data.store.auditEntries().count == before)
        test.advance(days: 1)
        #expect(try await polled().person?.username == "eve")
        #expect(try await test.data.store.auditEntries().last?.detail["operation"] == "operation-status")
    }

    @Test func aPersonIsFoundByWhateverIsKnownOfThem() async throws {
        let ada = try await complete("Ada@example.org", reference: "case 7/b")
        _ = try await complete("bob")
        let terms: [SearchTerm] = [
            .username("Ada@example.org"), .email("ADA@example.org@example.org"), .reference("case 7/b"),
        ]
        for term in terms {
            #expect(try await find { $0.terms = [term] }.map(\.id) == [ada.id], "\(term)")
        }
        #expect(try await find { $0.terms = [.username("ada@example.org")] }.isEmpty, "letter by letter")
        // The number of the one document that both have shown, with its filler and in other letters.
        let both = try await find { $0.terms = [.documentNumber("l898902c3<")] }
        #expect(both.count == 2 && Set(both.map(\.subjectID)).count == 2)
        let code = try #require(ada.registrationCode)
        #expect(try await find { $0.registrationCode = code.lowercased() }.map(\.id) == [ada.id])
        #expect(try await find { $0.enrollmentID = ada.id.text }.first?.reference == "case 7/b")
        let day = String(test.now.iso8601WithMilliseconds.prefix(10))
        #expect(try await find { ($0.from, $0.to) = (day, day) }.count == 2)
        #expect(try await find { $0.to = test.now.iso8601WithMilliseconds }.isEmpty)
        #expect(try await find { ($0.states, $0.reasons) = (["complete"], []) }.count == 2)
    }

    @Test func aSearchForWhatIsNoneIsRefused() async throws {
        let wrong: [(inout EnrollmentSearch) -> Void] = [
            { $0.states = ["done"] }, { $0.reasons = ["NO_REASON"] }, { $0.from = "yesterday" },
            { $0.to = "2026-13-01" }, { $0.from = "2026-02-30" },
            { $0.to = "2026-11-25T25:00:00Z" }, { $0.terms = [.phoneNumber("+")] },
            { $0.terms = [.documentNumber("<<")] },
            { $0.cursor = "?" }, { $0.cursor = "" }, { $0.enrollmentID = "1" },
        ]
        for change in wrong { await #expect(throws: Refusal(.searchInvalid)) { try await find(change) } }
        await #expect(throws: Refusal(.pageOutOfRange)) { try await find { $0.pageSize = 0 } }
    }

    @Test func aRefusedPersonIsToldWhyAndFoundByIt() async throws {
        test.engines.set { $0.face = { _ in try Samples.assessment(.presentationAttack) } }
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        for _ in 0..<4 { try await visitor.addFace() }
        let id = try #require(try await find { $0.reasons = ["FACE_NOT_LIVE"] }.first).id
        let pending = try await detail(id)
        #expect(pending.entry.standing.left?.attempts == 1 && pending.retryAt == nil)
        let person = try #require(pending.person)
        #expect(person.face == nil && person.document == nil)
        try await visitor.addFace()
        let failed = try await detail(id)
        #expect(failed.entry.standing.reason == .faceAttemptsExhausted && failed.entry.standing.state == .failed)
        #expect(try await find { $0.states = ["failed"] }.map(\.id) == [id])
        // Another enrollment of the same person, which fails as often: locked out until the first failure is a day old.
        let again = try await Visitor(at: test, tenant: tenant)
        try await again.addDevice()
        for _ in 0..<5 { try await again.addFace() }
        let newest = try await detail(try #require(try await find { _ in }.first).id)
        #expect(newest.others.map(\.id) == [id])
        let end = Instant(millisecondsSince1970: test.now.adding(seconds: 86_400).millisecondsSince1970 + 1)
        #expect(newest.retryAt == end)
        let third = try await Visitor(at: test, tenant: tenant)
        await #expect(throws: Refusal(.rateLimited, retryAfterInSeconds: 86_401)) {
            try await third.addDevice()
            try await third.addFace()
        }
    }

    @Test func aRegisteredPersonIsShownWithWhatSpeaksForThem() async throws {
        let detail = try await detail(try await complete(reference: "7").id)
        #expect(detail.entry.standing.state == .complete && detail.isTest)
        let person = try #require(detail.person)
        #expect(detail.entry.reference == "7" && person.username == "ada")
        #expect(person.face?.scoreInPercent != nil)
        let document = try #require(person.document)
        #expect(document.portraitScore == 6 && document.isMatching)
        #expect(document.read.fields.contains { $0.type == .documentNumber && $0.mrz == "L898902C3" })
        let identity = person.identity
        let facts = [
            identity.name, identity.surname, identity.givenNames, identity.birthDate, identity.documentNumber,
            identity.documentType, identity.issuingState, identity.validUntil,
        ]
        #expect(
            facts.map { $0?.value } == [
                "ANNA MARIA ERIKSSON", "ERIKSSON", "ANNA MARIA", "1974-08-12", "L898902C3", "passport", "UTO",
                "2045-04-15",
            ])
        #expect(facts.allSatisfy { $0?.source == .mrz })
    }

    @Test func whatNoDocumentSaysIsOnlyStated() throws {
        let named = Identity(of: Person(username: "ada", firstName: "Ada", lastName: "Lovelace"), document: nil)
        #expect(named.name == .init(value: "Ada Lovelace", source: .stated))
        #expect(named.surname == .init(value: "Lovelace", source: .stated) && named.birthDate == nil)
        #expect(named.documentType == nil && named.issuingState == nil)
        // A username is no name.
        let nameless = Identity(of: Person(username: "ada"), document: nil)
        #expect(nameless.name == nil)
        #expect(String(decoding: try sortedKeyJSON(nameless), as: UTF8.self) == "{}")
    }

    @Test func aLicenceIsWhoItsBarcodeSays() throws {
        func field(_ type: DocumentFieldType, _ barcode: String, visual: String = "") -> ReadDocument.Field {
            ReadDocument.Field(
                type: type, mrz: "", visual: visual, mrzStatus: .notValidated, visualStatus: .notValidated, check: .ok,
                barcode: barcode, barcodeStatus: .valid)
        }
        let document = ReadDocument(
            hasMRZ: false, kindName: "Driving license", kindNumber: 49, countryName: "United States", stateCode: "USA",
            fields: [
                field(.documentClassCode, "DL"), field(.surname, "VESTERHOLM", visual: "Vesterholm"),
                field(.issuingStateCode, "USA"),
            ], findings: [], imageCount: 1, isImagePairValid: false, isRefused: false, isVerified: true, portrait: nil,
            ruleResults: nil)
        let identity = Identity(of: Person(username: "e"), document: document)
        #expect(identity.surname == .init(value: "VESTERHOLM", source: .barcode))
        #expect(identity.documentType == .init(value: "drivingLicence", source: .barcode))
        #expect(identity.issuingState == .init(value: "USA", source: .barcode))
        #expect(document.fields[1].stated == "VESTERHOLM")
    }

    @Test func whatIsPrintedCountsWhereTheMRZStatesNothingRight() throws {
        func field(
            _ type: DocumentFieldType, mrz: String = "", visual: String = "", _ status: FieldStatus = .valid
        ) -> ReadDocument.Field {
            ReadDocument.Field(
                type: type, mrz: mrz, visual: visual, mrzStatus: mrz.isEmpty ? .notValidated : status,
                visualStatus: .notValidated, check: .ok)
        }
        let document = ReadDocument(
            hasMRZ: true, kindName: "Identity card", kindNumber: 12, countryName: "Germany", stateCode: "DEU",
            fields: [
                field(.surname, mrz: "MUELLER", visual: "Müller"), field(.givenNames, visual: "Jörg"),
                field(.dateOfBirth, mrz: "1990-13-01", .invalid), field(.issuingStateCode, visual: "D"),
            ], findings: [], imageCount: 1, isImagePairValid: false, isRefused: false, isVerified: true, portrait: nil,
            ruleResults: nil)
        let identity = Identity(of: Person(username: "j", firstName: "X", lastName: "Y"), document: document)
        #expect(identity.surname == .init(value: "MUELLER", source: .mrz))
        #expect(identity.givenNames == .init(value: "Jörg", source: .printed))
        #expect(identity.name == .init(value: "Jörg MUELLER", source: .printed))
        #expect(identity.birthDate == nil && identity.validUntil == nil)
        #expect(identity.documentType == .init(value: "identityCard", source: .mrz))
        #expect(identity.issuingState == .init(value: "DEU", source: .printed))
    }

    @Test func aReceiptNamesThePersonOnlyForWhoAsksAndMaySeeThem() async throws {
        let id = try await complete(reference: "7").id.text
        let enrollments = test.useCases.portal.enrollments
        func claims(_ receipt: String) throws -> [String: Any] {
            let payload = try #require(Base64URL.decode(String(receipt.split(separator: ".")[1])))
            return try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
        }
        let plain = try claims(try await enrollments.receipt(id, by: portal, at: test.now))
        #expect(plain["identity"] == nil && plain["reference"] as? String == "7")
        let named = try claims(try await enrollments.receipt(id, namesPerson: true, by: portal, at: test.now))
        let identity = try #require(named["identity"] as? [String: [String: String]])
        #expect(identity["documentNumber"] == ["value": "L898902C3", "source": "mrz"])
        let blind = Principal(tenant: tenant, role: .client(id: "x", scopes: [.readEnrollments]))
        await #expect(throws: Refusal(.scopeMissing)) {
            try await enrollments.receipt(id, namesPerson: true, by: blind, at: test.now)
        }
    }

    @Test func nothingIsToldToAnotherTenant() async throws {
        let id = try await complete().id
        let other = Principal(tenant: try await test.tenant("other"), role: .portal)
        let enrollments = test.useCases.portal.enrollments
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await enrollments.detail(id.text, by: other, at: test.now)
        }
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await enrollments.erase(id.text, by: other, at: test.now)
        }
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await enrollments.receipt(id.text, by: other, at: test.now)
        }
        var search = EnrollmentSearch()
        search.terms = [.username("ada")]
        #expect(try await enrollments.search(search, by: other, at: test.now).entries.isEmpty)
    }

    @Test func aPersonIsErasedByAnyOfTheirEnrollments() async throws {
        let attempt = try await Visitor(at: test, tenant: tenant)
        _ = try await attempt.cancel()
        let cancelled = try #require(try await find { $0.states = ["cancelled"] }.first)
        let registration = try await complete()
        let bystander = try await complete("bob")
        let erased = try await test.useCases.portal.enrollments.erase(cancelled.id.text, by: portal, at: test.now)
        #expect(Set(erased.enrollments) == [cancelled.id, registration.id] && erased.certificates.count == 2)
        #expect(try await find { _ in }.map(\.id) == [bystander.id])
        await #expect(throws: Refusal(.enrollmentUnknown)) { try await detail(registration.id) }
    }

    @Test func aReceiptIsVerifiedByTheKeySetWhateverWasRotatedSince() async throws {
        let visitor = try await Visitor(at: test, tenant: tenant, reference: "7")
        let id = try #require(try await find { _ in }.first).id
        func receipt() async throws -> String {
            try await test.useCases.portal.enrollments.receipt(id.text, by: portal, at: test.now)
        }
        await #expect(throws: Refusal(.enrollmentPending)) { try await receipt() }
        _ = try await visitor.cancel()
        let text = try await receipt()
        let administration = TenantAdministration(data: test.data)
        for key in [RotatedKey.receipt, .token] { _ = try await administration.rotate(key, tenant: nil, rsaBits: 3072) }
        test.advance(days: 400)
        try await Sweep(cases: test.cases, clock: test.clock, logger: test.logger).round()
        try await test.tenants.reload()
        let keys = try await test.tenants.tokens().receipts.all
        #expect(keys.count == 2)
        let claims = try JSONWebToken.verify(
            compact: text, keys: Dictionary(uniqueKeysWithValues: keys.map { ($0.keyID, $0) }),
            allowedAlgorithms: [.es256])
        let members = try #require(JSONSerialization.jsonObject(with: Data(claims)) as? [String: Any])
        #expect(members["sub"] as? String == id.text && members["state"] as? String == "cancelled")
        #expect(members["reference"] as? String == "7" && members["reason"] as? String == "ENROLLMENT_CANCELLED")
        // And opens nothing.
        let tokens = try await test.tenants.tokens()
        #expect(throws: Refusal(.tokenInvalid)) {
            try tokens.verify(text, publicURL: "https://onboarding.test", at: test.now)
        }
    }

    @Test func whatBeganBeforeThereWasASearchIsFoundOnceIndexed() async throws {
        let ada = try await complete()
        try await #require(test.data.store as? SQLiteStore).writer.run {
            try $0.execute(
                sql: "DELETE FROM search_key; DELETE FROM case_prefix; UPDATE case_facts SET portrait = NULL")
        }
        #expect(try await find { $0.terms = [.username("ada")] }.isEmpty)
        let job = SearchIndexing(cases: test.cases, logger: test.logger)
        try await job.round()
        for term in [SearchTerm.username("ada"), .email("ada@example.org"), .documentNumber("L898902C3")] {
            #expect(try await find { $0.terms = [term] }.map(\.id) == [ada.id], "\(term)")
        }
        let row = try await test.data.store.cases(
            tenant: tenant.id, matching: EnrollmentQuery(id: ada.id), from: .newest, limit: 1, scanning: 9
        ).rows.first
        #expect(row?.measured.portrait == 60)
        #expect(try await test.data.store.enrollmentsToIndex(before: nil, limit: 9).isEmpty)
    }
}
