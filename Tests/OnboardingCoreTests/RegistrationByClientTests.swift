import OnboardingCore
import Testing

@Suite struct RegistrationByClientTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)
    private static let consent = Consent(
        textHash: String(repeating: "0", count: 64), textVersion: "1", language: "en",
        acceptedAt: "2026-11-21T10:00:00Z")

    @Test(arguments: [1, 5], [false, true]) func whomAClientRegistersIsComplete(faces: Int, hasConsent: Bool) throws {
        let registration = RegistrationByClient(consent: hasConsent ? Self.consent : nil, faces: faces)
        let events = registration.events(registrationCode: "0123456789", at: Self.now)
        let enrollment = try #require(replay(events))
        #expect(enrollment.status == .complete && enrollment.code == "0123456789")
        #expect(enrollment.hasConsent == hasConsent)
        #expect(events.contains(.facesTaken(count: faces)))
        #expect(events.filter { $0 == .faceAdded(nil) || $0 == .deviceAdded }.isEmpty)
    }

    @Test func aFindingStandsBetweenTheFacesAndTheEnd() throws {
        let other = try #require(EnrollmentID(text: String(repeating: "a", count: 32)))
        let events = RegistrationByClient(consent: nil, faces: 1, duplicate: other)
            .events(registrationCode: "0123456789", at: Self.now)
        #expect(
            events.suffix(3) == [
                .facesTaken(count: 1), .duplicateFound(of: other), .completed(registrationCode: "0123456789"),
            ])
        #expect(try #require(replay(events)).status == .complete)
    }

    @Test func nobodyIsToldThatSuchAFaceWasJudged() throws {
        let events = RegistrationByClient(consent: nil, faces: 2)
            .events(registrationCode: "0123456789", at: Self.now).map { (at: Self.now, event: $0) }
        let standing = try #require(EnrollmentStanding(of: events, now: Self.now))
        #expect(standing.state == .complete)
        #expect(standing.accepted.isEmpty)
        #expect(standing.outline.passed.isEmpty && standing.outline.captures.isEmpty)
        #expect(standing.origin == .handedIn)
    }

    @Test func whoWasCapturedIsEnrolledWhoeverDecidedInTheEnd() throws {
        for captured in [
            [Event.faceAdded(nil)], [.faceRefused(.undecided, nil), .reviewed(.accepted, nil)], [.deviceAdded],
            [.documentAdded(nil)],
        ] {
            var outline = CaseOutline()
            for event in captured { outline.take(event, at: Self.now) }
            #expect(outline.origin == .enrolled)
            outline.take(.completed(registrationCode: "0123456789"), at: Self.now)
            #expect(outline.state == .complete && outline.origin == .enrolled)
        }
    }

    @Test func whatWasErasedIsReadAsItWasWritten() {
        let counts: [ErasedKind: Int] = [.devices: 1, .evidenceBytes: 1200, .notes: 0]
        #expect(counts.text == "evidence_bytes=1200 devices=1")
        #expect([ErasedKind: Int](text: counts.text) == [.devices: 1, .evidenceBytes: 1200])
        #expect([ErasedKind: Int](text: "later=1 keys=x devices keys=2") == [.keys: 2])
    }
}
