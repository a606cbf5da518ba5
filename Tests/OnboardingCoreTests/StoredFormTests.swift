import Foundation
import OnboardingCore
import TestSupport
import Testing

/// The forms in which events, states and audit details are stored, held to the files of the folder `Golden`: what was
/// written once is written the same ever after, and read.
@Suite struct StoredFormTests {
    private static let until = Instant(millisecondsSince1970: 1_800_000_600_000)
    private static let record = IdempotencyRecord(step: .addFace, requestDigest: "0123abcd")
    private static let policy = policy(.activeAfterDoubt, .light, maximumPassiveCaptures: 6)
    /// As it is read from what was stored before there was an active workflow.
    private static let olderPolicy = policy(.passive, .movement, maximumPassiveCaptures: 8)

    private static func policy(
        _ workflow: FaceWorkflow, _ kind: FaceChallenge.Kind, maximumPassiveCaptures: Int
    ) -> Policy {
        Policy(
            requiredChecks: [.addDevice, .addFace, .addDocument], maximumFaceAttempts: 4, maximumDocumentAttempts: 3,
            maximumCaptures: 9, requiresConsent: true, lifetimeInSeconds: 1800, faceWorkflow: workflow,
            challengeKind: kind, maximumPassiveCaptures: maximumPassiveCaptures)
    }

    /// One of each kind, and one more of each that may lack its evidence.
    private static let events: [(file: String, event: Event)] = [
        ("triggered", .triggered(until: until)),
        ("codeReserved", .codeReserved(registrationCode: "0123456789")),
        ("validated", .validated),
        ("started-workflow", .started(policy, deadline: until)),
        ("consentGiven", .consentGiven(.sample)),
        ("deviceAdded", .deviceAdded),
        ("faceAdded", .faceAdded(.sample)),
        ("faceRefused", .faceRefused(.presentationAttack, .sample)),
        ("faceRefused-without-evidence", .faceRefused(.packageUnreadable, nil)),
        ("faceChallenged", .faceChallenged(.sample)),
        ("faceRefused-challengeExpired", .faceRefused(.challengeExpired, nil)),
        ("documentAdded", .documentAdded(.sample)),
        ("documentRefused", .documentRefused(.notMatching, .sample)),
        (
            "documentRefused-findings",
            .documentRefused(
                .notVerified, .sample,
                [DocumentFinding(.checkDigitWrong, field: "dateOfBirth"), DocumentFinding(.specimen)])
        ),
        ("faceReopened", .faceReopened(.sample)),
        ("duplicateFound", .duplicateFound(of: .sample)),
        ("faceRefused-duplicate", .faceRefused(.duplicate, .sample)),
        ("completed", .completed(registrationCode: "0123456789")),
        ("failed", .failed(.faceAttemptsExhausted)),
        ("cancelled", .cancelled),
        ("expired", .expired),
        ("reviewRequested", .reviewRequested),
        ("reviewed", .reviewed(.accepted, .sample)),
        ("captureAsked", .captureAsked(policy, deadline: until)),
        ("answered", .answered(record)),
        ("facesTaken", .facesTaken(count: 3)),
    ]

    private static func open(_ policy: Policy) -> [Event] {
        [
            .triggered(until: until), .started(policy, deadline: until), .consentGiven(.sample), .deviceAdded,
            .faceRefused(.undecided, nil), .faceRefused(.presentationAttack, nil), .answered(record),
        ]
    }

    private static let reopening: [Event] = [.faceAdded(nil), .documentAdded(nil), .faceReopened(.sample)]

    /// What was written before there was an active workflow, and is read as then.
    private static let olderStates: [(file: String, events: [Event])] = [
        ("open", open(olderPolicy)), ("open-reopened", open(olderPolicy) + reopening),
    ]

