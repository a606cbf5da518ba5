import Foundation
import Mail
import OnboardingCore
import Synchronization
import TestSupport
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Operations
@testable import Tenancy

/// A message is queued with what it is about, and what becomes of it is written down.
@Suite struct MailSenderTests {
    private let test: TestInstallation
    private let tenant: Tenant
    private let sender: MailSender

    private var portal: Principal { Principal(tenant: tenant, role: .portal) }

    init() async throws {
        // Nobody listens there.
        let setup = MailSetup(
            server: try MailServer(
                url: "smtp://127.0.0.1:9", user: nil, password: nil, sender: "no-reply@kyc.example.org",
                certificates: nil),
            words: try InvitationWords(folder: Material.packageRoot + "/web/texts"))
        test = try await TestInstallation(mail: setup)
        tenant = try await test.tenant(
            configuration: #"{"onboardingConfig":{"messageLanguage":"de"},"ui":{"displayName":"Zürich Bank"}}"#)
        sender = MailSender(
            store: test.data.store, keys: test.data.keys, setup: setup, clock: test.clock, metrics: test.metrics,
            logger: test.logger)
    }

    private func trigger(
        _ name: String = "ada", email: String? = "ada@example.org", notifiesByEmail: Bool = true,
        key: IdempotencyKey? = nil, body: [UInt8] = Visitor.newBody(), at other: TestInstallation? = nil
    ) async throws -> TriggerEnroll.Result {
        try await (other ?? test).useCases.portal.triggerEnroll.perform(
            .init(
                username: name, email: email, firstName: nil, lastName: nil, phoneNumber: nil, reference: nil,
                notifiesByEmail: notifiesByEmail),
            bodyDigest: body, key: key, by: portal, at: test.now)
    }

    private func triggered(_ name: String = "ada") async throws -> TriggerEnroll.Session {
        guard case .triggered(let session) = try await trigger(name) else { throw Refusal(.internalError) }
        return session
    }

    private func due() async throws -> [MailRow] {
        try await test.data.store.dueMail(at: test.now, limit: 10)
    }

    private func state(_ session: TriggerEnroll.Session) async throws -> MailState {
        try await test.useCases.portal.enrollments.mailState(session: session.token, by: portal, at: test.now)
    }

    /// Looks at all that is due, with a mail server that replies so.
    @discardableResult
    private func look(_ reply: MailReply = .taken) async throws -> [MailMessage] {
        let messages = Mutex<[MailMessage]>([])
        for mail in try await due() {
            await sender.look(at: mail) { message, _ in
                messages.withLock { $0.append(message) }
                return reply
            }
        }
        return messages.withLock { $0 }
    }

    @Test func whoAsksForAMessageIsToldThatItWaitsAndThePersonIsSentTheLink() async throws {
        let session = try await triggered()
        #expect(session.mailIsQueued)
        #expect(try await state(session) == .queued)
        let row = try #require(try await due().first)
        #expect(row.messageID.hasSuffix("@kyc.example.org"))
        let sealed = String(decoding: row.sealed ?? [], as: UTF8.self)
        #expect(!sealed.contains("ada") && !sealed.contains("onboarding.test"))
        let message = try #require(try await look().first)
        #expect(message.recipient.text == "ada@example.org" && message.messageID == row.messageID)
        #expect(message.senderName == "Zürich Bank" && message.language == "de")
        #expect(message.paragraphs.contains { if case .link(_, session.callbackURL) = $0 { true } else { false } })
        #expect(try await state(session) == .sent(at: test.now))
        #expect(try await look() == [], "once")
    }

    @Test func withoutTheMemberNothingIsSent() async throws {
        guard case .triggered(let session) = try await trigger(notifiesByEmail: false) else {
            Issue.record("not triggered")
            return
        }
        #expect(!session.mailIsQueued)
        #expect(try await due() == [])
        #expect(try await state(session) == .none)
    }

    @Test func whatCannotBeSentIsRefusedAndNothingIsBegun() async throws {
        let counter = try await test.data.store.head()
        await #expect(throws: Refusal(.emailInvalid)) {
            _ = try await trigger(email: "ada@example.org\r\nBcc: eve@x.y")
        }
        await #expect(throws: Refusal(.emailInvalid)) { _ = try await trigger(email: "ada") }
        guard case .failed(.emailMissing) = try await trigger(email: nil) else {
            Issue.record("begun without an address")
            return
        }
        let without = try await TestInstallation()
        await #expect(throws: Refusal(.mailNotConfigured)) { _ = try await trigger(at: without) }
        #expect(try await test.data.store.head() == counter)
        guard case .triggered = try await trigger() else {
            Issue.record("not triggered")
            return
        }
        // Of a username that is known, too: an older address may be somebody else's by now.
        guard case .failed(.emailMissing) = try await trigger(email: nil) else {
            Issue.record("an address was guessed")
            return
        }
    }

    @Test func anAddressThatWasSentEnoughIsSentNoMoreUntilItGoesAgain() async throws {
        let (key, body) = (try IdempotencyKey(field: "a-key"), Visitor.newBody())
        _ = try await trigger(key: key, body: body)
        for _ in 0..<4 { _ = try await trigger(email: "Ada@Example.org") }
        let counter = try await test.data.store.head()
        await #expect(throws: Refusal(.mailLimitReached, retryAfterInSeconds: 3600)) { _ = try await trigger("bob") }
        #expect(try await test.data.store.head() == counter, "nothing was begun")
        #expect(try await due().count == 5)
        // What was asked for before, without a message, and at another address.
        guard case .triggered = try await trigger(key: key, body: body),
            case .triggered = try await trigger(notifiesByEmail: false),
            case .triggered = try await trigger(email: "bob@example.org")
        else {
            Issue.record("not triggered")
            return
        }
        test.advance(milliseconds: 3_600_000)
        guard case .triggered(let session) = try await trigger() else {
            Issue.record("refused for ever")
            return
        }
        #expect(session.mailIsQueued)
    }

