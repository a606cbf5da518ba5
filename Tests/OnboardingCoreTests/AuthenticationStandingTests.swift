import Testing

@testable import OnboardingCore

/// What the events of an authentication tell whoever did not take part.
@Suite struct AuthenticationStandingTests {
    private static let begun = Instant(millisecondsSince1970: 1_000_000)
    private static let deadline = begun.adding(seconds: 600)

    private func at(_ seconds: Int64) -> Instant { Self.begun.adding(seconds: seconds) }

    /// One event a second.
    private func standing(
        _ events: [AuthenticationEvent], of policy: AuthenticationPolicy = AuthenticationPolicy(maximumAttempts: 2),
        now: Int64 = 100
    ) throws -> AuthenticationStanding {
        let all = [.triggered(until: Self.deadline), .started(policy, deadline: Self.deadline)] + events
        return try #require(
            AuthenticationStanding(of: all.enumerated().map { (at(Int64($0)), $1) }, now: at(now)))
    }

    @Test func oneThatGoesOnSaysWhatComesNextAndWhatIsLeft() throws {
        let record = IdempotencyRecord(step: .verifyDevice, requestDigest: "0a")
        let standing = try standing([
            .deviceRefused(.signatureInvalid), .deviceVerified(.signed), .answered(record),
            .faceRefused(.notMatching, nil),
        ])
        #expect(standing.state == .pending && standing.check == .verifyFace && standing.device == .signed)
        #expect(standing.accepted == [.init(check: .verifyDevice, at: at(3), record: record)])
        #expect(standing.reason?.code == "FACE_NOT_MATCHING" && standing.lastRefused?.at == at(5))
        #expect(standing.left?.attempts == 0 && standing.deadline == Self.deadline && standing.endedAt == nil)
    }

    @Test func whatWasRefusedIsForgottenOnceItIsAccepted() throws {
        let standing = try standing([.deviceRefused(.unknownDevice), .deviceVerified(.identified)])
        #expect(standing.reason == nil && standing.lastRefused?.reason.code == "DEVICE_UNKNOWN")
        #expect(try self.standing([.deviceRefused(.keyMissing)]).reason?.code == "DEVICE_KEY_MISSING")
    }

    @Test(
        arguments: [
            (.completed, .complete, nil), (.cancelled, .cancelled, "AUTHENTICATION_CANCELLED"),
            (.expired, .expired, "AUTHENTICATION_EXPIRED"),
            (.failed(.attemptsExhausted), .failed, "AUTHENTICATION_ATTEMPTS_EXHAUSTED"),
            (.failed(.capturesExhausted), .failed, "AUTHENTICATION_CAPTURES_EXHAUSTED"),
        ] as [(AuthenticationEvent, EnrollmentStanding.State, String?)])
    func eachEndHasItsStateAndReason(end: AuthenticationEvent, state: EnrollmentStanding.State, code: String?) throws {
        let standing = try standing([.faceRefused(.presentationAttack, nil), end, .locked(failures: 2, until: at(900))])
        #expect(standing.state == state && standing.reason?.code == code)
        #expect(standing.endedAt == at(3) && standing.deadline == nil && standing.begunAt == Self.begun)
        #expect(standing.lastRefused?.reason.code == "FACE_NOT_LIVE")
    }

    @Test func oneWhoseTimeIsOverHasExpiredBeforeTheJobCame() throws {
        let standing = try standing([.deviceVerified(.signed)], now: 600)
        #expect(standing.state == .expired && standing.reason?.code == "AUTHENTICATION_EXPIRED")
        #expect(standing.endedAt == Self.deadline && standing.deadline == nil)
    }

    @Test func aReEnrollmentSaysWhatBecameOfTheDevices() throws {
        let policy = AuthenticationPolicy(purpose: .reEnroll, requiredChecks: [.verifyFace])
        let standing = try standing([.faceVerified(nil), .deviceReplaced(.replaceAll), .completed], of: policy)
        #expect(standing.deviceChange == .replaceAll && standing.state == .complete && standing.left == nil)
    }

    @Test func whatDoesNotBeginAsOneDoesIsNone() {
        #expect(AuthenticationStanding(of: [], now: Self.begun) == nil)
        #expect(AuthenticationStanding(of: [(Self.begun, .completed)], now: Self.begun) == nil)
    }
}
