@testable import Casework

extension PersonRecord {
    /// Of somebody of whom everything is known: every member once at least.
    static let sample = PersonRecord(
        writtenAt: "2026-11-25T21:44:03.000Z",
        tenant: .init(
            name: "acme", isTest: true, contact: "Privacy\nacme@example.org", purposes: "To open an account",
            recipients: "The bank"),
        retention: .init(
            registration: 3650, failed: 30, biometric: 90, document: 1, trail: 365, fraudHold: 30,
            fraudHoldGround: "Article 6 (1) f"),
        recipients: [
            .init(host: "hooks.example.org", since: "2026-01-01T00:00:00.000Z", until: "2026-12-01T00:00:00.000Z")
        ],
        readings: [
            .init(
                at: "2026-11-25T21:40:00.000Z", by: "credential acme-desk", operation: "enrollment",
                purpose: "complaint-4711", enrollments: [id])
        ], enrollments: [attempt])

    private static let id = String(repeating: "0a", count: 16)

    private static let attempt = Attempt(
        enrollment: id, registrationCode: "0123456789", state: "failed", origin: "enrolled",
        reason: "FACE_ATTEMPTS_EXHAUSTED",
        begunAt: "2026-11-25T21:00:00.000Z", endedAt: "2026-11-25T21:10:00.000Z",
        expiresAt: "2026-11-25T22:00:00.000Z", keptUntil: "2026-12-25", isHeld: false,
        person: .init(
            username: "ada", email: "ada@example.org", firstName: "Ada", lastName: "Lovelace", phoneNumber: "1",
            reference: "case 7"),
        device: .init(deviceID: "device", pushID: "push", publicKey: "key"),
        otherDevices: [
            .init(
                deviceID: "older device", pushID: "push", publicKey: "key", registeredAt: "2026-11-25T21:01:30.000Z",
                replacedAt: "2026-11-25T21:20:00.000Z")
        ],
        consents: [
            .init(
                recordedAt: "2026-11-25T21:01:00.000Z", acceptedAt: "2026-11-25T22:00:59+01:00", textVersion: "3",
                textHash: "cc", language: "en")
        ],
        timeline: [
            .init(
                at: "2026-11-25T21:02:00.000Z", event: "faceRefused", decision: "presentationAttack", reason: nil),
            .init(at: "2026-11-25T21:10:00.000Z", event: "failed", decision: nil, reason: "FACE_ATTEMPTS_EXHAUSTED"),
        ], steps: [face, document, persona],
        authentications: [
            .init(
                authentication: "0e", purpose: "reEnroll", state: "failed",
                reason: "AUTHENTICATION_ATTEMPTS_EXHAUSTED", reference: "login 9",
                begunAt: "2026-11-25T21:15:00.000Z", endedAt: "2026-11-25T21:20:00.000Z",
                expiresAt: "2026-11-25T21:25:00.000Z",
                timeline: [
                    .init(at: "2026-11-25T21:16:00.000Z", event: "faceRefused", decision: "notMatching"),
                    .init(
                        at: "2026-11-25T21:16:00.000Z", event: "locked", decision: nil,
                        until: "2026-11-25T21:31:00.001Z"),
                ],
                events: "records/enrollment-1/authentication-1-events.json")
        ],
        review: .init(
            requestedAt: "2026-11-25T21:11:00.000Z", decision: "accepted", decidedAt: "2026-11-25T21:12:00.000Z",
            reason: "dark"), notes: [.init(at: "2026-11-25T21:13:00.000Z", text: "called back")],
        messages: [
            .init(
                writtenAt: "2026-11-25T21:00:00.000Z", kind: "invitation", sentAt: "2026-11-25T21:00:01.000Z",
                givenUpAt: nil, reason: nil),
            .init(
                writtenAt: "2026-11-25T21:00:02.000Z", kind: "invitation", sentAt: nil,
                givenUpAt: "2026-11-25T21:00:03.000Z", reason: "refused"),
        ],
        templates: [
            .init(
                kind: "face", isHandedIn: false, model: "model-1", dimensions: 512,
                file: "records/enrollment-1/template-1-face.bin")
        ],
        user: .init(
            details: "prefers calls", groups: ["default"], images: ["images/enrollment-1/user-face-1.jpeg"],
            tokens: [.init(issuedAt: "2026-11-25T21:30:00.000Z", endsAt: "2026-11-25T21:45:00.000Z")],
            oneTimePasswordUntil: "2026-11-25T21:35:00.000Z"),
        captureCodes: ["records/enrollment-1/capture-codes-1.bin"],
        events: "records/enrollment-1/events.json")

    private static let face = Step(
        kind: "face", authentication: nil, at: "2026-11-25T21:02:00.000Z", decision: "presentationAttack",
        isAccepted: false,
        evidence: "0b", evidenceDigest: "22", isReadable: true, imagesKeptUntil: "2027-02-23", reducedAt: nil,
        sandboxPersona: nil,
        face: .init(
            workflow: "charlie4", level: 4, frameCount: 1, isFromVideo: false, liveness: "presentationAttack",
            reason: "cuesTogether", scoreInPercent: 12.5, leastScoreInPercent: 66.75, falseRejectionInPercent: 0.5,
            challenge: .init(prompts: ["turnLeft"], isMet: true),
            checks: [
                .init(name: "pose", scoreInPercent: 100, finding: nil, limits: []),
                .init(
                    name: "flatness", scoreInPercent: 12.5, finding: "attack",
                    limits: [.init(name: "flatBelow", value: 0.25)]),
            ], portrait: .init(score: 6.5, threshold: 3, model: "model-1"),
            registered: .init(score: 5.5, threshold: 4.25, model: "model-1"), estimatedAge: 41.5), document: nil,
        images: [
            .init(file: "images/enrollment-1/face-1/frame-00.jpeg", sha256: "33", name: "frame-00")
        ], records: ["records/enrollment-1/face-1/measurements.json"])

    /// What a persona of the sandbox was given, and no scorer.
    private static let persona = Step(
        kind: "document", authentication: "0e", at: "2026-11-25T21:04:00.000Z", decision: "verified", isAccepted: true,
        evidence: "0d",
        evidenceDigest: "55", isReadable: true, imagesKeptUntil: "2026-11-26", reducedAt: nil, sandboxPersona: "live",
        face: nil,
        document: .init(
            decision: "verified", reasons: [], sources: [],
            portrait: .init(score: 12, threshold: 3.5, model: "model-scripted"), photograph: nil), images: [],
        records: [])

    private static let document = Step(
        kind: "document", authentication: nil, at: "2026-11-25T21:03:00.000Z", decision: "notVerified",
        isAccepted: false, evidence: "0c",
        evidenceDigest: "44", isReadable: true, imagesKeptUntil: nil, reducedAt: "2026-11-26T22:00:00.000Z",
        sandboxPersona: nil, face: nil,
        document: .init(
            decision: "notVerified", reasons: ["expired"],
            sources: [
                .init(
                    kind: "mrz", documentKind: "Passport",
                    fields: [.init(type: "surname", value: "LOVELACE", status: "valid")],
                    findings: ["birth.checkDigitWrong"])
            ], portrait: .init(score: 1.5, threshold: 3, model: "model-1"), photograph: "different"),
        images: [], records: ["records/enrollment-1/document-2/measurements.json"])
}
