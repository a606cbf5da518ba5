import Foundation
import OnboardingAPI
import OnboardingJSON
import OnboardingCore
import OnboardingStorage
import Testing

@testable import Onboarding
@testable import OnboardingHTTP

@Suite struct RefusalTableTests {
    /// Frozen: lines are added, never changed or removed. A client may compare any of these words.
    private static let frozen = """
        BAD_JSON 400 INPUT_FORMAT_ERROR
        NOT_AN_OBJECT 400 INPUT_FORMAT_ERROR
        WRONG_TYPE 400 INPUT_FORMAT_ERROR
        TOO_DEEP 400 INPUT_FORMAT_ERROR
        FIELD_MISSING 400 INPUT_VALUES_ERROR
        FIELD_EMPTY 400 INPUT_VALUES_ERROR
        FIELD_TOO_LONG 400 INPUT_VALUES_ERROR
        BAD_BASE64 400 INPUT_VALUES_ERROR
        NOT_AN_IMAGE 400 INPUT_VALUES_ERROR
        IMAGE_TOO_LARGE 400 INPUT_VALUES_ERROR
        IMAGE_TOO_SMALL 400 INPUT_VALUES_ERROR
        LIGHT_UNREADABLE 400 INVALID_INPUT
        TOO_MANY_IMAGES 400 INPUT_VALUES_ERROR
        NO_FRAMES 400 INPUT_VALUES_ERROR
        TOO_MANY_FRAMES 400 INPUT_VALUES_ERROR
        FRAME_SIZES_DIFFER 400 INPUT_VALUES_ERROR
        FRAME_TIMES_INVALID 400 INPUT_VALUES_ERROR
        ROTATION_INVALID 400 INPUT_VALUES_ERROR
        UNKNOWN_WORKFLOW 400 INPUT_VALUES_ERROR
        PACKAGE_UNREADABLE 400 INPUT_VALUES_ERROR
        PACKAGE_FORM_NOT_ACCEPTED 400 INPUT_VALUES_ERROR
        PACKAGE_REPLAYED 400 INPUT_VALUES_ERROR
        SESSION_ID_INVALID 400 INPUT_VALUES_ERROR
        PUBLIC_KEY_INVALID 400 INPUT_VALUES_ERROR
        CONSENT_REQUIRED 400 INPUT_VALUES_ERROR
        TOKEN_UNKNOWN 400 INPUT_VALUES_ERROR
        STEP_OUT_OF_ORDER 400 INPUT_VALUES_ERROR
        STEP_ALREADY_DONE 400 INPUT_VALUES_ERROR
        ENROLLMENT_FINISHED 400 INPUT_VALUES_ERROR
        ATTEMPTS_EXHAUSTED 400 INPUT_VALUES_ERROR
        ENCRYPTED_CONTAINER_UNSUPPORTED 400 INVALID_INPUT
        CONFIG_CONFLICT 400 INPUT_VALUES_ERROR
        CONFIG_VALUE 400 INPUT_VALUES_ERROR
        PAGE_OUT_OF_RANGE 400 INPUT_VALUES_ERROR
        REGISTRATION_UNKNOWN 404 NOT_FOUND
        TOKEN_MISSING 401 UNAUTHORIZED
        TOKEN_EXPIRED 401 UNAUTHORIZED
        TOKEN_INVALID 401 UNAUTHORIZED
        APIKEY_MISSING 401 UNAUTHORIZED
        APIKEY_UNKNOWN 401 UNAUTHORIZED
        APIKEY_FOREIGN 403 FORBIDDEN
        ROLE_MISSING 403 FORBIDDEN
        ORIGIN_NOT_ALLOWED 403 FORBIDDEN
        HEAD_MALFORMED 400 INPUT_FORMAT_ERROR
        BODY_MALFORMED 400 INPUT_FORMAT_ERROR
        BODY_TOO_LARGE 413 PAYLOAD_TOO_LARGE
        CONTENT_ENCODING_UNSUPPORTED 415 UNSUPPORTED_MEDIA_TYPE
        RATE_LIMITED 429 TOO_MANY_REQUESTS
        ROUTE_UNKNOWN 404 NOT_FOUND
        METHOD_NOT_ALLOWED 405 METHOD_NOT_ALLOWED
        REQUEST_TIMEOUT 408 REQUEST_TIMEOUT
        OVERLOADED 503 SERVICE_UNAVAILABLE
        STORAGE_UNAVAILABLE 503 SERVICE_UNAVAILABLE
        INTERNAL_ERROR 500 INTERNAL_SERVER_ERROR
        """

    @Test func aReasonIsNeverRenamedReusedOrRemoved() {
        let lines = RefusalReason.allCases.map { reason in
            "\(reason.rawValue) \(reason.meaning.status) \(reason.meaning.errorCode.rawValue)"
        }
        #expect(lines == Self.frozen.split(separator: "\n").map(String.init))
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
                {"errorCode":"INVALID_INPUT","errorMsg":"A picture is not a readable JPEG, PNG or WebP",\
                "reason":"NOT_AN_IMAGE","status":400,"timestamp":"2026-03-02T07:36:25.000Z"}
                """)
    }
}