    @Test func theSameRequestUnderAKeyIsQueuedOnceAndSaysSoAgain() async throws {
        let (key, body) = (try IdempotencyKey(field: "a-key"), Visitor.newBody())
        for _ in 0..<2 {
            guard case .triggered(let session) = try await trigger(key: key, body: body) else {
                Issue.record("not triggered")
                return
            }
            #expect(session.mailIsQueued)
        }
        #expect(try await due().count == 1)
    }

    @Test(arguments: [
        MailReply.unreachable, .refused(code: 451), .notServed(code: 554), .loginDenied, .notSecure, .libraryMissing,
        .failed,
    ]) func whatMayPassIsTriedAgainAsTheSameMessage(reply: MailReply) async throws {
        let session = try await triggered()
        let first = try #require(try await look(reply).first)
        #expect(try await state(session) == .queued)
        #expect(try await due() == [])
        test.advance(milliseconds: 15_000)
        let second = try #require(try await look().first)
        #expect(second == first && second.bytes == first.bytes)
        #expect(try await state(session) == .sent(at: test.now))
    }

    @Test func aRefusalForGoodIsNotTriedAgain() async throws {
        let session = try await triggered()
        try await look(.refused(code: 550))
        #expect(try await state(session) == .failed(.refused))
        test.advance(milliseconds: 60_000)
        #expect(try await due() == [])
    }

    @Test func whatTheLinkDoesNotOutliveIsGivenUp() async throws {
        let session = try await triggered()
        var attempts = 0
        // The session lasts ten minutes.
        for _ in 0..<80 {
            attempts += try await look(.unreachable).count
            test.advance(milliseconds: 10_000)
        }
        #expect((4...6).contains(attempts))
        #expect(try await state(session) == .failed(.expired))
        #expect(try await test.data.store.mailBacklog().waiting == 0)
        let text = test.metrics.text(gauges: [])
        #expect(text.contains(#"onboarding_mail_attempts_total{result="expired"} 1"#))
        #expect(text.contains(#"onboarding_mail_attempts_total{result="taken"} 0"#))
    }

    @Test func whoHasBegunMeanwhileIsNotSentTheLink() async throws {
        let session = try await triggered()
        _ = try await test.useCases.person.enroll.perform(
            Enroll.Request(person: .ofSession(token: session.token), consent: nil), bodyDigest: Visitor.newBody(),
            by: portal,
            at: test.now)
        #expect(try await look() == [])
        #expect(try await state(session) == .failed(.unneeded))
    }

    @Test func whoWasErasedIsSentNothing() async throws {
        _ = try await triggered()
        let row = try #require(try await due().first)
        try await test.cases.erasePerson.enrollment(row.enrollmentID, at: test.now)
        #expect(try await look() == [])
        // As if it had been asked for just before.
        let asked = Mutex(0)
        await sender.look(at: row) { _, _ in
            asked.withLock { $0 += 1 }
            return .taken
        }
        #expect(asked.withLock { $0 } == 0)
        #expect(try await test.data.store.mail(of: row.enrollmentID) == [])
    }

    @Test func whatIsBeingSentIsSentByNobodyElseAndWaitsAgainAfterACrash() async throws {
        _ = try await triggered()
        let row = try #require(try await due().first)
        #expect(try await test.data.store.beginSending(row, at: test.now))
        #expect(try await look() == [])
        let asked = Mutex(0)
        await sender.look(at: row) { _, _ in
            asked.withLock { $0 += 1 }
            return .taken
        }
        #expect(asked.withLock { $0 } == 0)
        try await sender.release()
        let message = try #require(try await look().first)
        #expect(message.messageID == row.messageID)
    }

    @Test func whatWasDamagedIsGivenUpAndKeepsNobodyWaiting() async throws {
        let first = try await triggered("ada")
        let row = try #require(try await due().first)
        let second = try await triggered("bob")
        let other = try #require(try await due().first { $0.id != row.id })
        // Content of another enrollment does not open.
        let moved = MailRow(
            id: row.id, tenantID: row.tenantID, enrollmentID: row.enrollmentID, messageID: row.messageID,
            kind: row.kind, sealed: other.sealed, createdAt: row.createdAt, dueAt: row.dueAt,
            expiresAt: row.expiresAt, attempts: row.attempts, progress: row.progress)
        await sender.look(at: moved) { _, _ in .taken }
        #expect(try await state(first) == .failed(.unreadable))
        #expect(try await look().count == 1)
        #expect(try await state(second) == .sent(at: test.now))
    }

    @Test func withoutAMailServerWhatWaitsIsGivenUpAtItsEnd() async throws {
        let session = try await triggered()
        let idle = MailSender(
            store: test.data.store, keys: test.data.keys, setup: nil, clock: test.clock, metrics: test.metrics,
            logger: test.logger)
        let row = try #require(try await due().first)
        await idle.look(at: row) { _, _ in .taken }
        #expect(try await state(session) == .queued)
        test.advance(milliseconds: 600_001)
        await idle.look(at: row) { _, _ in .taken }
        #expect(try await test.data.store.mail(of: row.enrollmentID).first?.sealed == nil)
    }
}