    private static let states: [(file: String, events: [Event])] = {
        let started = [Event.triggered(until: until), .started(policy, deadline: until)]
        let open = Self.open(policy)
        return [
            ("triggered", [.triggered(until: until)]),
            ("validated", [.triggered(until: until), .validated]),
            ("open-workflow", open),
            ("open-coded", [open[0], .codeReserved(registrationCode: "0123456789")] + open.dropFirst()),
            ("open-challenged", open + [.faceChallenged(.sample)]),
            ("open-in-doubt", open + reopening + [.faceRefused(.portraitSuspected, nil)]),
            ("complete", open + [.completed(registrationCode: "0123456789")]),
            ("failed", started + [.failed(.documentCapturesExhausted)]),
            (
                "failed-reviewed",
                started + [.failed(.documentCapturesExhausted), .reviewRequested, .reviewed(.refused, .sample)]
            ),
            (
                "open-accepted",
                started + [
                    .failed(.faceAttemptsExhausted), .reviewed(.accepted, .sample),
                    .captureAsked(policy, deadline: until),
                ]
            ),
            ("cancelled", started + [.cancelled]),
            ("expired", started + [.expired]),
        ]
    }()

    @Test func everyKindOfEventHasAFile() {
        #expect(Set(Self.events.map(\.event.kind)) == Set(Event.Kind.allCases))
    }

    @Test(arguments: events.map(\.file)) func anEventHasItsForm(file: String) throws {
        let event = try #require(Self.events.first { $0.file == file }).event
        try expect(event, in: "event-" + file)
    }

    @Test(arguments: states.map(\.file)) func aStateHasItsForm(file: String) throws {
        let events = try #require(Self.states.first { $0.file == file }).events
        try expect(try #require(replay(events)), in: "enrollment-" + file)
    }

    @Test func whatWasWrittenBeforeThereWasAnActiveWorkflowIsRead() throws {
        #expect(
            try decode(Event.self, try Self.golden("event-started"))
                == .started(Self.olderPolicy, deadline: Self.until))
        for (file, events) in Self.olderStates {
            #expect(try decode(Enrollment.self, try Self.golden("enrollment-" + file)) == replay(events))
        }
    }

