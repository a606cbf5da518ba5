import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    /// An enrollment that begins with a message.
    /// - Parameter recipient: nil for one of its own.
    private static func invited(
        _ fixture: StoreFixture, messageID: String? = nil, to recipient: [UInt8]? = nil, after seconds: Int64 = 0
    ) async throws -> (id: EnrollmentID, mail: MailWrite) {
        var new = try fixture.new()
        new.createdAt = StoreFixture.now.adding(seconds: seconds)
        new.searchKeys = [SearchKey(.email, digest: recipient ?? Array(new.id.text.utf8))]
        let id = try MailID.random()
        let mail = MailWrite(
            id: id, messageID: messageID ?? "\(id.text)@example.org", kind: "invitation", sealed: [1, 2, 3],
            expiresAt: StoreFixture.now.adding(seconds: 600))
        new.mail = mail
        try await fixture.store.begin(new)
        return (new.id, mail)
    }

    private static func due(_ fixture: StoreFixture, after seconds: Int64 = 0, limit: Int = 10) async throws
        -> [MailRow]
    {
        try await fixture.store.dueMail(at: StoreFixture.now.adding(seconds: seconds), limit: limit)
    }

    static let mail = [
        StoreContract("a message is written with its enrollment, and due at once") { fixture in
            let (id, mail) = try await invited(fixture)
            let row = try #require(try await fixture.store.mail(of: id).first)
            #expect(row.id == mail.id && row.enrollmentID == id && row.tenantID == fixture.tenant)
            #expect(row.messageID == mail.messageID && row.kind == "invitation" && row.sealed == [1, 2, 3])
            #expect(row.createdAt == StoreFixture.now && row.expiresAt == mail.expiresAt)
            #expect(row.attempts == 0 && row.progress == .waiting)
            #expect(try await due(fixture) == [row])
            #expect(try await due(fixture, after: -1) == [])
            #expect(try await fixture.store.mail(of: try fixture.begun()) == [])
            #expect(
                try await fixture.store.mailBacklog() == MailBacklog(waiting: 1, oldest: StoreFixture.now))
        },
        StoreContract("no enrollment begins with a Message-ID that was used") { fixture in
            _ = try await invited(fixture, messageID: "a@example.org")
            var new = try fixture.new()
            new.searchKeys = [SearchKey(.email, digest: [1])]
            new.mail = MailWrite(
                id: try .random(), messageID: "a@example.org", kind: "invitation", sealed: [1],
                expiresAt: StoreFixture.now)
            let second = new
            await #expect(throws: StorageError.nameTaken) { try await fixture.store.begin(second) }
            #expect(try await fixture.store.enrollment(second.id) == nil, "nothing is half done")
            #expect(try await due(fixture).count == 1)
        },
        StoreContract("five messages go to one address in an hour, and when the next one goes is said") { fixture in
            let hour: Int64 = 3600
            for number in 0..<5 { _ = try await invited(fixture, to: [7], after: Int64(number)) }
            let count = try await fixture.store.mailBacklog().waiting
            for seconds: Int64 in [-10, 5, hour - 1] {
                await #expect(throws: StorageError.mailLimitReached(until: StoreFixture.now.adding(seconds: hour))) {
                    _ = try await invited(fixture, to: [7], after: seconds)
                }
            }
            #expect(try await fixture.store.mailBacklog().waiting == count, "nothing is half done")
            _ = try await invited(fixture, to: [8], after: 5)
            _ = try await invited(fixture, to: [7], after: hour)
            await #expect(
                throws: StorageError.mailLimitReached(until: StoreFixture.now.adding(seconds: hour + 1))
            ) { _ = try await invited(fixture, to: [7], after: hour) }
        },
        StoreContract("twenty messages go to one address in a day, whatever became of them") { fixture in
            let (quarter, day): (Int64, Int64) = (900, 86_400)
            for number in 0..<20 {
                let (id, _) = try await invited(fixture, to: [7], after: Int64(number) * quarter)
                let row = try #require(try await fixture.store.mail(of: id).first)
                try await fixture.store.settle(row, as: .givenUp(cause: "refused"), at: StoreFixture.now)
            }
            await #expect(throws: StorageError.mailLimitReached(until: StoreFixture.now.adding(seconds: day))) {
                _ = try await invited(fixture, to: [7], after: 20 * quarter)
            }
            _ = try await invited(fixture, to: [7], after: day)
        },
        StoreContract("of messages to one address that come together no more go than one may be sent") { fixture in
            let results = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { (try? await invited(fixture, to: [7])) != nil }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(results.filter(\.self).count == 5)
        },
        StoreContract("a message of which nobody says whom it goes to is not begun") { fixture in
            var new = try fixture.new()
            new.mail = MailWrite(
                id: try .random(), messageID: "b@example.org", kind: "invitation", sealed: [1],
                expiresAt: StoreFixture.now)
            let begun = new
            await #expect(throws: StorageError.storedValueInvalid) { try await fixture.store.begin(begun) }
            #expect(try await fixture.store.enrollment(begun.id) == nil)
        },
        StoreContract("of two who would send a message one does") { fixture in
            _ = try await invited(fixture)
            let row = try #require(try await due(fixture).first)
            let both = try await [
                fixture.store.beginSending(row, at: StoreFixture.now),
                fixture.store.beginSending(row, at: StoreFixture.now),
            ]
            #expect(both == [true, false])
            #expect(try await due(fixture) == [])
            let sending = try await fixture.store.mail(of: row.enrollmentID).first
            #expect(sending?.progress == .sending(since: StoreFixture.now) && sending?.attempts == 1)
            #expect(sending?.messageID == row.messageID)
            #expect(try await fixture.store.mailBacklog().waiting == 1)
        },
        StoreContract("what was sent is sent no more, and its content is gone") { fixture in
            _ = try await invited(fixture)
            let row = try #require(try await due(fixture).first)
            #expect(try await fixture.store.beginSending(row, at: StoreFixture.now))
            let later = StoreFixture.now.adding(seconds: 1)
            try await fixture.store.settle(row, as: .sent, at: later)
            let sent = try #require(try await fixture.store.mail(of: row.enrollmentID).first)
            #expect(sent.progress == .sent(at: later) && sent.sealed == nil && sent.messageID == row.messageID)
            #expect(try await due(fixture, after: 9999) == [])
            // A late word of another attempt changes nothing.
            try await fixture.store.settle(row, as: .waits(until: later), at: later)
            try await fixture.store.settle(row, as: .givenUp(cause: "refused"), at: later)
            #expect(try await fixture.store.mail(of: row.enrollmentID) == [sent])
            #expect(try await !fixture.store.beginSending(row, at: later))
            #expect(try await fixture.store.mailBacklog() == MailBacklog(waiting: 0, oldest: nil))
        },
        StoreContract("what was not taken waits, with what it says, or is given up") { fixture in
            _ = try await invited(fixture)
            let first = try #require(try await due(fixture).first)
            #expect(try await fixture.store.beginSending(first, at: StoreFixture.now))
            let until = StoreFixture.now.adding(seconds: 60)
            try await fixture.store.settle(first, as: .waits(until: until), at: StoreFixture.now)
            #expect(try await due(fixture, after: 59) == [])
            let second = try #require(try await due(fixture, after: 60).first)
            #expect(second.attempts == 1 && second.sealed == [1, 2, 3] && second.dueAt == until)
            #expect(second.messageID == first.messageID)
            #expect(try await !fixture.store.beginSending(first, at: until), "it was tried since")
            #expect(try await fixture.store.beginSending(second, at: until))
            try await fixture.store.settle(second, as: .givenUp(cause: "refused"), at: until)
            let givenUp = try #require(try await fixture.store.mail(of: first.enrollmentID).first)
            #expect(givenUp.progress == .givenUp(at: until, cause: "refused") && givenUp.sealed == nil)
            #expect(try await due(fixture, after: 9999) == [])
        },
        StoreContract("what was being sent when a process ended waits again") { fixture in
            _ = try await invited(fixture)
            _ = try await invited(fixture)
            let row = try #require(try await due(fixture).first)
            #expect(try await fixture.store.beginSending(row, at: StoreFixture.now))
            #expect(try await due(fixture).count == 1)
            let reopened = try fixture.reopened()
            #expect(try await reopened.releaseMail() == 1)
            #expect(try await reopened.releaseMail() == 0)
            let rows = try await due(fixture)
            #expect(rows.count == 2)
            #expect(rows.first { $0.id == row.id }?.attempts == 1)
        },
        StoreContract("a message goes with the person") { fixture in
            let (id, _) = try await invited(fixture)
            _ = try await invited(fixture)
            let row = try #require(try await fixture.store.mail(of: id).first)
            #expect(try await fixture.store.beginSending(row, at: StoreFixture.now))
            try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
            #expect(try await fixture.store.mail(of: id) == [])
            try await fixture.store.settle(row, as: .sent, at: StoreFixture.now)
            #expect(try await fixture.store.mail(of: id) == [], "it stays erased")
            #expect(try await due(fixture).count == 1)
        },
        StoreContract("the longest due come first, as many as are asked for") { fixture in
            for _ in 0..<3 { _ = try await invited(fixture) }
            let rows = try await due(fixture)
            for (row, seconds) in zip(rows, [30, 10, 20] as [Int64]) {
                try await fixture.store.settle(
                    row, as: .waits(until: StoreFixture.now.adding(seconds: seconds)), at: StoreFixture.now)
            }
            let order = [rows[1].id, rows[2].id, rows[0].id]
            #expect(try await due(fixture, after: 30).map(\.id) == order)
            #expect(try await due(fixture, after: 30, limit: 2).map(\.id) == Array(order.prefix(2)))
            #expect(try await due(fixture, after: 30, limit: 0) == [])
            #expect(try await due(fixture, after: 19).map(\.id) == [rows[1].id])
        },
    ]
}
