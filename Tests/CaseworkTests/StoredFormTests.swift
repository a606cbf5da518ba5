import FaceEngine
import Foundation
import OnboardingCore
import OnboardingJSON
import OnboardingStorage
import TestSupport
import Testing

@testable import Casework
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture

/// What is stored and exported keeps its form: `Tests/OnboardingTests/Golden/NAME-VERSION.json`. `UPDATE_GOLDEN=1` writes a file
/// that is missing, and never another one: what is stored already has that form.
@Suite struct StoredFormTests {
    /// Compares with the golden file byte for byte.
    private func compared(_ value: some Encodable, with name: String) throws -> Data {
        let file = Material.packageRoot + "/Tests/OnboardingTests/Golden/\(name).json"
        let json = Data(try sortedKeyJSON(value))
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1",
            !FileManager.default.fileExists(atPath: file)
        {
            try json.write(to: URL(fileURLWithPath: file))
        }
        let stored = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(String(decoding: json, as: UTF8.self) == String(decoding: stored, as: UTF8.self))
        return stored
    }

    /// And reads it back: whole, with a member that nobody knows, and never as another version.
    private func check<Value: Codable>(_ value: Value, is name: String) throws {
        let stored = try compared(value, with: name)
        #expect(try sortedKeyJSON(JSONDecoder().decode(Value.self, from: stored)) == [UInt8](stored))
        let text = String(decoding: stored, as: UTF8.self)
        let newer = text.replacing("{", with: #"{"a member of a later time":[],"#, maxReplacements: 1)
        #expect(try sortedKeyJSON(JSONDecoder().decode(Value.self, from: Data(newer.utf8))) == [UInt8](stored))
        let end = try #require(text.ranges(of: #""version":1"#).last)
        let other = text.replacingCharacters(in: end, with: #""version":2"#)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Value.self, from: Data(other.utf8)) }
    }

    private let standing = CaseStanding(status: .pending, registrationCode: "")
    private let engine = EngineVersions(runtime: "runtime 1", modelLock: "a0", calibration: "c0")

    @Test func personsAndDevices() throws {
        try check(
            Person(
                username: "ada", email: "ada@example.org", firstName: "Ada", lastName: "Lovelace", phoneNumber: "1"),
            is: "person-1")
        try check(Person(username: "ada", reference: "case 7/b"), is: "person-reference-1")
        try check(DeviceDescription(deviceID: "device", pushID: "push", publicKey: "key"), is: "device-1")
    }

    @Test func searchesForOtherRegistrations() throws {
        let id = String(repeating: "0e", count: 16)
        try check(
            DuplicateCheck(
                policy: "report", leastPercent: 90, model: Samples.model, registrations: 1200, unsearched: 2,
                threshold: .init(similarity: 0.625, score: 6.5, extrapolatedDecades: 0.5),
                findings: [.init(enrollment: id, similarity: 0.75)]), is: "duplicate-check-1")
        try check(
            DuplicateCheck(policy: "report", leastPercent: 90, model: Samples.model, notSearched: .notReady),
            is: "duplicate-check-not-searched-1")
    }

    @Test func messagesThatWait() throws {
        try check(
            Invitation(
                callbackURL: "https://h/onboarding?data=x", displayName: "Zürich Bank", expiresAt: 1_800_000_600_000,
                isTest: true, language: .german, recipient: "ada@example.org"), is: "invitation-1")
        try check(
            Invitation(
                callbackURL: "https://h/onboarding?data=x", displayName: "Zürich Bank", expiresAt: 1_800_000_600_000,
                isTest: true, language: .german, recipient: "ada@example.org", purpose: .reEnroll),
            is: "invitation-returning-1")
    }

    /// Of those who come back.
    @Test func resultsOfVisits() async throws {
        var settings = try await TestInstallation().tenant().settings
        settings.recordsAuthenticationVideo = true
        let until = Instant(millisecondsSince1970: 1)
        func progress(_ policy: AuthenticationPolicy) -> AuthenticationProgress {
            AuthenticationProgress(policy: policy, deadline: until)
        }
        try check(
            Authenticate.Result("token", progress(AuthenticationPolicy(faceWorkflow: .active)), settings),
            is: "authenticate-result-1")
        let reEnrollment = ReEnrollment("token", progress(AuthenticationPolicy(purpose: .reEnroll)), settings)
        #expect(reEnrollment.requiredChecks == [.verifyDevice, .verifyFace])
        let face = ReEnrollment(
            "token", progress(AuthenticationPolicy(purpose: .reEnroll, requiredChecks: [.verifyFace])), settings)
        try check(face, is: "re-enrollment-1")
        try check(Enroll.Result.userExists(face), is: "re-enrollment-1")
        try check(
            VerifyDevice.Result(isVerified: true, status: .pending, requiresChallenge: true),
            is: "verify-device-result-1")
        try check(VisitStanding(status: .cancelled), is: "visit-standing-1")
        let match = FaceMatch(best: [Samples.score(3), Samples.score(6)], threshold: 4)
        #expect(match?.samples == 2 && match?.score == Samples.score(6))
        #expect(try #require(match).threshold > 4.3)
        try check(
            VerifyFace.Result(try Samples.assessment(.live), match, Authentication.triggered(until: until)),
            is: "verify-face-result-1")
    }

    @Test func resultsOfSteps() throws {
        try check(standing, is: "case-standing-1")
        try check(
            Enroll.Result.started(
                .init(enrollmentToken: "token", requiredChecks: [.addDevice, .addFace], recordsVideo: true)),
            is: "enroll-result-1")
        try check(
            HandOff(callbackURL: "https://h/onboarding?data=x", sessionToken: "t"), is: "handed-over-1"
        )
        try check(
            HandOff(
                callbackURL: "https://h/onboarding?data=x", sessionToken: "t", mailIsQueued: true),
            is: "handed-over-mail-1")
        #expect(throws: StorageError.storedValueInvalid) { try sortedKeyJSON(Enroll.Result.userExists(nil)) }
        try check(AddFace.Result(try Samples.assessment(.live), standing), is: "add-face-result-1")
        let reopening = FaceReopening(.portraitSuspected, turn: .left)
        try check(
            AddFace.Result(
                try Samples.assessment(.live), standing, portraitCheck: portraitCheck, faceReopening: reopening),
            is: "add-face-result-portrait-1")

        let assessed = AssessedDocument(
            images: [], reading: try Samples.document(), document: try Samples.agreed(), documentDecision: .verified,
            portraitScore: Samples.score(6), threshold: 2, rules: .init(), reference: .live(nil), engine: engine,
            configurationVersion: 3)
        try check(
            AddDocument.Result(
                standing: standing, decision: .verified, comparison: assessed.comparison,
                document: ReadDocument(assessed, requested: nil)), is: "add-document-result-1")
        try check(
            AddDocument.Result(
                standing: standing, decision: .verified, comparison: assessed.comparison,
                document: ReadDocument(assessed, requested: nil), faceReopening: reopening),
            is: "add-document-result-reopened-1")
        try check(
            AddDocument.Result(
                standing: standing, decision: .verified, comparison: assessed.comparison,
                document: ReadDocument(assessed, requested: nil), faceReopening: reopening, requiresChallenge: true),
            is: "add-document-result-challenge-1")
        try check(
            AddDocument.Result(
                standing: standing, decision: .retryCapture, comparison: assessed.comparison,
                document: ReadDocument(assessed, requested: nil), recapture: .mrz(.mrzBlurred)),
            is: "add-document-result-recapture-1")
    }

    private let portraitCheck = PortraitCheck(
        portraitScore: Samples.score(6), threshold: 3,
        photographs: Samples.photographs(.suspected, ghosts: [.cannotTell]), prescribedTurn: .left,
        shownTurnInDegrees: 21.5, leastTurnInDegrees: 12, decision: .portraitSuspected)

    @Test func theHeadOfAFacesEvidence() throws {
        try check(
            FaceEvidence(
                workflow: "charlie4", judgedLevel: 4, packageForm: .v2,
                stated: ClientStatement(
                    capture: ["client_version": .string("1")], workflow: [:], timestamp: 1, frameTimestamps: [1, nil],
                    frames: [[:], ["tags": .array([])]]),
                receivedDigests: ["00"], keptDigests: ["11"], liveness: try Samples.assessment(.live).evidence,
                engine: engine), is: "face-evidence-1")
        try check(
            FaceEvidence(
                workflow: "charlie4", judgedLevel: 4, packageForm: .v2,
                stated: ClientStatement(capture: [:], workflow: [:], timestamp: nil, frameTimestamps: [], frames: []),
                receivedDigests: ["00"], keptDigests: ["11"], liveness: try Samples.assessment(.live).evidence,
                portraitCheck: portraitCheck, engine: engine), is: "face-evidence-portrait-check-1")
        try check(
            FaceEvidence(
                workflow: "charlie4", judgedLevel: 4, packageForm: .v2,
                stated: ClientStatement(capture: [:], workflow: [:], timestamp: nil, frameTimestamps: [], frames: []),
                receivedDigests: ["00"], keptDigests: ["11"], liveness: try Samples.assessment(.live).evidence,
                engine: engine, configurationVersion: 3), is: "face-evidence-configuration-1")
        try check(
            FaceEvidence(
                workflow: "charlie4", judgedLevel: 4, packageForm: .v2,
                stated: ClientStatement(capture: [:], workflow: [:], timestamp: nil, frameTimestamps: [], frames: []),
                receivedDigests: ["00"], keptDigests: ["11"], liveness: try Samples.assessment(.live).evidence,
                engine: engine, configurationVersion: 3, sandboxPersona: .live), is: "face-evidence-persona-1")
        try check(
            FaceEvidence(
                workflow: "charlie4", judgedLevel: 4, packageForm: .v2,
                stated: ClientStatement(capture: [:], workflow: [:], timestamp: nil, frameTimestamps: [], frames: []),
                receivedDigests: ["00"], keptDigests: ["11"], liveness: try Samples.assessment(.live).evidence,
                faceMatch: FaceMatch(best: [Samples.score(6)], threshold: 4), engine: engine, configurationVersion: 3),
            is: "face-evidence-match-1")
    }

    @Test func theEvidenceOfAReview() throws {
        try check(
            ReviewEvidence(
                decision: .accepted, reason: "the light was poor", reviewer: "Grace Hopper",
                recordedBy: "credential acme-desk"), is: "review-evidence-1")
    }

    @Test func aNoteOnACase() throws {
        try check(CaseNote(text: "look at frame 3"), is: "case-note-1")
    }

    @Test func anExport() throws {
        _ = try compared(PersonRecord.sample, with: "person-export-1")
        try check(
            ExportManifest(
                tenant: "acme", enrollments: [String(repeating: "0a", count: 16)],
                writtenAt: "2026-11-25T21:44:03.000Z",
                files: [
                    .init(name: "person.json", sha256: "01", size: 2), .init(name: "index.html", sha256: "00", size: 1),
                ]), is: "export-manifest-1")
    }
}
