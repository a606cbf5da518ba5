import Foundation
import OnboardingAPI
import OnboardingJSON
import OnboardingCore
import OnboardingStorage
import TestSupport
import Testing

@testable import OnboardingHTTP

@Suite struct RefusalTableTests {
    /// The published list, of `docs/openapi.yaml`, a line each: `- BAD_JSON  # 400 INPUT_FORMAT_ERROR`. Lines are added
    /// there, never changed or removed: clients in the field compare the words, and one that comes again with another
    /// meaning would mislead them.
    @Test func thePublishedReasonsAreThoseThatTheServerHas() throws {
        let document = try String(contentsOfFile: Material.packageRoot + "/docs/openapi.yaml", encoding: .utf8)
        let schema = try #require(document.firstMatch(of: /\n    RefusalReason:\n(?:      .*\n)+/)).output
        let published = schema.matches(of: /\n        - (\w+)  # (\d+) (\w+)/).map { "\($0.1) \($0.2) \($0.3)" }
        let served = RefusalReason.allCases.map { reason in
            "\(reason.rawValue) \(reason.meaning.status) \(reason.meaning.errorCode.rawValue)"
        }
        #expect(published == served)
    }

    @Test func everyReasonHasWordsOfItsOwn() {
        let messages = RefusalReason.allCases.map(\.meaning.message)
        #expect(Set(messages).count == messages.count)
        #expect(messages.allSatisfy { !$0.isEmpty })
    }

    @Test func documentCallsHaveTheirOwnWordForBadPictures() {
        let differing = RefusalReason.allCases.filter { $0.errorCodeOnDocumentCalls != $0.meaning.errorCode }
        #expect(differing == [.badBase64, .notAnImage, .imageTooLarge, .imageTooSmall])
        #expect(differing.allSatisfy { $0.errorCodeOnDocumentCalls == .invalidInput })
    }

    @Test func anErrorIsAnsweredInOneEnvelope() throws {
        let envelope = ErrorEnvelope(.notAnImage, onDocumentCall: true, timestamp: "2026-03-02T07:36:25.000Z")
        #expect(
            String(decoding: try sortedKeyJSON(envelope), as: UTF8.self) == """
                {"errorCode":"INVALID_INPUT","errorMsg":"A picture is not a readable JPEG, PNG, WebP, HEIC or AVIF",\
                "reason":"NOT_AN_IMAGE","status":400,"timestamp":"2026-03-02T07:36:25.000Z"}
                """)
    }
}
