import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// Why somebody who came back was let in or was not can be told years later, from what is kept of it, and nobody is named.
@Suite struct AuthenticationExplanationTests {
    private static let begun = Instant(millisecondsSince1970: 1_800_000_000_000)
    private let reference: EvidenceReference

    init() throws {
        let id = try #require(EvidenceID(text: String(repeating: "7e", count: 16)))
        reference = try #require(EvidenceReference(id: id, sha256: String(repeating: "4d", count: 32)))
    }

    /// Of an authentication that was started, a second an event.
    private func explained(
        _ events: [AuthenticationEvent], _ kept: ExplainedCase.Kept? = nil,
        policy: AuthenticationPolicy = AuthenticationPolicy(), erasedAt: Instant? = nil, after seconds: Int64 = 60
    ) throws -> AuthenticationExplanation {
        let deadline = Self.begun.adding(seconds: 600)
        let all: [AuthenticationEvent] = [.triggered(until: deadline), .started(policy, deadline: deadline)]
        let timed = (all + events).enumerated().map { (Self.begun.adding(seconds: Int64($0.offset)), $0.element) }
        let id = try #require(AuthenticationID(text: String(repeating: "5b", count: 16)))
        let registration = try #require(EnrollmentID(text: String(repeating: "3f", count: 16)))
        let material = ExplainedAuthentication(
            id: id, enrollmentID: registration, purpose: policy.purpose, tenant: "acme", isTest: false, events: timed,
            record: KeptRecord(evidence: kept.map { [reference.id: $0] } ?? [:], erasedAt: erasedAt),
            now: Self.begun.adding(seconds: seconds))
        return try #require(AuthenticationExplanation(of: material))
    }

    private func face(score: Double) throws -> ExplainedCase.Kept {
        let golden = Material.packageRoot + "/Tests/OnboardingTests/Golden/face-evidence-match-1.json"
        let text = try String(contentsOfFile: golden, encoding: .utf8)
        var record = try JSONDecoder().decode(FaceEvidence.self, from: Data(text.utf8))
        record.faceMatch = FaceMatch(best: [Samples.score(0.25), Samples.score(score)], threshold: 4)
        return ExplainedCase.Kept(contents: .face(record), reducedAt: nil)
    }

    // MARK: Ends

