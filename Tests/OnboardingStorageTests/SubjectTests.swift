import GRDB
import OnboardingCore
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    static let subjects = [
        StoreContract("enrollments of one username are cases of one subject, also when they race") { fixture in
            let other = try fixture.reopened()
            var news: [NewEnrollment] = []
            for _ in 0..<20 { news.append(try fixture.new(username: "ada")) }
            try await withThrowingTaskGroup { group in
                for (number, new) in news.enumerated() {
                    let store = number.isMultiple(of: 2) ? fixture.store : other
                    group.addTask { try await store.begin(new) }
                }
                try await group.waitForAll()
            }
            var subjects: Set<SubjectID> = []
            for new in news { subjects.insert(try await fixture.subject(of: new.id)) }
            #expect(subjects.count == 1)
            #expect(try await fixture.subject(of: fixture.begun(username: "bob")) != subjects.first)
        },
        StoreContract("a username of another tenant is another subject") { fixture in
            let tenant = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store)
            let own = try await fixture.begun(username: "ada")
            var foreign = try fixture.new(tenant: tenant)
            // Also where both tenants' digests were alike.
            foreign.usernameDigest = try fixture.digest(of: "ada")
            try await fixture.store.begin(foreign)
            #expect(try await fixture.subject(of: own) != fixture.subject(of: foreign.id))
        },
        StoreContract("the newest e-mail address of a subject's cases is the subject's") { fixture in
            let first = try fixture.new(username: "ada", email: "old")
            try await fixture.store.begin(first)
            for (email, kept) in [("new", "new"), (nil, "new"), ("old", "old")] {
                try await fixture.store.begin(fixture.new(username: "ada", email: email))
                #expect(try await fixture.store.enrollment(first.id)?.emailDigest == fixture.digest(of: kept))
            }
        },
        StoreContract("what is not begun leaves no subject, and changes none") { fixture in
            let until = StoreFixture.now.adding(seconds: 600)
            let complete = try fixture.new(
                username: "ada", email: "old", session: "session",
                events: [.triggered(until: until), .started(Policy(requiredChecks: [.addDevice]), deadline: until)])
            try await fixture.store.begin(complete)
            _ = try await fixture.store.commit(complete.id, StoreFixture.proposal(.addDevice))
            let (again, taken) = (
                try fixture.new(username: "ada", email: "new"), try fixture.new(username: "bob", session: "session")
            )
            await #expect(throws: StorageError.usernameComplete) {
                try await fixture.store.begin(again, cancelsOthersOfUsername: true)
            }
            await #expect(throws: StorageError.nameTaken) { try await fixture.store.begin(taken) }
            #expect(try await fixture.store.enrollment(complete.id)?.emailDigest == fixture.digest(of: "old"))
            #expect(
                try await !fixture.store.knows(tenant: fixture.tenant, usernameDigest: fixture.digest(of: "bob")))
        },
        StoreContract("a username is a new subject's once nothing of the old one's cases is kept") { fixture in
            let first = try await fixture.begun(username: "ada")
            let second = try await fixture.begun(username: "ada")
            let subject = try await fixture.subject(of: first)
            try await fixture.store.beginErasure(of: first, at: StoreFixture.now)
            #expect(try await fixture.subject(of: fixture.begun(username: "ada")) == subject)
            _ = try await fixture.store.beginErasureOfPerson(
                of: second, includingRegistration: true, at: StoreFixture.now)
            let digest = try fixture.digest(of: "ada")
            #expect(try await !fixture.store.knows(tenant: fixture.tenant, usernameDigest: digest))
            #expect(try await fixture.subject(of: fixture.begun(username: "ada")) != subject)
            #expect(try await fixture.store.verifyTables() == [])
        },
    ]
}

extension StoreFixture {
    fileprivate func subject(of id: EnrollmentID) async throws -> SubjectID {
        try #require(try await store.enrollment(id)).subjectID
    }
}

