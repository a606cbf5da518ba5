import OnboardingCore

@testable import Casework
@testable import Onboarding
@testable import OnboardingWeb

/// A case with everything that the page has a place for, and a mark in every text that somebody could have typed or printed.
struct CaseSample {
    /// What would do harm where it stood unescaped in an element, in an attribute or in a link.
    static let mark = #""'><script>alert(1)</script>&{{name}}{n}"#

    /// Behind every text of a person, a client or a colleague.
    var mark = ""
    var seesPersons = true
    var comparisonScore = 1.1
    var carriedBy: [Explanation.Words]?
    var fittingPairs = CaseFile.FittingPairs.counted(
        CaseFile.Distributions(
            model: "r95", sets: ["lfw", "london"], images: 60, identities: 30, least: -0.2, width: 0.1,
            mated: [0, 0, 0, 0, 0, 1, 4, 9, 6, 2], nonMated: [5, 40, 90, 70, 25, 6, 1, 0, 0, 0], threshold: 0.25,
            matedBelowThreshold: 0.02))
    var lacksPlaces = false
    var registrationSearch: CaseFile.RegistrationSearch?
    var registration: CaseFile.Registration?

    private static let begin: Int64 = 1_795_252_000_000
    private static let id = String(repeating: "3f", count: 16)
    private static let faceID = String(repeating: "7e", count: 16)
    private static let documentID = String(repeating: "8e", count: 16)

    private static func at(_ seconds: Int64) -> Instant {
        Instant(millisecondsSince1970: begin).adding(seconds: seconds)
    }

    private static let model = Explanation.Model(name: "r95", digest: String(repeating: "89", count: 32))

    var file: CaseFile {
        get throws {
            CaseFile(
                id: Self.id, tenant: "acme" + mark,
                rights: CaseFile.Rights(persons: seesPersons, reviews: seesPersons),
                readAt: Self.at(400_000), explanation: explanation, standing: try standing, isHeld: true,
                person: seesPersons
                    ? CaseFile.Person(
                        username: "anna.eriksson" + mark, firstName: "Anna" + mark, lastName: "Eriksson" + mark,
                        email: "anna@example.org" + mark, phoneNumber: "+49 30 1" + mark, reference: "4711" + mark)
                    : nil,
                device: seesPersons
                    ? CaseFile.Device(deviceID: "b3c9" + mark, pushID: "push" + mark, hasPublicKey: true) : nil,
                consents: [
                    CaseFile.ConsentGiven(
                        recordedAt: Self.at(210),
                        consent: Consent(
                            textHash: String(repeating: "ab", count: 32), textVersion: "2026-03", language: "de",
                            acceptedAt: "2026-11-21T10:09:38+01:00"))
                ], faces: [face], documents: [document], timeline: timeline,
                review: CaseFile.SecondLook(
                    requestedAt: Self.at(90_000), decidedAt: Self.at(180_000), decision: .refused,
                    reason: seesPersons ? "It is another person." + mark : nil,
                    reviewer: seesPersons ? "grace" + mark : nil),
                others: [
                    CaseFile.Other(id: String(repeating: "0a", count: 16), state: "expired", begunAt: Self.at(-900))
                ],
                readings: [
                    CaseFile.Reading(
                        at: Self.at(400_000), by: "operator grace" + mark, kind: "personDataRead", operation: "case",
                        shown: "decision measurements person document", purpose: "complaint" + mark),
                    CaseFile.Reading(
                        at: Self.at(399_000), by: "credential acme-desk", kind: "personDataRead",
                        operation: "case-image", shown: "face-1/frame-00", purpose: nil),
                ], notes: [CaseFile.Note(at: Self.at(300_000), by: "linus" + mark, text: "Look at frame 2." + mark)],
                flag: CaseFile.Flag(at: Self.at(300_060), by: "linus" + mark), erasure: nil,
                fittingPairs: fittingPairs, registrationSearch: registrationSearch, registration: registration)
        }
    }

