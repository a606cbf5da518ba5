import OnboardingCore
import OnboardingJSON
import OnboardingStorage
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// What takes two operators: nothing is done before a colleague agrees, and then once, in the name of both.
@Suite struct ProposalsTests {
    private let test: TestInstallation
    private static let all = FourEyesAction.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")

    init() async throws {
        test = try await TestInstallation()
        _ = try await test.tenant()
        for name in ["ada", "ben", "cleo"] { try await make(name) }
        _ = try await test.tenant(configuration: "{\"onboardingConfig\":{\"fourEyes\":[\(Self.all)]}}")
    }

    private var proposals: Proposals { test.useCases.desk.proposals }

    private func make(_ name: String, _ rights: [OperatorRight] = OperatorRight.allCases, of tenant: String = "acme")
        async throws
    {
        _ = try await test.useCases.administration.operatorAdministration.create(
            name, role: "auditor", rights: rights.map(\.rawValue), tenant: tenant, at: test.now)
    }

    /// An operator in a session, as the database has them.
    private func person(_ name: String, of tenantName: String = "acme") async throws -> Principal {
        let tenant = try await test.tenant(tenantName)
        let row = try #require(try await test.data.store.operatorRow(tenant: tenant.id, name: name))
        return Principal(
            tenant: tenant,
            role: .operator(
                SignedInOperator(
                    id: row.id, name: name, role: .auditor, rights: OperatorRight.all(in: row.rights),
                    sessionDigest: [1], endsAt: test.now)))
    }

    private func propose(_ proposed: ProposedAction, by name: String = "ada") async throws -> ProposalID {
        let person = try await person(name)
        return try await AuditActor.$current.withValue(AuditActor(person.identity)) {
            try await proposals.propose(proposed, by: person, at: test.now)
        }
    }

    @discardableResult
    private func agree(_ id: ProposalID, by name: String = "ben", of tenant: String = "acme") async throws -> CarriedOut
    {
        let person = try await person(name, of: tenant)
        return try await AuditActor.$current.withValue(AuditActor(person.identity)) {
            try await proposals.agree(id.text, by: person, at: test.now)
        }
    }

    private func refused(_ body: () async throws -> Void) async -> RefusalReason? {
        do {
            try await body()
            return nil
        } catch {
            if !(error is Refusal) { Issue.record(error) }
            return (error as? Refusal)?.reason
        }
    }

    private func entries(_ kind: AuditEvent.Kind) async throws -> [AuditEntry] {
        try await test.data.store.auditEntries().filter { $0.kind == kind.rawValue }
    }

    private func begun(_ name: String = "eve") async throws -> EnrollmentID {
        let tenant = try await test.tenant()
        _ = try await Visitor(name, at: test, tenant: tenant)
        let portal = Principal(tenant: tenant, role: .portal)
        let page = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
        return try #require(page.entries.first?.id)
    }

    private func isErased(_ id: EnrollmentID) async throws -> Bool { try await test.data.store.enrollment(id) == nil }

