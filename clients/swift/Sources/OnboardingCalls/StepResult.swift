public import OnboardingAPI

/// What the server answered to a call. A refusal is an answer, not an error: only where there is no answer, a call
/// throws.
public enum StepResult<Response: Sendable>: Sendable {
    /// HTTP 200. Says nothing yet about the enrollment: read `enrollmentStatus`, where pending is not complete.
    case accepted(Response)
    /// The server's error envelope. The errors of the token endpoint come in the same form, with its `error` as
    /// `errorCode`.
    case refused(ErrorEnvelope)

    /// The answer of an accepted call.
    public var answer: Response? {
        guard case .accepted(let answer) = self else { return nil }
        return answer
    }

    /// The envelope of a refused call.
    public var refusal: ErrorEnvelope? {
        guard case .refused(let envelope) = self else { return nil }
        return envelope
    }

    /// The same result with another form of answer.
    func map<Other: Sendable>(_ transform: (Response) -> Other) -> StepResult<Other> {
        switch self {
        case .accepted(let answer): .accepted(transform(answer))
        case .refused(let envelope): .refused(envelope)
        }
    }
}

extension StepResult: Equatable where Response: Equatable {}