    private var standing: EnrollmentStanding {
        get throws {
            let policy = Policy(maximumDocumentAttempts: 1, requiresConsent: true, lifetimeInSeconds: 3600)
            let events: [(at: Instant, event: Event)] = [
                (Self.at(0), .triggered(until: Self.at(3600))),
                (Self.at(0), .codeReserved(registrationCode: "4T7KQ0M2ZX")),
                (Self.at(202), .validated), (Self.at(203), .started(policy, deadline: Self.at(3803))),
                (Self.at(211), .deviceAdded), (Self.at(338), .faceAdded(nil)),
                (Self.at(466), .documentRefused(.notMatching, nil)),
                (Self.at(473), .failed(.documentAttemptsExhausted)), (Self.at(90_000), .reviewRequested),
                (Self.at(180_000), .reviewed(.refused, nil)),
            ]
            guard let standing = EnrollmentStanding(of: events, now: Self.at(400_000)) else { throw Unusable() }
            return standing
        }
    }

    private struct Unusable: Error {}

    // MARK: Explanation

    private static let portraitRule = Explanation.Rule(
        "match.portrait", "match score of the portrait and the live face", 1.1, .atLeast, 2, .matchScore)

    private var explanation: Explanation {
        let person = Explanation.Words(en: "", de: "")
        func step(
            _ check: String, _ seconds: Int64, _ decision: String, accepted: Bool, counts: String,
            rules: [Explanation.Rule],
            evidence: String?
        ) -> Explanation.Step {
            Explanation.Step(
                check: check, at: Self.at(seconds).iso8601WithMilliseconds, decision: decision, accepted: accepted,
                reason: accepted ? nil : EnrollmentReason(DocumentDecision.notMatching)?.rawValue, counts: counts,
                person: nil, sandboxPersona: nil, rules: rules,
                wouldHaveHelped: accepted
                    ? []
                    : [
                        Explanation.Help(
                            code: nil, quantity: "match.portrait", measured: 1.1, wanted: 2, bound: .atLeast,
                            unit: "matchScore", person: nil)
                    ], models: [Self.model],
                software: Explanation.Software(
                    rulesVersion: 5, runtime: "OpenVINO 2026.3", modelLock: "a0", calibration: "c1"),
                configurationVersion: 3,
                evidence: Explanation.Basis(state: evidence == nil ? .none : .whole, id: evidence, sha256: "4d"))
        }
        return Explanation(
            enrollmentId: Self.id, tenant: "acme" + mark, test: true, registrationCode: "4T7KQ0M2ZX", state: "failed",
            reason: EnrollmentReason(FailureReason.documentAttemptsExhausted).rawValue, origin: "enrolled",
            summary: Explanation.Words(en: "With all of it.", de: "Mit allem."),
            account: Explanation.Words(en: "In one paragraph.", de: "In einem Absatz."), carriedBy: carriedBy,
            headline: "", person: person,
            begunAt: Self.at(0).iso8601WithMilliseconds, endedAt: Self.at(473).iso8601WithMilliseconds, expiresAt: nil,
            erasedAt: nil, policy: Policy(maximumDocumentAttempts: 1, requiresConsent: true, lifetimeInSeconds: 3600),
            rules: [
                Explanation.Rule(
                    "enrollment.attempts", "captures that were decided against the person", 1, .below, 1, .attempts,
                    detail: "addDocument")
            ],
            steps: [
                step("addDevice", 211, "accepted", accepted: true, counts: "nothing", rules: [], evidence: nil),
                step(
                    "addFace", 338, FaceDecision.live.rawValue, accepted: true, counts: "nothing",
                    rules: [
                        Explanation.Rule(
                            "liveness.gap", "longest time from one frame to the next", 168, .atMost, 1500, .milliseconds
                        )
                    ], evidence: Self.faceID),
                step(
                    "addDocument", 466, DocumentDecision.notMatching.rawValue, accepted: false, counts: "attempt",
                    rules: [Self.portraitRule], evidence: Self.documentID),
            ],
            review: Explanation.SecondLook(
                requestedAt: Self.at(90_000).iso8601WithMilliseconds,
                decidedAt: Self.at(180_000).iso8601WithMilliseconds,
                decision: Review.Decision.refused.rawValue, evidence: nil), lock: nil)
    }

    private var timeline: CaseFile.Timeline {
        func entry(
            _ number: Int, _ seconds: Int64, _ kind: String, _ actor: CaseFile.Timeline.Actor?, since: Int64?,
            decision: String? = nil, reason: String? = nil, detail: String? = nil
        ) -> CaseFile.Timeline.Entry {
            CaseFile.Timeline.Entry(
                number: number, at: Self.at(seconds), kind: kind, actor: actor, decision: decision, reason: reason,
                detail: detail, sinceLastInMilliseconds: since)
        }
        return CaseFile.Timeline(
            entries: [
                entry(1, 0, "triggered", .portal, since: nil),
                entry(2, 0, "codeReserved", .server, since: 0, detail: "4T7KQ0M2ZX"),
                entry(4, 203, "started", .phone, since: 203_000, detail: "addDevice addFace addDocument"),
                entry(
                    9, 466, "documentRefused", .server, since: 263_000,
                    decision: DocumentDecision.notMatching.rawValue),
                entry(
                    10, 473, "failed", .server, since: 7_000,
                    reason: EnrollmentReason(FailureReason.documentAttemptsExhausted).rawValue),
            ], chain: .intact, length: 12, head: String(repeating: "9b", count: 32))
    }