    @Test func everyKindOfAuditEventHasItsForm() throws {
        let enrollment = try #require(EnrollmentID(text: String(repeating: "0b", count: 16)))
        let proposal = AuditEvent.Proposal(
            id: try #require(ProposalID(text: String(repeating: "0d", count: 16))), action: "erasure", proposer: "ada",
            enrollment: enrollment)
        let events: [AuditEvent] = [
            .tenantCreated(name: "acme", configuration: "{}"),
            .configurationChanged(changes: #"[{"after":1,"path":"/a"}]"#, version: 2),
            .keyAdded(id: "k1", kind: "qr"), .keyDeleted(id: "k1", kind: "qr"),
            .failuresCleared(count: 3), .registrationErased(enrollment), .registrationExported(enrollment),
            .templateRenewed(enrollment, kind: "face", model: "m"),
            .credentialAdded(clientID: "acme-desk", scopes: "enroll erase"),
            .credentialKeyAdded(clientID: "acme-desk", kind: "secret", keyID: "k1"),
            .credentialEnded(clientID: "acme-desk"),
            .signInFailed(clientID: nil, cause: "unknown-client", count: 3),
            .personDataRead(operation: "search", [enrollment, enrollment]),
            .personDataCounted(month: "2026-10", documents: 12),
            .webhookAdded("0a0a", url: "https://example.org/", kinds: "enrollment.completed"),
            .webhookDisabled("0a0a", cause: "gone"), .webhookEnabled("0a0a"), .webhookRemoved("0a0a"),
            .webhookResent("0a0a", count: 3),
            .backupWritten(head: "1-2-ab", evidence: 7), .journalRebuilt(count: 3),
            .holdAdded(enrollment, reason: "case-7"), .holdLifted(enrollment), .clockTrusted,
            .evidenceLocked(enrollment, count: 5, days: 30), .lockedEvidenceRead(enrollment),
            .lockedEvidenceErased(enrollment),
            .operatorAdded(name: "ada", role: "auditor", rights: "cases persons"),
            .operatorChanged(name: "ada", role: "operator", rights: "trigger"), .operatorEnded(name: "ada"),
            .operatorRestored(name: "ada"), .operatorSignedIn(name: "ada", means: "password+code"),
            .operatorSignedOut(name: "ada", count: 2),
            .operatorSignInFailed(name: nil, cause: "unknown-operator", count: 3), .operatorLinkMade(name: "ada"),
            .operatorPasswordSet(name: "ada"), .operatorSecondFactorSet(name: "ada"),
            .operatorSecondFactorReset(name: "ada"),
            .operatorPasskeyAdded(name: "ada", passkey: "blue key"),
            .operatorPasskeyRemoved(name: "ada", passkey: "blue key"),
            .proposalMade(proposal), .proposalAgreed(proposal), .proposalDeclined(proposal),
            .proposalExpired(proposal, cause: "expired"),
            .caseNoted(enrollment), .caseFlagged(enrollment), .caseFlagLifted(enrollment),
            .casesExported(query: "from=2026-11-01&state=failed", namesPersons: true, count: 12),
            .casesSeeded(count: 3), .logoChanged(digest: "0a0b"), .apiKeyReplaced, .tenantDisabled, .tenantEnabled,
            .tenantRemoved(cases: 4, evidence: 7, keys: 9),
            .keyRotationBegun(key: "tenant", isCompromised: true), .keyRotationEnded(key: "master", count: 5),
            .enrollmentReviewed(enrollment, decision: .accepted),
            .faceAttributesEstimated(fields: "blink position", purpose: "capture help"),
            .userOperation(
                operation: "group.addUser", [enrollment], group: "default", result: "added"),
        ]
        #expect(events.map(\.kind) == AuditEvent.Kind.allCases)
        for event in events { try expect(event.detail, in: "audit-" + event.kind.rawValue) }
    }

    @Test func anEntrySaysOfWhichEnrollmentsItTells() throws {
        let (first, second) = (
            try #require(EnrollmentID(text: String(repeating: "0b", count: 16))),
            try #require(EnrollmentID(text: String(repeating: "0c", count: 16)))
        )
        let reading = AuditEvent.personDataRead(operation: "case-image", [first, second, first], shown: "frame-03")
        #expect(reading.detail.texts["shown"] == "frame-03" && reading.detail.enrollments == [first, second])
        #expect(AuditEvent.personDataRead(operation: "search", [first]).detail.texts["shown"] == nil)
        #expect(AuditEvent.caseNoted(second).detail.enrollments == [second])
        #expect(AuditEvent.failuresCleared(count: 1).detail.enrollments.isEmpty)
    }

    @Test func anEntryNamesItsActor() throws {
        let actors: [(AuditActor, [String: String])] = [
            (AuditActor(.server), ["actor": "server"]), (AuditActor(.phone), ["actor": "phone"]),
            (AuditActor(.anyone, request: "r"), ["actor": "anyone", "request": "r"]),
            (AuditActor(.operator(name: "ada"), purpose: "case-7"), ["actor": "operator ada", "purpose": "case-7"]),
            (
                AuditActor(.anyone, addressBlock: "192.0.2.0/24", request: "r").shown(to: .operator(name: "ada")),
                ["actor": "operator ada", "address": "192.0.2.0/24", "request": "r"]
            ),
            (
                AuditActor(.operatingSystemUser("root for ada"), purpose: "case-7"),
                ["actor": "user root for ada", "purpose": "case-7"]
            ),
            (
                AuditActor(.credential(clientID: "acme-desk"), addressBlock: "192.0.2.0/24"),
                ["actor": "credential acme-desk", "address": "192.0.2.0/24"]
            ),
        ]
        for (actor, texts) in actors {
            #expect(AuditEvent.failuresCleared(count: 3).detail.by(actor).texts == texts.merging(["count": "3"]) { $1 })
        }
    }

    @Test func whatIsDoneUnderAnAgreementNamesBoth() throws {
        var actor = AuditActor(.operator(name: "ben"))
        let (proposal, ben) = (
            try #require(ProposalID(text: String(repeating: "0d", count: 16))),
            try #require(OperatorID(text: String(repeating: "0e", count: 16)))
        )
        actor.agreement = Agreement(
            proposal: proposal, action: "erasure", proposer: "ada", colleague: ben, attempt: [1])
        #expect(
            AuditEvent.failuresCleared(count: 3).detail.by(actor).texts == [
                "actor": "operator ben", "agreement": proposal.text, "count": "3", "proposer": "operator ada",
            ])
    }