    @Test func oneThatGoesOnHasNoRuleOfItsEnd() throws {
        let explanation = try explained([.deviceVerified(.signed)])
        #expect(explanation.state == "pending" && explanation.rules.isEmpty && explanation.person == .pending)
        #expect(explanation.expiresAt != nil && explanation.endedAt == nil && explanation.locked == nil)
        #expect(explanation.headline.hasSuffix("and asks for verifyFace."))
        let overdue = try explained([.deviceVerified(.signed)], after: 601)
        #expect(
            overdue.state == "expired" && overdue.endedAt == Self.begun.adding(seconds: 600).iso8601WithMilliseconds)
        #expect(overdue.rules.map(\.rule) == ["authentication.deadline"])
    }

    @Test func whoWasLetInIsExplainedByWhatHadToHold() throws {
        let explanation = try explained(
            [.deviceVerified(.signed), .faceVerified(reference), .completed], try face(score: 6))
        #expect(explanation.state == "complete" && explanation.person == .recognised)
        #expect(explanation.rules.map(\.rule) == ["authentication.checks"] && explanation.rules[0].measured == 2)
        #expect(explanation.steps.map(\.check) == ["verifyDevice", "verifyFace"])
        #expect(explanation.steps[0].rules.map(\.rule) == ["device.signature"])
        #expect(explanation.steps[0].rules[0].holds == true && explanation.steps[0].evidence.state == .none)
        let match = try #require(explanation.steps[1].rules.last)
        #expect(match.rule == "match.registered" && match.measured == 6 && match.holds == true)
        // Of two templates the better has to be better by log₁₀ 2.
        #expect(match.threshold.map { abs($0 - 4.30103) < 1e-5 } == true)
        #expect(explanation.steps[1].models.contains { $0.name == "test-1" })
        #expect(explanation.steps[1].configurationVersion == 3 && explanation.steps[1].software != nil)
        #expect(explanation.steps[1].wouldHaveHelped.isEmpty && explanation.steps[1].evidence.state == .whole)
    }

    @Test func anotherFaceIsExplainedByItsScore() throws {
        let until = Self.begun.adding(seconds: 900)
        let explanation = try explained(
            [
                .deviceRefused(.unknownDevice), .deviceVerified(.identified), .faceRefused(.notMatching, reference),
                .failed(.attemptsExhausted), .locked(failures: 2, until: until),
            ], try face(score: 1), policy: AuthenticationPolicy(maximumAttempts: 2))
        #expect(explanation.state == "failed" && explanation.reason == "AUTHENTICATION_ATTEMPTS_EXHAUSTED")
        let end = try #require(explanation.rules.first)
        #expect(end.rule == "authentication.attempts" && end.measured == 2 && end.threshold == 2 && end.holds == false)
        #expect(explanation.steps.map(\.accepted) == [false, true, false])
        #expect(explanation.steps[0].decision == "unknownDevice" && explanation.steps[0].counts == "attempt")
        let step = explanation.steps[2]
        #expect(step.reason == "FACE_NOT_MATCHING" && step.person == .otherFace)
        #expect(step.rules.map(\.rule) == ["match.registered"] && step.rules[0].holds == false)
        #expect(step.wouldHaveHelped.map(\.quantity) == ["match.registered"])
        #expect(explanation.locked?.until == until.iso8601WithMilliseconds)
        #expect(explanation.locked?.rule.measured == 2 && explanation.headline.contains("it locked the registration"))
        #expect(
            explanation.summary.en.contains("The machine did not accept the face: the face is not the registered one."))
        #expect(explanation.summary.de.contains("wurde die Person nicht eingelassen"))
        // Nobody knows that it was the person who is registered.
        #expect(explanation.summary.en.contains("somebody asked to be let in at acme as a registered person."))
        #expect(explanation.summary.de.contains("wollte jemand bei acme als registrierte Person eingelassen werden."))
        let lines = explanation.lines(in: .de)
        let written = WrittenTime.english.moment(until.iso8601WithMilliseconds, hasSeconds: true)
        #expect(lines.contains("the registration was locked until \(written)"))
        #expect(!lines.contains { $0.contains(/[0-9]T[0-9]{2}:/) })
        #expect(lines.contains { $0.contains("passt nicht zum registrierten") })
    }

    @Test func whatRanOutIsCountedAgainstItsLimit() throws {
        let refused = [AuthenticationEvent](repeating: .faceRefused(.undecided, reference), count: 3)
        let explanation = try explained(
            refused + [.failed(.capturesExhausted)],
            policy: AuthenticationPolicy(requiredChecks: [.verifyFace], maximumCaptures: 3))
        let end = try #require(explanation.rules.first)
        #expect(end.rule == "authentication.captures" && end.measured == 3 && end.threshold == 3)
        #expect(explanation.steps.map(\.evidence.state) == [.unreadable, .unreadable, .unreadable])
    }

    @Test func anotherDeviceIsTold() throws {
        let explanation = try explained(
            [.faceVerified(nil), .deviceReplaced(.replaceAll), .completed],
            policy: AuthenticationPolicy(purpose: .reEnroll, requiredChecks: [.verifyFace]))
        #expect(explanation.devices == "replaceAll" && explanation.headline.hasPrefix("Re-enrollment "))
        #expect(explanation.lines(in: .en).contains("another device was registered: replaceAll"))
    }

    @Test func ofAnErasedRegistrationTheEventsAreLeft() throws {
        let explanation = try explained(
            [.deviceVerified(.signed), .faceVerified(reference), .completed], erasedAt: Self.begun.adding(seconds: 50))
        #expect(explanation.erasedAt != nil && explanation.person == .erased && explanation.state == "complete")
        #expect(explanation.steps[1].evidence.state == .erased && explanation.steps[1].rules[0].missing == .erased)
    }

    @Test func whatDoesNotBeginAsAnAuthenticationIsNotExplained() throws {
        let explained = ExplainedAuthentication(
            id: try .random(), enrollmentID: try .random(), purpose: .authenticate, tenant: "acme", isTest: false,
            events: [(Self.begun, .validated)], record: KeptRecord(evidence: [:], erasedAt: nil), now: Self.begun)
        #expect(AuthenticationExplanation(of: explained) == nil && ReturnedAuthentication(explained) == nil)
    }

    // MARK: Whole authentications

    private func returned(
        score: Double, settings: String = ""
    ) async throws -> (test: TestInstallation, ada: Returner, registration: StoredEnrollment) {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(settings, at: test)
        let ada = try await Returner("zwirner-quill", at: test, tenant: tenant)
        test.engines.set { $0.comparison = { Samples.score(score) } }
        _ = try await ada.verifyFace(try await ada.begin())
        let found = try await test.data.store.enrollment(tenant: tenant.id, code: ada.code)
        return (test, ada, try #require(found))
    }

    private func expectNobodyIsNamed(in text: String) {
        for word in ["zwirner", "quill", Returner.device] where text.lowercased().contains("\"\(word)\"") {
            Issue.record("\(word) is named")
        }
    }

    @Test func aRegistrationListsHowThePersonCameBackAndEachIsExplained() async throws {
        let (test, ada, registration) = try await returned(score: 1, settings: #""maxAuthenticationAttempts":1"#)
        let explanation = try await test.useCases.desk.explainEnrollment.perform(
            registration.id.text, by: ada.portal, at: test.now)
        #expect(explanation.authenticationCount == 1)
        let one = try #require(explanation.authentications?.first)
        #expect(
            one.state == "failed" && one.reason == "AUTHENTICATION_ATTEMPTS_EXHAUSTED" && one.purpose == "authenticate")
        #expect(one.lockedUntil != nil && explanation.lock?.until == one.lockedUntil)
        #expect(explanation.lock?.rule.rule == "registration.failures")
        #expect(explanation.lines(in: .en).contains { $0.contains(one.authenticationId) })

        let visit = try await test.useCases.desk.explainAuthentication.perform(
            one.authenticationId, of: registration.id.text, by: ada.portal, at: test.now)
        #expect(visit.steps.map(\.decision) == ["notMatching"] && visit.locked?.until == one.lockedUntil)
        #expect(visit.steps[0].rules[0].measured == 1 && visit.steps[0].evidence.state == .whole)
        expectNobodyIsNamed(in: String(decoding: try visit.json, as: UTF8.self))

        // The lock ends, and it is still told that there was one.
        test.advance(days: 4)
        let later = try await test.useCases.desk.explainEnrollment.perform(
            registration.id.text, by: ada.portal, at: test.now)
        #expect(later.lock == nil && later.authentications?.first?.lockedUntil == one.lockedUntil)
    }

    @Test func anAuthenticationIsExplainedToItsTenantAndUnderItsRegistrationAlone() async throws {
        let (test, ada, registration) = try await returned(score: 6)
        let id = try #require(
            try await test.data.store.authentications(of: registration.id, limit: 1).first?.id.text)
        let stranger = Principal(tenant: try await test.tenant("other"), role: .portal)
        let others: [(String?, String?, Principal)] = [
            (id, registration.id.text, stranger), (id, String(repeating: "0", count: 32), ada.portal),
            ("1", registration.id.text, ada.portal), (nil, registration.id.text, ada.portal), (id, nil, ada.portal),
            (String(repeating: "0", count: 32), registration.id.text, ada.portal),
        ]
        for (id, enrollment, principal) in others {
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.explainAuthentication.perform(
                    id, of: enrollment, by: principal, at: test.now)
            }
        }
        let readings = try await test.data.store.auditEntries().filter { $0.detail["operation"] == "explanation" }
        #expect(readings.isEmpty)
        _ = try await test.useCases.desk.explainAuthentication.perform(
            id, of: registration.id.text, by: ada.portal, at: test.now)
        let read = try await test.data.store.auditEntries().filter { $0.detail["operation"] == "explanation" }
        #expect(read.map { $0.detail["enrollments"] } == [registration.id.text])
    }

    @Test func theCommandLineShowsAuthenticationsLocksAndDevices() async throws {
        let (test, ada, registration) = try await returned(score: 1, settings: #""maxAuthenticationAttempts":1"#)
        let auditor = Auditor(data: test.data)
        let tenant = try await test.data.tenant(name: ada.tenant.name)
        let traced = TracedEnrollment(id: registration.id, erasedAt: nil)
        let id = try #require(try await test.data.store.authentications(of: registration.id, limit: 1).first?.id)
        let lines = try await auditor.timeline(of: traced, tenant: tenant)
        #expect(lines.contains { $0.contains("came back, authentication \(id.text): failed") })
        #expect(lines.contains { $0.contains("the registration was locked until ") })
        #expect(lines.contains { $0.hasPrefix("device with a key, registered ") })
        let document = try await auditor.timelineDocument(of: traced, tenant: tenant, since: nil)
        #expect(document.authentications.map(\.authenticationId) == [id.text] && document.authenticationCount == 1)
        #expect(document.devices.map(\.hasPublicKey) == [true])

        let (_, found) = try await auditor.traced(authentication: id.text, tenant: ada.tenant.name, as: "show")
        let timeline = try await auditor.timeline(of: found, tenant: tenant)
        #expect(timeline.lines[0].hasPrefix("authentication \(id.text) of enrollment \(registration.id.text)"))
        #expect(timeline.lines.contains { $0.contains("face not accepted: notMatching") })
        #expect(
            timeline.lines.contains { $0.contains("against the registration: not the same face, score 1, threshold 4") }
        )
        #expect(timeline.lines.contains { $0.contains("the registration is locked until ") })
        #expect(
            try await auditor.timeline(of: found, tenant: tenant, since: test.now.adding(seconds: 99)).events.isEmpty)
        let explanation = try await auditor.explanation(of: found, tenant: tenant)
        #expect(explanation.steps.map(\.decision) == ["notMatching"])
        for text in ["x", String(repeating: "0", count: 32)] {
            await #expect(throws: ConfigurationError.self) {
                try await auditor.traced(authentication: text, tenant: ada.tenant.name, as: "show")
            }
        }

        try await test.cases.erasePerson(of: registration.id, includingRegistration: true, at: test.now)
        let (_, erased) = try await auditor.traced(authentication: id.text, tenant: ada.tenant.name, as: "explain")
        #expect(erased.erasedAt != nil)
        let left = try await auditor.explanation(of: erased, tenant: tenant)
        #expect(left.steps[0].evidence.state == .erased && left.locked != nil)
        let after = try await auditor.timeline(
            of: TracedEnrollment(id: registration.id, erasedAt: test.now), tenant: tenant)
        #expect(after.contains { $0.contains("came back, authentication \(id.text): failed") })
        #expect(!after.contains { $0.hasPrefix("device ") })
    }
}
