import DocVerify
import Foundation
import LivenessScorer
import OnboardingCore
import OnboardingJSON
import TestSupport
import Testing

@testable import Casework

@Suite struct PersonPageTests {
    private func page(_ record: PersonRecord = .sample, in language: PageLanguage = .english) -> String {
        PersonPage(record, in: language).html
    }

    /// All texts of a JSON value with the names on the way: `enrollments[].person.username`.
    private static func leaves(of value: JSONValue, at path: String = "") -> [(path: String, text: String?)] {
        switch value {
        case .object(let members):
            members.flatMap { leaves(of: $1, at: path.isEmpty ? $0 : "\(path).\($0)") }
        case .array(let elements): elements.flatMap { leaves(of: $0, at: path + "[]") }
        case .string(let text): [(path, text)]
        case .number, .bool, .null: [(path, nil)]
        }
    }

    private static func sampleLeaves() throws -> [(path: String, text: String?)] {
        leaves(of: try JSONDecoder().decode(JSONValue.self, from: Data(try sortedKeyJSON(PersonRecord.sample))))
    }

    @Test func theDocumentNamesEveryMemberAndNoOther() throws {
        let text = try String(contentsOfFile: Material.packageRoot + "/docs/subject-access.md", encoding: .utf8)
        let start = try #require(text.range(of: "## person.json")).upperBound
        let table = text[start...].prefix(
            upTo: text.range(of: "\n## ", range: start..<text.endIndex)?.lowerBound ?? text.endIndex)
        let named = Set(table.matches(of: /\n\| `([^`]+)` \|/).map { String($0.1) })
        let written = Set(try Self.sampleLeaves().map(\.path))
        #expect(named.subtracting(written) == [], "named and not written")
        #expect(written.subtracting(named) == [], "written and not named")
    }

    /// Words and codes are shown in words; everything else as it is.
    @Test(arguments: PageLanguage.allCases)
    func thePageSaysWhatTheRecordSays(language: PageLanguage) throws {
        let html = page(in: language)
        for text in [
            "acme@example.org", "To open an account", "The bank", "hooks.example.org", "acme-desk", "complaint-4711",
            "0123456789", "ada@example.org", "Ada", "Lovelace", "case 7", "push",
            language("25 Dec 2026", "25. Dez. 2026"), "LOVELACE",
            "images/enrollment-1/face-1/frame-00.jpeg", "records/enrollment-1/face-1/measurements.json", "model-1",
            "512", "dark", "called back", "older device", "records/enrollment-1/authentication-1-events.json",
            language("26 Nov 2026, 22:00 UTC", "26. Nov. 2026, 22:00 UTC"), "3650",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        for code in ["FACE_ATTEMPTS_EXHAUSTED", "presentationAttack", "notVerified", "flatBelow"] {
            #expect(!html.contains(code), "\(code)")
        }
        #expect(html.contains(language("passport", "Reisepass")) && html.contains(language("3,200,000", "3.200.000")))
        #expect(html.contains(language("512 numbers", "512 Zahlen")))
        #expect(html.contains(language("12.5 of 100", "12,5 von 100")))
        #expect(html.contains(language("taken for an image or a mask", "für ein Bild oder eine Maske gehalten")))
        #expect(html.contains(language("were erased on 26 Nov 2026, 22:00 UTC", "wurden am 26. Nov. 2026, 22:00 UTC")))
        #expect(html.contains(language("not the registered face", "nicht das registrierte Gesicht")))
        #expect(html.contains(language("sent on 25 Nov 2026, 21:00 UTC", "gesendet am 25. Nov. 2026, 21:00 UTC")))
        #expect(html.contains(language("refused the address", "die Adresse abgelehnt")))
    }

    @Test func thePageNeedsNothingFromElsewhere() {
        let html = page()
        #expect(!html.contains("<script") && !html.contains("http://") && !html.contains("https://"))
        #expect(html.contains("default-src 'none'"))
    }

    /// A narrow screen shows no heads of columns.
    @Test func everyCellOfATableCarriesItsHead() {
        let html = page(in: .german)
        #expect(html.contains("<td data-head=\"Prüfung\"><bdi>Gesicht zur Kamera</bdi></td>"))
        #expect(html.contains("<td data-head=\"wann\"><bdi>25. Nov. 2026, 21:02 UTC</bdi></td>"))
        #expect(!html.contains("anywhere"))
    }

    @Test(arguments: PageLanguage.allCases)
    func whatAPersonaOfTheSandboxDecidedIsNoMeasurement(language: PageLanguage) {
        let html = page(in: language)
        #expect(
            html.contains(language("A persona of the sandbox (live) decided this.", "Eine Persona der Sandbox (live)")))
        #expect(html.contains(language("Nothing was measured", "Nichts wurde gemessen")))
        #expect(
            !html.contains("model-scripted") && !html.contains(language("comparison score 12", "Vergleichswert 12")))
    }

    @Test func everyValueIsEscaped() throws {
        let mark = "<x>&\"'"
        let json = String(decoding: try sortedKeyJSON(PersonRecord.hostile(mark)), as: UTF8.self)
        #expect(json.contains("<x>"))
        for language in PageLanguage.allCases {
            #expect(!page(.hostile(mark), in: language).contains("<x>"))
            #expect(page(.hostile(mark), in: language).contains("&lt;x&gt;&amp;&quot;&#39;"))
        }
    }

    @Test func whatTheOperatorHasNotStatedIsSaid() {
        let record = PersonRecord(
            writtenAt: PersonRecord.sample.writtenAt,
            tenant: .init(name: "acme", isTest: false, contact: nil, purposes: nil, recipients: nil),
            retention: PersonRecord.sample.retention, recipients: [], readings: [], enrollments: [])
        #expect(page(record).components(separatedBy: "The operator has not stated it here.").count == 4)
    }

    /// Words that a target's sources declare one by one, where no type lists them.
    private static func declared(_ pattern: Regex<(Substring, Substring)>, in folder: String) throws -> Set<String> {
        let root = Material.packageRoot + "/Sources/" + folder
        let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
        return Set(
            try files.flatMap { file in
                try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8).matches(of: pattern).map { String($0.1) }
            })
    }

    @Test func everyCodeHasItsWords() throws {
        let reasons = try Self.declared(/LivenessReason\(rawValue: "(\w+)"\)/, in: "LivenessScorer")
        let cues = try Self.declared(/static let name = "(\w+)"/, in: "LivenessScorer/Cues")
        let kinds = try Self.declared(/\("([A-Z][\w ]+)", \d+/, in: "DocVerify/Readers/MRZ")
        let readings = try ["Onboarding", "Casework"].reduce(into: Set()) { readings, target in
            readings.formUnion(try Self.declared(/noteReading\("([\w-]+)"/, in: target))
        }
        #expect(reasons.count > 40 && cues.count > 8 && kinds.count > 7 && readings.count > 5)
        for language in PageLanguage.allCases {
            for word in EnrollmentStanding.State.allCases { #expect(language.state(word.rawValue) != word.rawValue) }
            for code in EnrollmentReason.allCases { #expect(language.reason(code.rawValue) != code.rawValue) }
            for word in FaceDecision.allCases { #expect(language.face(word.rawValue) != word.rawValue) }
            for word in DocumentDecision.allCases { #expect(language.document(word.rawValue) != word.rawValue) }
            for word in Event.Kind.allCases { #expect(language.event(word.rawValue) != word.rawValue) }
            for word in AuthenticationEvent.Kind.allCases {
                #expect(language.authenticationEvent(word.rawValue) != word.rawValue)
            }
            for word in AuthenticationPurpose.allCases { #expect(language.purpose(word.rawValue) != word.rawValue) }
            for code in AuthenticationFailure.allCases { #expect(language.failure(code.rawValue) != code.rawValue) }
            for word in FaceDecision.allCases { #expect(language.returningFace(word.rawValue) != word.rawValue) }
            for word in DeviceDecision.allCases { #expect(language.device(word.rawValue) != word.rawValue) }
            for word in DeviceChange.allCases { #expect(language.deviceChange(word.rawValue) != word.rawValue) }
            for word in reasons { #expect(language.because(word) != nil, "\(word)") }
            for word in RetryReason.allCases { #expect(language.rule(word.rawValue) != nil) }
            for word in MRZFinding.allCases { #expect(language.rule(word.rawValue) != nil) }
            for word in AAMVAFinding.allCases { #expect(language.rule(word.rawValue) != nil) }
            // In English some are their own word: sex, age.
            for word in DocumentFieldType.allCases where language != .english {
                #expect(language.field(word.rawValue) != word.rawValue)
            }
            for word in SourceKind.allCases where language != .english {
                #expect(language.source(word.rawValue) != word.rawValue)
            }
            for word in cues.union(GateName.allCases.map(\.rawValue)) {
                #expect(language.check(word) != language.check("unknown"), "\(word)")
            }
            for name in kinds { #expect(language.documentKind(name) != nil, "\(name)") }
            for word in readings.union(["show", "explain", "export"]) {
                #expect(language.operation(word) != language.operation("unknown"), "\(word)")
            }
            for word in FaceChallenge.Prompt.allCases { #expect(language.prompt(word.rawValue) != word.rawValue) }
        }
    }

    @Test func theLinesOfAnMRZStayLines() {
        let lines = PersonRecord.Field(type: "mrzLines", value: "P<A^B<", status: "valid")
        #expect(PageLanguage.german.value(lines) == "P<A\nB<")
        #expect(PageLanguage.german.value(.init(type: "surname", value: "A^B", status: "valid")) == "A^B")
    }

    @Test func scoresAreSaidInPairsOfPeople() {
        #expect(
            [0, 1, 2, 3, 3.3, 6].map(PageLanguage.english.pairs) == ["1", "10", "100", "1000", "2000", "1,000,000"])
        #expect(PageLanguage.german.pairs(12) == "1.000.000.000.000")
        #expect(PageLanguage.german.number(12.34) == "12,3" && PageLanguage.english.number(-0.96) == "−1")
    }
}

extension PersonRecord {
    /// With this mark in every text that somebody else can have written.
    fileprivate static func hostile(_ mark: String) -> PersonRecord {
        let attempt = Attempt(
            enrollment: mark, registrationCode: mark, state: mark, origin: mark, reason: mark, begunAt: mark,
            endedAt: mark, expiresAt: mark, keptUntil: mark, isHeld: false,
            person: .init(
                username: mark, email: mark, firstName: mark, lastName: mark, phoneNumber: mark, reference: mark),
            device: .init(deviceID: mark, pushID: mark, publicKey: mark),
            otherDevices: [
                .init(deviceID: mark, pushID: mark, publicKey: mark, registeredAt: mark, replacedAt: mark)
            ],
            consents: [.init(recordedAt: mark, acceptedAt: mark, textVersion: mark, textHash: mark, language: mark)],
            timeline: [.init(at: mark, event: mark, decision: mark, reason: mark)],
            steps: ["face", "document"].map { kind in
                Step(
                    kind: kind, authentication: mark, at: mark, decision: mark, isAccepted: true, evidence: mark,
                    evidenceDigest: mark,
                    isReadable: true, imagesKeptUntil: mark, reducedAt: nil, sandboxPersona: nil,
                    face: .init(
                        workflow: mark, level: 2, frameCount: 1, isFromVideo: true, liveness: mark, reason: mark,
                        scoreInPercent: 1, leastScoreInPercent: 1, falseRejectionInPercent: 1,
                        challenge: .init(prompts: [mark], isMet: false),
                        checks: [
                            .init(
                                name: mark, scoreInPercent: 1, finding: mark, limits: [.init(name: mark, value: 1)])
                        ], portrait: .init(score: 3, threshold: 3, model: mark),
                        registered: .init(score: 3, threshold: 3, model: mark)),
                    document: .init(
                        decision: mark, reasons: [mark],
                        sources: [
                            .init(
                                kind: mark, documentKind: mark,
                                fields: [.init(type: mark, value: mark, status: mark)], findings: [mark])
                        ], portrait: .init(score: 3, threshold: 3, model: mark), photograph: mark),
                    images: [.init(file: mark, sha256: mark, name: mark)], records: [mark])
            },
            authentications: [
                .init(
                    authentication: mark, purpose: mark, state: mark, reason: mark, reference: mark, begunAt: mark,
                    endedAt: mark, expiresAt: mark,
                    timeline: ["", "faceRefused", "documentRefused", "deviceRefused", "deviceReplaced"].map {
                        .init(at: mark, event: $0.isEmpty ? mark : $0, decision: mark)
                    } + [.init(at: mark, event: "locked", decision: nil, until: mark)], events: mark)
            ], review: .init(requestedAt: mark, decision: mark, decidedAt: mark, reason: mark),
            notes: [.init(at: mark, text: mark)],
            messages: [
                .init(writtenAt: mark, kind: mark, sentAt: mark, givenUpAt: nil, reason: nil),
                .init(writtenAt: mark, kind: mark, sentAt: nil, givenUpAt: mark, reason: mark),
            ],
            templates: [.init(kind: mark, isHandedIn: false, model: mark, dimensions: 1, file: mark)],
            user: .init(
                details: mark, groups: [mark], images: [mark], tokens: [.init(issuedAt: mark, endsAt: mark)],
                oneTimePasswordUntil: mark), captureCodes: [mark], events: mark)
        return PersonRecord(
            writtenAt: mark,
            tenant: .init(name: mark, isTest: true, contact: mark, purposes: mark, recipients: mark),
            retention: sample.retention, recipients: [.init(host: mark, since: mark, until: mark)],
            readings: [.init(at: mark, by: mark, operation: mark, purpose: mark, enrollments: [mark])],
            enrollments: [attempt])
    }
}