    // MARK: Captures

    private func frame(_ index: Int, yaw: Double?, failures: [String] = [], repeats: Int? = nil) -> CaseFile.Frame {
        CaseFile.Frame(
            index: index, timeInMilliseconds: Double(index) * 165, width: 480, height: 640,
            faceCount: yaw == nil ? 0 : 1,
            yawInDegrees: yaw, pitchInDegrees: yaw.map { _ in -4 }, rollInDegrees: yaw.map { _ in 0 },
            focus: yaw.map { _ in 120.5 }, faceWidth: yaw.map { _ in 214 }, dynamicRangeInBits: yaw.map { _ in 6.5 },
            repeats: repeats, failures: failures, isBest: index == 0, isInTemplate: index < 2, scoreToBest: nil,
            sha256: nil, image: seesPersons ? "frame-0\(index)" : nil)
    }

    private func cue(
        _ name: String, _ finding: CaseFile.Cue.Finding, reason: String? = nil, score: Double?, contribution: Double?
    ) -> CaseFile.Cue {
        CaseFile.Cue(
            name: name, finding: finding, reason: reason, scoreInPercent: score, role: "required", weight: 1,
            contribution: contribution, species: finding == .abstained ? [] : ["print"],
            rules: finding == .abstained
                ? []
                : [
                    Explanation.Rule(
                        "liveness.flatness.ratio", "movement that one plane does not explain", 0.62, .atLeast, 0.45,
                        .share)
                ])
    }

    private var face: CaseFile.FaceCapture {
        CaseFile.FaceCapture(
            name: "face-1", at: Self.at(338), step: 1,
            evidence: CaseFile.Evidence(
                id: Self.faceID, sha256: String(repeating: "4d", count: 32), state: .whole, reducedAt: nil,
                images: seesPersons ? ["frame-00", "frame-01", "frame-02", "frame-03"] : []), sandboxPersona: nil,
            measured: CaseFile.MeasuredFace(
                workflow: "charlie4" + mark, level: "balanced", judgedLevel: 4, packageForm: "v2", isFromVideo: false,
                isRendered: false, hasTimes: true, permitsStills: false, decision: "live", reason: "everyCuePassed",
                scoreInPercent: 67.2, leastScoreInPercent: 66.7, falseRejectionInPercent: 2.1,
                frames: [
                    frame(0, yaw: 2), frame(1, yaw: 12), frame(2, yaw: 31, failures: ["poseTooHigh"]),
                    frame(3, yaw: nil, repeats: 1),
                ],
                frameLimits: CaseFile.FrameLimits(
                    leastFaceWidth: 130, mostYawInDegrees: 30, mostPitchInDegrees: 30, leastFocus: 15,
                    leastDynamicRangeInBits: 4),
                gates: [
                    CaseFile.Gate(name: "oneFace", scoreInPercent: 100, isPassed: true, hints: []),
                    CaseFile.Gate(name: "captureLength", scoreInPercent: nil, isPassed: nil, hints: []),
                ],
                cues: [
                    cue("flatness", .bonaFide, score: 71, contribution: 0.72),
                    cue("livingMotion", .attack, reason: "flat", score: 20, contribution: -0.31),
                    cue("severalImages", .abstained, reason: "tooFewFrames", score: nil, contribution: nil),
                ],
                fusion: CaseFile.Fusion(bias: -0.15, sum: 0.26, leastSum: 0.23, against: -0.31, leastAgainst: -0.5),
                challenge: CaseFile.Challenge(
                    steps: [
                        CaseFile.Challenge.Step(
                            prompt: "turnLeft", isMet: true, measured: 23.5, wanted: 15, unit: .degrees, frame: 2),
                        CaseFile.Challenge.Step(
                            prompt: "blinkTwice", isMet: false, measured: nil, wanted: 2, unit: .times, frame: nil),
                    ], reason: nil), comparison: nil,
                declared: seesPersons
                    ? [CaseFile.Declared(name: "device.model" + mark, value: "Pixel 9" + mark)] : []))
    }

