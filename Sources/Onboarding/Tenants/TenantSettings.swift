internal import LivenessScorer
internal import OnboardingCore
internal import OnboardingJSON
package import OnboardingCrypto

/// A tenant's configuration as the program reads it; `ConfigurationTable` says what each key does.
package struct TenantSettings: Equatable, Sendable {
    enum ReplayGuard: String, CaseIterable, Sendable {
        case off
        /// No frame of another enrollment, byte by byte.
        case exact
        /// Nor a capture of another enrollment that was changed.
        case near
    }

    /// What happens where the live face may be the photograph of the document's portrait. Where it certainly is, every tenant
    /// refuses it.
    enum PortraitReuse: String, CaseIterable, Sendable {
        /// The face has to be captured again.
        case refuse
        /// The evidence says so, and nothing else happens.
        case note
    }

    enum FrameTimes: String, CaseIterable, Sendable {
        /// The order and the spacing of frames count; the phone's clock does not.
        case relative
        /// Frames must also have been taken during the enrollment ± 120 s.
        case strict
    }

    var requiredChecks: [RequiredCheck]
    /// Whether a match may be asked for less than `MatchThreshold.leastUsual`.
    var allowsLowMatchThresholds: Bool
    /// −log10 of the false match rate at which a printed portrait matches the live face.
    var portraitMatchThreshold: Double
    var acceptedPackageForms: Set<PackageForm>
    var allowStillPackages: Bool
    var allowedWorkflows: Set<Workflow.Family>
    var minimumLivenessLevel: Workflow.SecurityLevel
    package var tokenSigningAlgorithm: TokenAlgorithm
    /// When the face step asks for a challenge.
    var faceWorkflow: FaceWorkflow
    var challengeKind: FaceChallenge.Kind
    /// Captures without an answer, until `activeAfterDoubt` asks for one.
    var maximumPassiveCaptures: Int
    var maximumFaceAttempts: Int
    var maximumDocumentAttempts: Int
    var sessionLifetimeInSeconds: Int64
    var enrollmentLifetimeInSeconds: Int64
    /// Where the images of its captures come from; `rendered` in test tenants alone.
    var captureSource: CaptureSource
    var replayGuard: ReplayGuard
    var portraitReuse: PortraitReuse
    var frameTimes: FrameTimes
    var requiresConsent: Bool
    var requiresAuthenticity: Bool
    var recordsEnrollmentVideo: Bool
    /// Days after which the evidence of a failed, cancelled or expired enrollment is erased.
    var retention: RetentionPolicy
    /// Whether documents are opened to count persons by sex and age.
    var reportsDemographics: Bool
    /// What the operator tells persons of their data.
    var privacyNotice: PrivacyNotice
    package var sampleWebIsEnabled: Bool
    package var sampleWebOrigins: Set<WebOrigin>

    /// The policy of an enrollment that begins under these settings.
    var policy: Policy {
        Policy(
            requiredChecks: requiredChecks, maximumFaceAttempts: maximumFaceAttempts,
            maximumDocumentAttempts: maximumDocumentAttempts, requiresConsent: requiresConsent,
            lifetimeInSeconds: enrollmentLifetimeInSeconds, faceWorkflow: faceWorkflow, challengeKind: challengeKind,
            maximumPassiveCaptures: maximumPassiveCaptures)
    }
}

/// What an operator tells persons of their data, in its own words; nil where it has not said.
struct PrivacyNotice: Equatable, Sendable {
    var contact: String?
    var purposes: String?
    var recipients: String?
}

/// A configuration that has a value that is not allowed; names the key, never the value.
struct ConfigurationValidationError: Error, Equatable {
    let key: String
}