    @Test func whatIsToldOfAnEventHasItsWord() {
        let words = Self.events.compactMap { FeedEventKind($0.event)?.rawValue }
        #expect(
            words == [
                "enrollment.triggered", "enrollment.validated", "enrollment.started", "check.accepted",
                "check.accepted",
                "check.refused", "check.refused", "check.refused", "check.accepted", "check.refused", "check.refused",
                "check.refused", "enrollment.duplicateFound", "check.refused",
                "enrollment.completed", "enrollment.failed", "enrollment.cancelled", "enrollment.expired",
                "review.requested", "review.decided",
            ])
        let until = Instant(millisecondsSince1970: 1)
        let visits: [AuthenticationEvent] = [
            .triggered(until: until), .validated, .started(AuthenticationPolicy(), deadline: until),
            .deviceVerified(.signed), .deviceRefused(.unknownDevice), .faceVerified(nil), .faceRefused(.undecided, nil),
            .documentAdded(nil), .documentRefused(.notVerified, nil), .deviceReplaced(.add),
            .locked(failures: 4, until: until),
            .completed, .failed(.attemptsExhausted), .cancelled, .expired,
        ]
        let returning = visits.compactMap { FeedEventKind($0)?.rawValue }
        #expect(
            returning == [
                "authentication.started", "device.replaced", "registration.locked", "authentication.completed",
                "authentication.failed",
                "authentication.cancelled", "authentication.expired",
            ])
        let all = Set(words + returning + ["enrollment.erased"])
        #expect(all == Set(FeedEventKind.allCases.map(\.rawValue)))
    }

    @Test func aPurposeIsAWord() {
        for word in ["a", "complaint-4711", "GDPR:Art.15/2", String(repeating: "a", count: 64)] {
            #expect(AuditActor.isPurpose(word), "\(word)")
        }
        for text in ["", "two words", "naïve", "a\n", "a@b", String(repeating: "a", count: 65)] {
            #expect(!AuditActor.isPurpose(text), "\(text)")
        }
    }

    @Test func membersThatAReaderDoesNotKnowArePassedOver() throws {
        for (file, event) in Self.events { #expect(try decode(Event.self, try withMore("event-" + file)) == event) }
        for (file, events) in Self.states {
            #expect(try decode(Enrollment.self, try withMore("enrollment-" + file)) == replay(events))
        }
        let detail = AuditEvent.failuresCleared(count: 3).detail
        #expect(try decode(AuditDetail.self, try withMore("audit-failuresCleared")) == detail)
    }

    @Test func anUnknownVersionIsRefused() throws {
        for file in ["event-validated", "enrollment-cancelled", "audit-failuresCleared"] {
            for version in ["0", "2", "\"1\""] {
                let text = try Self.golden(file).replacingOccurrences(
                    of: #""version":1"#, with: #""version":\#(version)"#)
                #expect(throws: DecodingError.self) { try decode(Event.self, text) }
                #expect(throws: DecodingError.self) { try decode(Enrollment.self, text) }
                #expect(throws: DecodingError.self) { try decode(AuditDetail.self, text) }
            }
        }
    }

    @Test func anUnknownWordIsRefused() throws {
        let words = [
            ("event-validated", "validated"), ("event-failed", "FACE_ATTEMPTS_EXHAUSTED"),
            ("event-faceRefused", "presentationAttack"), ("event-documentRefused", "notMatching"),
            ("event-documentRefused-findings", "CHECK_DIGIT_WRONG"),
            ("event-faceReopened", "portraitSuspected"), ("event-faceReopened", "left"),
            ("event-faceChallenged", "movement"), ("event-faceChallenged", "turnLeft"),
            ("event-faceChallenged", "0c0c"),
            ("event-duplicateFound", "0e0e"), ("event-answered", "addFace"),
            ("event-faceAdded", "0a0a"), ("event-faceAdded", "cdcd"),
        ]
        for (file, word) in words {
            let text = try Self.golden(file).replacingOccurrences(of: word, with: "other")
            #expect(throws: DecodingError.self, "\(file) without \(word)") { try decode(Event.self, text) }
        }
    }

    private func expect<Value: Codable & Equatable>(_ value: Value, in file: String) throws {
        let text = try Self.golden(file)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
        #expect(try decode(Value.self, text) == value)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func withMore(_ file: String) throws -> String {
        #"{"aLaterMember":{"a":[1,null]},"# + (try Self.golden(file)).dropFirst()
    }

    private static func golden(_ file: String) throws -> String {
        let path = Material.packageRoot + "/Tests/OnboardingCoreTests/Golden/\(file).json"
        return try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
    }
}