    @Test func nothingIsDoneUntilAColleagueAgreesAndThenInTheNameOfBoth() async throws {
        let id = try await begun()
        let ada = try await person("ada")
        let plan = try #require(try await test.useCases.desk.eraseCase.plan(id.text, by: ada, at: test.now))
        #expect(
            await refused {
                _ = try await test.useCases.desk.eraseCase.perform(
                    id.text, typed: plan.confirmation, by: ada, at: test.now)
            } == .secondOperatorRequired)
        let proposal = try await propose(.erase(enrollment: id.text))
        #expect(try await !isErased(id))
        let (shown, effect) = try await proposals.one(proposal.text, by: try await person("ben"), at: test.now)
        #expect(shown.standing == .waiting && shown.proposer == "ada" && !shown.isOwn)
        #expect(shown.proposed == .erase(enrollment: id.text) && effect.enrollments == [id.text] && !effect.isOutdated)
        #expect(try await agree(proposal) == .done)
        #expect(try await isErased(id))
        let entry = try #require(try await entries(.registrationErased).first)
        #expect(entry.detail["actor"] == "operator ben" && entry.detail["proposer"] == "operator ada")
        #expect(try await entries(.proposalMade).first?.detail["actor"] == "operator ada")
        #expect(try await entries(.proposalAgreed).first?.detail["proposedBy"] == "operator ada")
        let listed = try await proposals.list(by: ada, at: test.now)
        #expect(listed.map(\.standing) == [.agreed] && listed.first?.endedBy == "ben" && listed.first?.proposed == nil)
        #expect(await refused { try await agree(proposal, by: "cleo") } == .proposalEnded)
        #expect(try await Auditor(data: test.data).verify().findings == [])
    }

    @Test func whoHasProposedItWhoLacksTheRightAndWhoIsOfAnotherTenantDoNotAgree() async throws {
        let id = try await begun()
        try await make("reader", OperatorRight.allCases.filter { $0 != .erase })
        _ = try await test.tenant("other")
        try await make("dan", of: "other")
        let proposal = try await propose(.erase(enrollment: id.text))
        #expect(await refused { try await agree(proposal, by: "ada") } == .ownProposal)
        #expect(await refused { try await agree(proposal, by: "reader") } == .scopeMissing)
        #expect(await refused { try await agree(proposal, by: "dan", of: "other") } == .routeUnknown)
        #expect(await refused { _ = try await propose(.erase(enrollment: id.text), by: "reader") } == .scopeMissing)
        #expect(try await proposals.list(by: try await person("reader"), at: test.now) == [])
        #expect(try await proposals.list(by: try await person("dan", of: "other"), at: test.now) == [])
        for name in ["", "x", String(repeating: "0", count: 32)] {
            let ben = try await person("ben")
            #expect(await refused { _ = try await proposals.one(name, by: ben, at: test.now) } == .routeUnknown)
        }
        #expect(try await !isErased(id))
    }

    @Test func ofTwoWhoAgreeAtOnceOneDoesItAndTheOtherIsTold() async throws {
        let (id, link) = (try await propose(.makeLink(name: "cleo")), AuditEvent.Kind.operatorLinkMade)
        let before = try await entries(link).count
        let results = await withTaskGroup(of: RefusalReason?.self) { group in
            for name in ["ben", "cleo", "ben"] { group.addTask { await refused { try await agree(id, by: name) } } }
            return await group.reduce(into: [RefusalReason?]()) { $0.append($1) }
        }
        #expect(results.filter { $0 == nil }.count == 1)
        #expect(results.filter { $0 == .proposalEnded }.count == 2)
        #expect(try await entries(link).count == before + 1)
        #expect(try await entries(.proposalAgreed).count == 1)
    }

    @Test func ofTwoErasuresAtOnceOneIsDone() async throws {
        let proposal = try await propose(.erase(enrollment: try await begun().text))
        let results = await withTaskGroup(of: RefusalReason?.self) { group in
            for name in ["ben", "cleo"] { group.addTask { await refused { try await agree(proposal, by: name) } } }
            return await group.reduce(into: [RefusalReason?]()) { $0.append($1) }
        }
        #expect(results.filter { $0 == nil }.count == 1 && results.contains(.proposalEnded))
        #expect(try await entries(.registrationErased).count == 1)
    }

    @Test func aProposalExpiresAndThatOfSomebodyWhoMayNotAnyMoreIsVoid() async throws {
        let id = try await begun()
        let people = test.useCases.administration.operatorAdministration
        let first = try await propose(.erase(enrollment: id.text))
        test.advance(milliseconds: Int64(Limit.proposalLife.value) * 1000)
        #expect(await refused { try await agree(first) } == .proposalVoid)
        #expect(try await proposals.list(by: try await person("ben"), at: test.now).first?.standing == .expired)
        let next = try await begun("fay")
        let second = try await propose(.erase(enrollment: next.text))
        try await people.disable("ada", tenant: "acme", at: test.now)
        try await people.enable("ada", tenant: "acme", at: test.now)
        #expect(await refused { try await agree(second) } == .proposalVoid)
        let third = try await propose(.erase(enrollment: next.text))
        try await people.change("ada", role: "auditor", tenant: "acme", at: test.now)
        #expect(await refused { try await agree(third) } == .proposalVoid)
        #expect(try await !isErased(next))
    }

    @Test func whatHasChangedSinceIsNotDone() async throws {
        let tenant = try await test.tenant()
        let visitor = try await Visitor("eve", at: test, tenant: tenant)
        let portal = Principal(tenant: tenant, role: .portal)
        let page = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
        let id = try #require(page.entries.first?.id)
        let erasure = try await propose(.erase(enrollment: id.text))
        _ = try await visitor.cancel()
        let (_, effect) = try await proposals.one(erasure.text, by: try await person("ben"), at: test.now)
        #expect(effect.isOutdated)
        #expect(await refused { try await agree(erasure) } == .proposalOutdated)
        #expect(try await !isErased(id))

        let rights = try await propose(.changeOperator(name: "cleo", role: "operator", rights: []))
        try await test.useCases.administration.operatorAdministration.change(
            "cleo", role: "auditor", tenant: "acme", at: test.now)
        #expect(await refused { try await agree(rights) } == .proposalOutdated)

        let settings = try await propose(
            .changeSettings(.object(["onboardingConfig": .object(["maxFaceAttempts": .number(2)])])))
        _ = try await test.tenant(configuration: #"{"onboardingConfig":{"maxDocumentAttempts":2}}"#)
        #expect(await refused { try await agree(settings) } == .proposalOutdated)
        #expect(try await test.tenant().settings.maximumFaceAttempts != 2)
    }

    @Test func aHoldThatCameSinceKeepsThePersonAndTheProposal() async throws {
        let id = try await begun()
        let proposal = try await propose(.erase(enrollment: id.text))
        try await test.data.store.hold([id], of: try await test.tenant().id, reason: "case-7", at: test.now)
        #expect(await refused { try await agree(proposal) } == .erasureBlocked)
        #expect(try await proposals.list(by: try await person("ben"), at: test.now).first?.standing == .waiting)
        #expect(await refused { _ = try await propose(.erase(enrollment: id.text)) } == .erasureBlocked)
    }

    @Test func aColleagueDeclinesWithAReasonThatIsReadForADay() async throws {
        let id = try await begun()
        let proposal = try await propose(.erase(enrollment: id.text))
        let (ada, ben) = (try await person("ada"), try await person("ben"))
        func decline(_ reason: String?) async throws {
            try await AuditActor.$current.withValue(AuditActor(ben.identity)) {
                try await proposals.decline(proposal.text, reason: reason, by: ben, at: test.now)
            }
        }
        #expect(await refused { try await decline(nil) } == .fieldEmpty)
        #expect(await refused { try await decline(String(repeating: "a", count: 2001)) } == .fieldTooLong)
        try await decline("They have asked to stay.")
        let (shown, _) = try await proposals.one(proposal.text, by: ada, at: test.now)
        #expect(shown.standing == .declined && shown.endedBy == "ben" && shown.reason == "They have asked to stay.")
        #expect(await refused { try await agree(proposal, by: "cleo") } == .proposalEnded)
        #expect(await refused { try await decline("again") } == .proposalEnded)
        let entry = try #require(try await entries(.proposalDeclined).first)
        #expect(entry.detail["actor"] == "operator ben" && entry.detail["proposedBy"] == "operator ada")
        #expect(!entry.detail.values.contains { $0.contains("asked") })
        #expect(try await !isErased(id))
    }

    @Test func settingsTakeTwoAlsoToTakeOneAgain() async throws {
        let off = JSONValue.object(["onboardingConfig": .object(["fourEyes": .array([])])])
        let ada = try await person("ada")
        let configuration = test.useCases.administration.configuration
        #expect(
            await refused { try await configuration.set(off, by: ada, at: test.now) } == .secondOperatorRequired)
        let proposal = try await propose(.changeSettings(off))
        let (_, effect) = try await proposals.one(proposal.text, by: try await person("ben"), at: test.now)
        #expect(effect.changes.map(\.name) == ["onboardingConfig.fourEyes"] && effect.changes[0].after == "[]")
        try await agree(proposal)
        #expect(try await test.tenant().settings.fourEyes.isEmpty)
        let entry = try #require(try await entries(.configurationChanged).last)
        #expect(entry.detail["actor"] == "operator ben" && entry.detail["proposer"] == "operator ada")
        try await configuration.set(
            .object(["onboardingConfig": .object(["maxFaceAttempts": .number(2)])]), by: try await person("ada"),
            at: test.now)
    }

    @Test func aShorterPeriodIsProposedWithItsNumberAndWaitsFromTheAgreementOn() async throws {
        test.advance(days: 10)
        func document(_ number: Int?) throws -> JSONValue {
            let periods = try #require(RetentionPolicy(days: [3650, 30, 3650, 3650, 1]))
            return ChangeRetention.document(of: periods, confirmedDue: number)
        }
        let due = try await test.useCases.administration.configuration.forecast(
            of: try document(nil), by: try await person("ada"), at: test.now)
        #expect(
            await refused { _ = try await propose(.changeSettings(try document(nil))) } == .retentionUnconfirmed)
        let proposal = try await propose(.changeSettings(try document(due.count)))
        let (_, effect) = try await proposals.one(proposal.text, by: try await person("ben"), at: test.now)
        #expect(effect.changes.map(\.name) == ["onboardingConfig.trailRetentionDays", "confirmDue"])
        #expect(effect.changes.last?.after == "\(due.count)")
        test.advance(milliseconds: 3_600_000)
        try await agree(proposal)
        let settings = try await test.tenant().settings
        #expect(settings.retention.trailInDays == 1 && settings.retention(at: test.now).trailInDays == 3650)
        #expect(settings.pendingRetention.periods[4]?.until == test.now.adding(seconds: 86_400))
    }

    @Test func whoeverIsLetInIsLetInByTwoAndWhoeverIsKeptOutByOne() async throws {
        let people = test.useCases.administration.operatorAdministration
        let bounded = try people.by(try await person("ada"))
        #expect(
            await refused {
                _ = try await bounded.create("dora", role: "auditor", tenant: "acme", at: test.now)
            } == .secondOperatorRequired)
        let added = try await agree(try await propose(.addOperator(name: "dora", role: "auditor", rights: ["review"])))
        guard case .link("dora", let token) = added else {
            Issue.record("\(added)")
            return
        }
        #expect(token.count == 43)
        for proposed in [
            ProposedAction.changeOperator(name: "dora", role: "operator", rights: []), .makeLink(name: "dora"),
            .resetSecondFactor(name: "dora"),
        ] {
            try await agree(try await propose(proposed))
        }
        try await bounded.disable("dora", tenant: "acme", at: test.now)
        try await agree(try await propose(.enableOperator(name: "dora")))
        _ = try await bounded.signOut("dora", tenant: "acme", at: test.now)
        let dora = try await people.list(tenant: "acme").first { $0.name == "dora" }
        #expect(dora?.role == "operator" && dora?.disabledAt == nil)
        await #expect(throws: OperatorAdministrationError.nameTaken) {
            _ = try await propose(.addOperator(name: "dora", role: "auditor", rights: []))
        }
    }

    @Test func aClientIsGivenASecretByTwoAndEndedByOne() async throws {
        let made = try await agree(
            try await propose(.addClient(name: "desk", scopes: ["enroll"], days: nil, publicKey: nil)))
        guard case .client(let client) = made else {
            Issue.record("\(made)")
            return
        }
        #expect(client.clientID == "acme-desk" && client.secret != nil)
        let other = try await agree(
            try await propose(.replaceKey(client: "acme-desk", publicKey: nil, overlapInHours: 0)))
        guard case .client(let renewed) = other else {
            Issue.record("\(other)")
            return
        }
        #expect(renewed.secret != client.secret)
        let (tenant, ada) = (try await test.tenant(), try await person("ada"))
        let credentials = try test.useCases.administration.clientCredentials.by(ada)
        #expect(
            await refused {
                _ = try await credentials.replaceKey(
                    of: "acme-desk", of: tenant.id, publicKeyPEM: nil, overlapInHours: 0, at: test.now)
            } == .secondOperatorRequired)
        try await credentials.end("acme-desk", of: tenant.id, at: test.now)
    }

    @Test func theSecondLookOfTwoNamesBoth() async throws {
        let tenant = try await test.tenant(configuration: #"{"onboardingConfig":{"maxFaceAttempts":1}}"#)
        let visitor = try await Visitor(at: test, tenant: tenant)
        try await visitor.addDevice()
        test.engines.set {
            $0.face = { _ in try Samples.assessment(.presentationAttack) }
            $0.stillFace = { _ in .face(Samples.template, image: [], quality: Samples.quality()) }
        }
        #expect(try await visitor.addFace().decision == .presentationAttack)
        let portal = Principal(tenant: tenant, role: .portal)
        let page = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
        let id = try #require(page.entries.first?.id)
        let ada = try await person("ada")
        #expect(
            await refused {
                try await test.useCases.desk.settleCase.perform(
                    .accepted, reason: "By eye.", on: id.text, bodyDigest: Visitor.newBody(), by: ada, at: test.now)
            } == .secondOperatorRequired)
        try await agree(
            try await propose(.settle(enrollment: id.text, decision: "accepted", reason: "By eye it is the person.")))
        let file = try await test.useCases.desk.openCase.perform(id.text, by: ada, at: test.now)
        #expect(file.review?.decision == .accepted && file.review?.reviewer == "ada, ben")
        #expect(file.standing.state == .complete)
        let entry = try #require(try await entries(.enrollmentReviewed).first)
        #expect(entry.detail["actor"] == "operator ben" && entry.detail["proposer"] == "operator ada")
        #expect(
            await refused {
                _ = try await propose(.settle(enrollment: id.text, decision: "refused", reason: "No."))
            } == .stepAlreadyDone)
        #expect(try await Auditor(data: test.data).verify().findings == [])
    }

    @Test func clientsOfTheTenantAreNoWayRound() async throws {
        let id = try await begun()
        let portal = Principal(tenant: try await test.tenant(), role: .portal)
        #expect(
            await refused {
                _ = try await test.useCases.portal.enrollments.erase(id.text, by: portal, at: test.now)
            } == .secondOperatorRequired)
        #expect(
            await refused {
                _ = try await test.useCases.administration.configuration.change(
                    .object(["onboardingConfig": .object(["fourEyes": .array([])])]), by: portal, at: test.now)
            } == .secondOperatorRequired)
        #expect(
            await refused {
                try await test.useCases.desk.recordReview.perform(
                    id.text,
                    Incoming(bodyDigest: Visitor.newBody()) {
                        try RecordReview.Request(decision: .accepted, reason: "a", reviewer: "b")
                    }, by: portal, at: test.now)
            } == .secondOperatorRequired)
        #expect(await refused { _ = try await proposals.list(by: portal, at: test.now) } == nil)
        #expect(try await proposals.list(by: portal, at: test.now) == [])
        #expect(
            await refused {
                _ = try await proposals.propose(.erase(enrollment: id.text), by: portal, at: test.now)
            } == .roleMissing)
        // What is said already changes nothing.
        _ = try await test.useCases.administration.configuration.change(.object([:]), by: portal, at: test.now)
    }

    @Test func noMoreThanSoManyWait() async throws {
        let id = try await begun()
        for _ in 0..<Limit.proposals.value { _ = try await propose(.erase(enrollment: id.text)) }
        #expect(await refused { _ = try await propose(.erase(enrollment: id.text)) } == .rateLimited)
    }
}
