import Foundation
import NIOCore
import OnboardingAPI
import OnboardingCore
import OnboardingStorage
import TestSupport
import Testing

@testable import OnboardingHTTP
@testable import Tenancy

@Suite struct JSONReadingTests {
    private func reason(_ text: String) -> RefusalReason? {
        do throws(Refusal) {
            _ = try readJSON(AddDeviceRequest.self, from: ByteBuffer(string: text))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [
        ("", RefusalReason.badJSON), ("   ", .badJSON), ("nonsense", .badJSON), ("{", .badJSON), ("{\"a\":}", .badJSON),
        ("null", .notAnObject), ("[]", .notAnObject), ("\"text\"", .notAnObject), ("17", .notAnObject),
        ("{}", .fieldMissing), ("{\"enrollmentToken\":null,\"deviceId\":\"x\"}", .fieldMissing),
        ("{\"enrollmentToken\":7,\"deviceId\":\"x\"}", .wrongType), ("\u{feff}{}", .fieldMissing),
        ("\u{feff}\u{feff}{}", .badJSON), (" \u{feff}{}", .badJSON), ("\u{feff}", .badJSON),
        ("{\"enrollmentToken\":\"t\",\"deviceId\":\"d\",}", .badJSON),
    ])
    func everyWayToBeWrongHasItsReason(text: String, expected: RefusalReason) {
        #expect(reason(text) == expected)
    }

    @Test func unknownFieldsAreIgnored() {
        #expect(reason(#"{"enrollmentToken":"t","deviceId":"d","platform":"x","more":{"a":[1]}}"#) == nil)
    }

    @Test func nestingIsLimitedBeforeAnythingIsDecoded() {
        let deep = String(repeating: "[", count: 33)
        #expect(reason(#"{"x":"# + deep) == .tooDeep)
        // Brackets in texts do not count, also behind an escaped quote.
        #expect(reason(#"{"enrollmentToken":"\""# + deep + #"","deviceId":"d"}"#) == nil)
    }

    @Test func noTextStopsTheProcess() {
        var generator = SeededGenerator.announced()
        let alphabet = Array(#"{}[]",:\nulltrue0123456789.-+eE "#.utf8) + [0, 0xff, 0xc3]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<40, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            _ = try? readJSON(TriggerRequest.self, from: ByteBuffer(bytes: bytes))
        }
    }
}
