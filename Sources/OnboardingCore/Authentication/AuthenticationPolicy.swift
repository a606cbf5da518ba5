/// What a person who comes back wants.
package enum AuthenticationPurpose: String, CaseIterable, Codable, Sendable {
    /// To be let in.
    case authenticate
    /// To register another device, after their face was verified.
    case reEnroll
}

/// A check that a tenant's policy may ask of a person who comes back.
package enum AuthenticationCheck: String, CaseIterable, Codable, Sendable {
    case verifyDevice
    case verifyFace
    /// The document once more, or another one of the same person.
    case addDocument
}

/// What a tenant asks of a person who comes back. Fixed when the authentication starts, as `Policy`.
package struct AuthenticationPolicy: CasePolicy {
    package let purpose: AuthenticationPurpose
    /// At least one, without repetition, in the order of `AuthenticationCheck.allCases`.
    package let requiredChecks: [AuthenticationCheck]
    /// Decisions against the person, of all checks together, until the authentication fails.
    package let maximumAttempts: Int
    /// Captures, judged or not, until it fails.
    package let maximumCaptures: Int
    /// Seconds from authenticate to the end of one that nobody finishes.
    package let lifetimeInSeconds: Int64
    /// When the face check asks for a challenge, and of which kind.
    package let faceWorkflow: FaceWorkflow
    package let challengeKind: FaceChallenge.Kind
    /// Captures without an answer, until `activeAfterDoubt` asks for one.
    package let maximumPassiveCaptures: Int

    package init(
        purpose: AuthenticationPurpose = .authenticate,
        requiredChecks: [AuthenticationCheck] = [.verifyDevice, .verifyFace],
        maximumAttempts: Int = 4, maximumCaptures: Int = Limit.captures.value, lifetimeInSeconds: Int64 = 600,
        faceWorkflow: FaceWorkflow = .passive, challengeKind: FaceChallenge.Kind = .movement,
        maximumPassiveCaptures: Int = 8
    ) {
        self.purpose = purpose
        let asked = AuthenticationCheck.allCases.filter(requiredChecks.contains)
        // Another device is registered for a face alone: a device proves nothing about the next one.
        let needsFace = purpose == .reEnroll && !asked.contains(.verifyFace)
        self.requiredChecks =
            asked.isEmpty || needsFace
            ? AuthenticationCheck.allCases.filter { $0 == .verifyFace || asked.contains($0) } : asked
        self.maximumAttempts = max(1, maximumAttempts)
        self.maximumCaptures = max(1, maximumCaptures)
        self.lifetimeInSeconds = max(1, lifetimeInSeconds)
        self.faceWorkflow = faceWorkflow
        self.challengeKind = challengeKind
        self.maximumPassiveCaptures = max(1, maximumPassiveCaptures)
    }

    private enum CodingKeys: String, CodingKey {
        case purpose, requiredChecks, maximumAttempts, maximumCaptures, lifetimeInSeconds, faceWorkflow, challengeKind
        case maximumPassiveCaptures
    }
}

extension AuthenticationPolicy {
    /// Of all checks together.
    var limit: TallyLimit<AuthenticationFailure> {
        TallyLimit(
            attempts: maximumAttempts, captures: maximumCaptures, attemptsExhausted: .attemptsExhausted,
            capturesExhausted: .capturesExhausted)
    }
}

/// Why an authentication failed for good.
package enum AuthenticationFailure: String, CaseIterable, Codable, Sendable {
    case attemptsExhausted = "AUTHENTICATION_ATTEMPTS_EXHAUSTED"
    case capturesExhausted = "AUTHENTICATION_CAPTURES_EXHAUSTED"
}
