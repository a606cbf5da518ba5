/// What a tenant asks of an enrollment. Fixed when the enrollment starts: a change of the tenant's configuration
/// holds for enrollments begun after it.
package struct Policy: CasePolicy {
    /// At least one, without repetition, in the order of `RequiredCheck.allCases`.
    package let requiredChecks: [RequiredCheck]
    /// Faces that were decided against the person (`FaceDecision.counts`), until the enrollment fails.
    package let maximumFaceAttempts: Int
    /// Documents that were (`DocumentDecision.counts`), until the enrollment fails.
    package let maximumDocumentAttempts: Int
    /// Captures of one step, judged or not, until the enrollment fails.
    package let maximumCaptures: Int
    package let requiresConsent: Bool
    /// Seconds from enroll to the end of an enrollment that nobody finishes.
    package let lifetimeInSeconds: Int64
    /// When the face step asks for a challenge, and of which kind.
    package let faceWorkflow: FaceWorkflow
    package let challengeKind: FaceChallenge.Kind
    /// Captures without an answer, until `activeAfterDoubt` asks for one.
    package let maximumPassiveCaptures: Int

    package init(
        requiredChecks: [RequiredCheck] = RequiredCheck.allCases, maximumFaceAttempts: Int = 5,
        maximumDocumentAttempts: Int = 5, maximumCaptures: Int = Limit.captures.value, requiresConsent: Bool = false,
        lifetimeInSeconds: Int64 = 3600, faceWorkflow: FaceWorkflow = .passive,
        challengeKind: FaceChallenge.Kind = .movement, maximumPassiveCaptures: Int = 8
    ) {
        let asked = RequiredCheck.allCases.filter(requiredChecks.contains)
        // An enrollment that nothing is asked of would be complete before anybody was seen.
        self.requiredChecks = asked.isEmpty ? RequiredCheck.allCases : asked
        self.maximumFaceAttempts = max(1, maximumFaceAttempts)
        self.maximumDocumentAttempts = max(1, maximumDocumentAttempts)
        self.maximumCaptures = max(1, maximumCaptures)
        self.requiresConsent = requiresConsent
        self.lifetimeInSeconds = max(1, lifetimeInSeconds)
        self.faceWorkflow = faceWorkflow
        self.challengeKind = challengeKind
        self.maximumPassiveCaptures = max(1, maximumPassiveCaptures)
    }

    private enum CodingKeys: String, CodingKey {
        case requiredChecks, maximumFaceAttempts, maximumDocumentAttempts, maximumCaptures, requiresConsent
        case lifetimeInSeconds, faceWorkflow, challengeKind, maximumPassiveCaptures
    }
}

extension Policy {
    /// The same for the face alone, of somebody whom a human has accepted.
    /// - Parameter accepted: the checks that were accepted before.
    package func askingForFace(beside accepted: [RequiredCheck], lifetimeInSeconds: Int64) -> Policy {
        Policy(
            requiredChecks: accepted + [.addFace], maximumFaceAttempts: maximumFaceAttempts,
            maximumDocumentAttempts: maximumDocumentAttempts, maximumCaptures: maximumCaptures,
            requiresConsent: requiresConsent, lifetimeInSeconds: lifetimeInSeconds, faceWorkflow: faceWorkflow,
            challengeKind: challengeKind, maximumPassiveCaptures: maximumPassiveCaptures)
    }

    /// Nil for a check that uses up nothing.
    func limit(of check: RequiredCheck) -> TallyLimit<FailureReason>? {
        switch check {
        case .addDevice: nil
        case .addFace:
            TallyLimit(
                attempts: maximumFaceAttempts, captures: maximumCaptures,
                attemptsExhausted: .faceAttemptsExhausted, capturesExhausted: .faceCapturesExhausted)
        case .addDocument:
            TallyLimit(
                attempts: maximumDocumentAttempts, captures: maximumCaptures,
                attemptsExhausted: .documentAttemptsExhausted, capturesExhausted: .documentCapturesExhausted)
        }
    }
}

extension Policy {
    /// The members of the active workflow are absent in enrollments that began before there was one: passive ones.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            requiredChecks: try container.decode([RequiredCheck].self, forKey: .requiredChecks),
            maximumFaceAttempts: try container.decode(Int.self, forKey: .maximumFaceAttempts),
            maximumDocumentAttempts: try container.decode(Int.self, forKey: .maximumDocumentAttempts),
            maximumCaptures: try container.decode(Int.self, forKey: .maximumCaptures),
            requiresConsent: try container.decode(Bool.self, forKey: .requiresConsent),
            lifetimeInSeconds: try container.decode(Int64.self, forKey: .lifetimeInSeconds),
            faceWorkflow: try container.decodeIfPresent(FaceWorkflow.self, forKey: .faceWorkflow) ?? .passive,
            challengeKind: try container.decodeIfPresent(FaceChallenge.Kind.self, forKey: .challengeKind) ?? .movement,
            maximumPassiveCaptures: try container.decodeIfPresent(Int.self, forKey: .maximumPassiveCaptures) ?? 8)
    }
}