extension TenantSettings {
    /// Reads a stored document. A key that it lacks counts as its row says.
    init(_ stored: JSONValue) throws(ConfigurationValidationError) {
        let reader = Reader(document: CustomerConfiguration.filled(stored))
        var checks: [RequiredCheck] = []
        for check in RequiredCheck.allCases
        where try reader.bool("onboardingConfig.onboardingOptions.enrollment.\(check.rawValue)") {
            checks.append(check)
        }
        requiredChecks = checks
        allowsLowMatchThresholds = try reader.bool(MatchThreshold.lowIsAllowed)
        let threshold = try reader.number("onboardingConfig.ocrPortraitSelfieMatchThreshold")
        portraitMatchThreshold = allowsLowMatchThresholds ? threshold : max(threshold, MatchThreshold.leastUsual)
        acceptedPackageForms = Set(try reader.words("onboardingConfig.acceptedPackageForms"))
        allowStillPackages = try reader.bool("onboardingConfig.allowStillPackages")
        allowedWorkflows = Set(try reader.words("onboardingConfig.allowedWorkflows"))
        minimumLivenessLevel = try reader.level("onboardingConfig.minimumLivenessLevel")
        tokenSigningAlgorithm = try reader.word("onboardingConfig.tokenSigningAlgorithm")
        faceWorkflow = try reader.word("onboardingConfig.faceWorkflow")
        challengeKind = try reader.word("onboardingConfig.challengeKind")
        maximumPassiveCaptures = try reader.integer("onboardingConfig.maxPassiveCaptures")
        maximumFaceAttempts = try reader.integer("onboardingConfig.maxFaceAttempts")
        maximumDocumentAttempts = try reader.integer("onboardingConfig.maxDocumentAttempts")
        sessionLifetimeInSeconds = Int64(try reader.integer("onboardingConfig.sessionLifetimeSeconds"))
        enrollmentLifetimeInSeconds = Int64(try reader.integer("onboardingConfig.enrollmentLifetimeSeconds"))
        captureSource = try reader.word("onboardingConfig.captureSource")
        replayGuard = try reader.word("onboardingConfig.replayGuard")
        portraitReuse = try reader.word("onboardingConfig.portraitReuse")
        frameTimes = try reader.word("onboardingConfig.frameTimes")
        requiresConsent = try reader.bool("onboardingConfig.requireConsent")
        requiresAuthenticity = try reader.bool("onboardingConfig.requireAuthenticity")
        recordsEnrollmentVideo = try reader.bool("onboardingConfig.recordEnrollmentVideo")
        retention = RetentionPolicy(
            registrationsInDays: try reader.integer("onboardingConfig.registrationRetentionDays"),
            failedInDays: try reader.integer("onboardingConfig.failedRetentionDays"),
            biometricsInDays: try reader.integer("onboardingConfig.biometricRetentionDays"),
            documentsInDays: try reader.integer("onboardingConfig.documentRetentionDays"),
            trailInDays: try reader.integer("onboardingConfig.trailRetentionDays"))
        reportsDemographics = try reader.bool("onboardingConfig.reportDemographics")
        privacyNotice = PrivacyNotice(
            contact: try reader.text("onboardingConfig.privacyContact"),
            purposes: try reader.text("onboardingConfig.privacyPurposes"),
            recipients: try reader.text("onboardingConfig.privacyRecipients"))
        sampleWebIsEnabled = try reader.bool("onboardingConfig.sampleWebRoutes.enabled")
        sampleWebOrigins = Set(try reader.words("onboardingConfig.sampleWebRoutes.origins"))
    }

    /// Typed look-ups, each of a value that the row of its key allows. They name the key of any other value.
    private struct Reader {
        let document: JSONValue

        func bool(_ name: String) throws(ConfigurationValidationError) -> Bool {
            guard case .bool(let flag) = try value(name) else { throw ConfigurationValidationError(key: name) }
            return flag
        }

        func number(_ name: String) throws(ConfigurationValidationError) -> Double {
            guard case .number(let number) = try value(name) else { throw ConfigurationValidationError(key: name) }
            return number
        }

        func integer(_ name: String) throws(ConfigurationValidationError) -> Int {
            guard let integer = Int(exactly: try number(name)) else { throw ConfigurationValidationError(key: name) }
            return integer
        }

        func level(_ name: String) throws(ConfigurationValidationError) -> Workflow.SecurityLevel {
            guard let level = Workflow.SecurityLevel(rawValue: try integer(name)) else {
                throw ConfigurationValidationError(key: name)
            }
            return level
        }

        func word<Word: RawRepresentable<String>>(_ name: String) throws(ConfigurationValidationError) -> Word {
            guard case .string(let text) = try value(name), let word = Word(rawValue: text) else {
                throw ConfigurationValidationError(key: name)
            }
            return word
        }

        /// Nil for an empty one.
        func text(_ name: String) throws(ConfigurationValidationError) -> String? {
            guard case .string(let text) = try value(name) else { throw ConfigurationValidationError(key: name) }
            return text.isEmpty ? nil : text
        }

        func words<Word: RawRepresentable<String>>(_ name: String) throws(ConfigurationValidationError) -> [Word] {
            guard case .array(let elements) = try value(name) else { throw ConfigurationValidationError(key: name) }
            var words: [Word] = []
            for element in elements {
                guard case .string(let text) = element, let word = Word(rawValue: text) else {
                    throw ConfigurationValidationError(key: name)
                }
                words.append(word)
            }
            return words
        }

        private func value(_ name: String) throws(ConfigurationValidationError) -> JSONValue {
            guard let key = ConfigurationTable.key(name) else { throw ConfigurationValidationError(key: name) }
            return try key.value(in: document)
        }
    }
}