@Suite struct SubjectTests {
    /// Whatever is begun, completed, withdrawn and erased in whatever order, beside other people and tenants: the store
    /// says of subjects what a list of the cases says.
    @Test(arguments: StoreFactory.all) func subjectsAreWhatTheirCasesTell(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let tenants = [
            fixture.tenant,
            try await StoreFixture.makeTenant("other", keys: fixture.keys, store: fixture.store),
        ]
        var generator = SeededGenerator.announced()
        var model = SubjectModel()
        for step in 0..<250 {
            let any = model.cases.indices.randomElement(using: &generator)
            switch (Int.random(in: 0..<8, using: &generator), any) {
            case (0, let any?):
                let proposal = StoreFixture.proposal(.addFace(.live), code: "\(step)")
                let isOpen = model.cases[any].state == .open && !model.cases[any].isErased
                if isOpen, model.others(beside: any).contains(where: { model.cases[$0].state == .complete }) {
                    await #expect(throws: StorageError.usernameComplete) {
                        try await fixture.store.commit(model.cases[any].id, proposal)
                    }
                } else {
                    _ = try await fixture.store.commit(model.cases[any].id, proposal)
                    model.complete(any)
                }
            case (1, let any?):
                _ = try await fixture.store.commit(model.cases[any].id, StoreFixture.proposal(.cancel))
                model.end(any, as: .withdrawn)
            case (2, let any?):
                try await fixture.store.beginErasure(of: model.cases[any].id, at: StoreFixture.now)
                model.erase(any)
            case (3, let any?):
                let includingRegistration = Bool.random(using: &generator)
                let erased = try await fixture.store.beginErasureOfPerson(
                    of: model.cases[any].id, includingRegistration: includingRegistration, at: StoreFixture.now)
                let others = model.others(beside: any)
                let all = [any] + others.filter { includingRegistration || model.cases[$0].state != .complete }
                #expect(erased == all.filter { !model.cases[$0].isErased }.map { model.cases[$0].id })
                for one in all { model.erase(one) }
                try await fixture.store.finishErasure(of: erased, journal: nil)
            default:
                let person = SubjectModel.Person(
                    username: ["ada", "bob", "eve"].randomElement(using: &generator) ?? "",
                    tenant: tenants.randomElement(using: &generator) ?? fixture.tenant)
                let cancelsOthers = Bool.random(using: &generator)
                let until = StoreFixture.now.adding(seconds: 600)
                let new = try fixture.new(
                    username: person.username, tenant: person.tenant,
                    events: [.triggered(until: until), .started(Policy(requiredChecks: [.addFace]), deadline: until)])
                if cancelsOthers, model.kept(of: person).contains(where: { model.cases[$0].state == .complete }) {
                    await #expect(throws: StorageError.usernameComplete) {
                        try await fixture.store.begin(new, cancelsOthersOfUsername: true)
                    }
                } else {
                    try await fixture.store.begin(new, cancelsOthersOfUsername: cancelsOthers)
                    model.begin(new.id, of: person, cancelsOthers: cancelsOthers)
                }
            }
            try await compare(model, with: fixture, tenants)
        }
        for tenant in tenants {
            #expect(
                try await fixture.store.registrations(tenant: tenant, skipping: 0, limit: 500).page.count
                    == model.cases.count { $0.person.tenant == tenant && $0.state == .complete && !$0.isErased })
        }
        #expect(try await fixture.store.verifyTables() == [])
        #expect(try await fixture.store.verifyRegister() == .intact(length: model.cases.count))
    }

    private func compare(_ model: SubjectModel, with fixture: StoreFixture, _ tenants: [TenantID]) async throws {
        var ids: [Int: SubjectID] = [:]
        for (index, one) in model.cases.enumerated() {
            let stored = try await fixture.store.enrollment(one.id)
            #expect((stored == nil) == one.isErased)
            if let stored {
                #expect(ids.updateValue(stored.subjectID, forKey: one.subject) ?? stored.subjectID == stored.subjectID)
            }
            #expect(
                try await fixture.store.enrollments(beside: one.id).map(\.id)
                    == model.others(beside: index).map { model.cases[$0].id })
        }
        #expect(Set(ids.values).count == ids.count)
        for tenant in tenants {
            for username in ["ada", "bob", "eve"] {
                let digest = try fixture.digest(of: username, tenant: tenant)
                let kept = model.kept(of: SubjectModel.Person(username: username, tenant: tenant))
                #expect(try await fixture.store.knows(tenant: tenant, usernameDigest: digest) == !kept.isEmpty)
                #expect(
                    try await fixture.store.isComplete(tenant: tenant, usernameDigest: digest)
                        == kept.contains { model.cases[$0].state == .complete })
            }
        }
    }

    @Test func whatACaseLeavesNamesItsSubjectUntilBothAreErased() async throws {
        let fixture = try await StoreFixture()
        let id = try await fixture.begun(Policy(requiredChecks: [.addDevice, .addFace]), username: "ada")
        let attempt = try fixture.new(username: "ada", email: "address")
        try await fixture.store.begin(attempt)
        for step in [Command.addDevice, .addFace(.live)] {
            _ = try await fixture.store.commit(id, StoreFixture.proposal(step)) { _ in
                step == .addDevice
                    ? StepWrites(device: DeviceWrite(deviceDigest: [5], sealed: [6]))
                    : StepWrites(templates: [TemplateWrite(kind: "face", model: "m", sealed: [7])])
            }
        }
        func texts(_ sql: String) async throws -> [String?] {
            try await fixture.sqlite.readMany { try Optional<String>.fetchAll($0, sql: sql) }
        }
        let subject = try await fixture.subject(of: id).text
        for table in ["template", "device"] {
            #expect(try await texts("SELECT subject_id FROM \(table)") == [subject])
        }
        #expect(try await texts("SELECT subject_id FROM enrollment") == [subject, subject])

        // The registration alone: the attempt is still kept, and whose it is.
        try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
        #expect(try await texts("SELECT subject_id FROM enrollment ORDER BY number") == [nil, subject])
        let living =
            "SELECT id FROM subject WHERE username_digest NOTNULL AND email_digest NOTNULL AND erased_at ISNULL"
        #expect(try await texts(living) == [subject])
        try await fixture.store.beginErasure(of: attempt.id, at: StoreFixture.now)
        let erased = "SELECT id FROM subject WHERE username_digest ISNULL AND email_digest ISNULL AND erased_at NOTNULL"
        #expect(try await texts(erased) == [subject])
        #expect(try await texts("SELECT subject_id FROM enrollment") == [nil, nil])
    }
}

