import Foundation
import OnboardingCore
import TestSupport
import Testing

/// The forms in which events and states of authentications are stored, held to two files of the folder `Golden`, a line each: what was
/// written once is written the same ever after, and read.
@Suite struct AuthenticationStoredFormTests {
    private static let until = Instant(millisecondsSince1970: 1_800_000_600_000)
    private static let record = IdempotencyRecord(step: .verifyFace, requestDigest: "0123abcd")
    private static let policy = AuthenticationPolicy(
        purpose: .reEnroll, requiredChecks: AuthenticationCheck.allCases, maximumAttempts: 4, maximumCaptures: 9,
        lifetimeInSeconds: 600, faceWorkflow: .activeAfterDoubt, challengeKind: .light, maximumPassiveCaptures: 6)

    /// One of each kind, and one more of one that may lack its evidence.
    private static let events: [AuthenticationEvent] = [
        .triggered(until: until), .validated, .started(policy, deadline: until), .deviceVerified(.signed),
        .deviceRefused(.signatureInvalid), .faceVerified(.sample), .faceRefused(.notMatching, .sample),
        .faceRefused(.packageUnreadable, nil), .faceChallenged(.sample), .documentAdded(.sample),
        .documentRefused(.notVerified, .sample),
        .documentRefused(.notVerified, .sample, [DocumentFinding(.expired, field: "dateOfExpiry")]),
        .deviceReplaced(.replaceAll), .locked(failures: 4, until: until), .completed,
        .failed(.attemptsExhausted), .cancelled, .expired, .answered(record),
    ]

    private static let states: [[AuthenticationEvent]] = {
        let open: [AuthenticationEvent] = [
            .triggered(until: until), .started(policy, deadline: until), .deviceRefused(.unknownDevice),
            .deviceVerified(.identified), .faceRefused(.undecided, nil), .answered(record),
        ]
        return [
            [open[0]], [open[0], .validated], open, open + [.faceChallenged(.sample)], open + [.completed],
            open + [.failed(.capturesExhausted)], open + [.cancelled], open + [.expired],
        ]
    }()

    @Test func everyKindOfEventHasALine() {
        #expect(Set(Self.events.map(\.kind)) == Set(AuthenticationEvent.Kind.allCases))
    }

    @Test func eventsHaveTheirForms() throws { try expect(Self.events, in: "authentication-events") }

    @Test func statesHaveTheirForms() throws {
        try expect(try Self.states.map { try #require(replay($0)) }, in: "authentication-states")
    }

    @Test func membersThatAReaderDoesNotKnowArePassedOver() throws {
        for (event, line) in zip(Self.events, try Self.lines("authentication-events")) {
            let more = #"{"aLaterMember":{"a":[1,null]},"# + line.dropFirst()
            #expect(try JSONDecoder().decode(AuthenticationEvent.self, from: Data(more.utf8)) == event)
        }
    }

    @Test func anUnknownVersionOrWordIsRefused() throws {
        for line in try Self.lines("authentication-events") {
            for (known, unknown) in [(#""version":1"#, #""version":2"#), (#""event":""#, #""event":"un"#)] {
                let text = line.replacingOccurrences(of: known, with: unknown)
                #expect(throws: DecodingError.self) {
                    try JSONDecoder().decode(AuthenticationEvent.self, from: Data(text.utf8))
                }
            }
        }
        for word in ["signed", "replaceAll", "AUTHENTICATION_ATTEMPTS_EXHAUSTED", "notMatching", "reEnroll"] {
            let lines = try Self.lines("authentication-events").filter { $0.contains("\"\(word)\"") }
            #expect(!lines.isEmpty)
            for line in lines {
                let text = line.replacingOccurrences(of: word, with: "other")
                #expect(throws: DecodingError.self) {
                    try JSONDecoder().decode(AuthenticationEvent.self, from: Data(text.utf8))
                }
            }
        }
    }

    private func expect<Value: Codable & Equatable>(_ values: [Value], in file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try values.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try (lines.joined(separator: "\n") + "\n").write(toFile: Self.path(file), atomically: true, encoding: .utf8)
        }
        let golden = try Self.lines(file)
        #expect(lines == golden)
        #expect(try golden.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) } == values)
    }

    private static func path(_ file: String) -> String {
        Material.packageRoot + "/Tests/OnboardingCoreTests/Golden/\(file).jsonl"
    }

    private static func lines(_ file: String) throws -> [String] {
        try String(contentsOfFile: path(file), encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