    private static func place(
        _ content: CaseFile.Place.Content, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) -> CaseFile.Place {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        return CaseFile.Place(
            content: content, corners: corners.map { CaseFile.Place.Corner(x: $0.0, y: $0.1) })
    }

    private var document: CaseFile.DocumentCapture {
        func value(_ text: String) -> String { seesPersons ? text + mark : "" }
        return CaseFile.DocumentCapture(
            name: "document-2", at: Self.at(466), step: 2,
            evidence: CaseFile.Evidence(
                id: Self.documentID, sha256: String(repeating: "5d", count: 32), state: .whole, reducedAt: nil,
                images: seesPersons ? ["image-00"] : []), sandboxPersona: nil,
            measured: CaseFile.MeasuredDocument(
                decision: "verified",
                asked: CaseFile.DocumentDemands(
                    refusesExpired: true, requiresAuthenticity: false, acceptsSpecimens: false, minimumAge: 18,
                    maximumAge: nil, hasFieldRules: false),
                pages: [
                    CaseFile.Page(
                        index: 0, width: 1600, height: 1120, sha256: "aa", image: seesPersons ? "image-00" : nil,
                        places: [Self.place(.portrait, 0.1, 0.25, 0.2, 0.4)]
                            + (lacksPlaces
                                ? []
                                : [
                                    Self.place(.line(1), 0.05, 0.8, 0.9, 0.03),
                                    Self.place(.field("documentNumber"), 0.05, 0.8, 0.2, 0.03),
                                ]),
                        lacksPlaces: lacksPlaces)
                ],
                sources: [
                    CaseFile.Source(
                        kind: "mrz", documentKind: "Passport", readability: "readable", integrity: "confirmed", page: 0,
                        findings: ["specimen"]),
                    CaseFile.Source(
                        kind: "visualInspectionZone", documentKind: nil, readability: "readable",
                        integrity: "unconfirmed", page: 0, findings: []),
                ],
                fields: [
                    CaseFile.Field(
                        type: "documentNumber",
                        statements: [
                            CaseFile.Field.Statement(source: "mrz", value: value("L898902C3"), status: "valid"),
                            CaseFile.Field.Statement(
                                source: "visualInspectionZone", value: value("L898908C3"), status: "notValidated"),
                        ], decision: .failed),
                    CaseFile.Field(
                        type: "surname",
                        statements: [
                            CaseFile.Field.Statement(source: "mrz", value: value("ERIKSSON"), status: "valid")
                        ],
                        decision: .valid),
                ]
                    + [("dateOfBirth", "1974-08-12"), ("dateOfIssue", "2002-04"), ("dateOfExpiry", "2012-04-15")].map {
                        CaseFile.Field(
                            type: $0.0,
                            statements: [
                                CaseFile.Field.Statement(
                                    source: "mrz", value: seesPersons ? $0.1 : "", status: "valid")
                            ], decision: .valid)
                    },
                lines: seesPersons
                    ? CaseFile.MachineReadableLines(
                        lines: [
                            [
                                CaseFile.MachineReadableLines.Part(
                                    field: "documentNumber",
                                    characters: [
                                        CaseFile.MachineReadableLines.Character(
                                            text: "L", confidence: 1, readAs: nil, isUnsure: false),
                                        CaseFile.MachineReadableLines.Character(
                                            text: "8", confidence: 0.4, readAs: "<", isUnsure: true),
                                    ]),
                                CaseFile.MachineReadableLines.Part(
                                    field: nil,
                                    characters: [
                                        CaseFile.MachineReadableLines.Character(
                                            text: "<", confidence: 1, readAs: nil, isUnsure: false)
                                    ]),
                            ]
                        ], page: 0) : nil, isWhole: true,
                portrait: CaseFile.Portrait(
                    page: 0, box: CaseFile.Portrait.Box(x: 0.1, y: 0.25, width: 0.2, height: 0.4), quarterTurns: 0,
                    yawInDegrees: 3, pitchInDegrees: 1, focus: 99.5, faceWidth: 212, faceCount: 2),
                comparison: CaseFile.Comparison(
                    score: comparisonScore, isExtrapolated: false, similarity: 0.1234, threshold: 2, model: Self.model,
                    calibration: "c1", photograph: "different"), threshold: 2))
    }
}