/// The cases that were begun, and what is to be said of their subjects.
private struct SubjectModel {
    struct Person: Equatable {
        let username: String
        let tenant: TenantID
    }

    enum State {
        case open, complete, withdrawn
    }

    struct Case {
        let id: EnrollmentID
        let person: Person
        let subject: Int
        var state = State.open
        var isErased = false
    }

    private(set) var cases: [Case] = []

    func kept(of person: Person) -> [Int] { cases.indices.filter { cases[$0].person == person && !cases[$0].isErased } }

    func others(beside index: Int) -> [Int] {
        guard !cases[index].isErased else { return [] }
        return kept(of: cases[index].person).filter { $0 != index }
    }

    /// What completes one withdraws the others that are open.
    mutating func complete(_ index: Int) {
        guard cases[index].state == .open, !cases[index].isErased else { return }
        for other in others(beside: index) { end(other, as: .withdrawn) }
        end(index, as: .complete)
    }

    mutating func begin(_ id: EnrollmentID, of person: Person, cancelsOthers: Bool) {
        let kept = kept(of: person)
        if cancelsOthers { for other in kept { end(other, as: .withdrawn) } }
        cases.append(Case(id: id, person: person, subject: kept.first.map { cases[$0].subject } ?? cases.count))
    }

    mutating func end(_ index: Int, as state: State) {
        if cases[index].state == .open, !cases[index].isErased { cases[index].state = state }
    }

    mutating func erase(_ index: Int) { cases[index].isErased = true }
}
