internal import OnboardingCore
internal import OnboardingJSON
package import OnboardingCrypto

/// What a tenant's configuration says, typed: the one reading of the documented keys (decisions 13).
package struct TenantSettings: Equatable, Sendable {
    enum ReplayGuard: String, Sendable {
        case off, exact
    }

    enum FrameTimes: String, Sendable {
        /// Order and spacing are judged; the phone's clock is not.
        case relative
        /// Times must also lie within the life of the enrollment ± 120 s.
        case strict
    }

    var requiredChecks: [RequiredCheck]
    /// −log10 of the false match rate at which a printed portrait is taken for the live face.
    var portraitMatchThreshold: Double
    var acceptedPackageForms: Set<PackageForm>
    var allowStillPackages: Bool
    var allowedWorkflows: Set<Workflow.Family>
    var minimumLivenessLevel: Workflow.SecurityLevel
    package var tokenSigningAlgorithm: TokenAlgorithm
    var maximumFaceAttempts: Int
    var maximumDocumentAttempts: Int
    var sessionLifetimeInSeconds: Int64
    var enrollmentLifetimeInSeconds: Int64
    var replayGuard: ReplayGuard
    var frameTimes: FrameTimes
    var requiresConsent: Bool
    var requiresAuthenticity: Bool
    var recordsEnrollmentVideo: Bool
    /// Days after which what is kept of a failed, cancelled or expired enrollment is erased.
    var failedRetentionInDays: Int
    package var sampleWebIsEnabled: Bool
    package var sampleWebOrigins: Set<WebOrigin>

    /// What an enrollment begun under these settings is held to.
    var policy: Policy {
        Policy(
            requiredChecks: requiredChecks, maximumFaceAttempts: maximumFaceAttempts,
            maximumDocumentAttempts: maximumDocumentAttempts, requiresConsent: requiresConsent,
            lifetimeInSeconds: enrollmentLifetimeInSeconds)
    }
}

/// A configuration that says something which is not allowed; names the key, never the value.
struct ConfigurationValidationError: Error, Equatable {
    let key: String
}

extension TenantSettings {
    /// Reads a configuration document. Every key must be there: documents begin as `CustomerConfiguration.initial` and
    /// are changed by merging.
    init(_ document: JSONValue) throws(ConfigurationValidationError) {
        let reader = Reader(document: document)
        var checks: [RequiredCheck] = []
        for check in RequiredCheck.allCases
        where try reader.bool("onboardingConfig", "onboardingOptions", "enrollment", check.rawValue) {
            checks.append(check)
        }
        requiredChecks = checks
        portraitMatchThreshold = try reader.number("onboardingConfig", "ocrPortraitSelfieMatchThreshold", in: 0...12)
        acceptedPackageForms = try reader.someWords("onboardingConfig", "acceptedPackageForms")
        allowStillPackages = try reader.bool("onboardingConfig", "allowStillPackages")
        allowedWorkflows = try reader.someWords("onboardingConfig", "allowedWorkflows")
        let level = try reader.integer("onboardingConfig", "minimumLivenessLevel", in: 2...6)
        guard let minimumLevel = Workflow.SecurityLevel(rawValue: level) else {
            throw ConfigurationValidationError(key: "minimumLivenessLevel")
        }
        minimumLivenessLevel = minimumLevel
        tokenSigningAlgorithm = try reader.word("onboardingConfig", "tokenSigningAlgorithm")
        maximumFaceAttempts = try reader.integer("onboardingConfig", "maxFaceAttempts", in: 1...100)
        maximumDocumentAttempts = try reader.integer("onboardingConfig", "maxDocumentAttempts", in: 1...100)
        sessionLifetimeInSeconds = Int64(
            try reader.integer("onboardingConfig", "sessionLifetimeSeconds", in: 1...86_400))
        enrollmentLifetimeInSeconds =
            Int64(try reader.integer("onboardingConfig", "enrollmentLifetimeSeconds", in: 1...604_800))
        replayGuard = try reader.word("onboardingConfig", "replayGuard")
        frameTimes = try reader.word("onboardingConfig", "frameTimes")
        requiresConsent = try reader.bool("onboardingConfig", "requireConsent")
        requiresAuthenticity = try reader.bool("onboardingConfig", "requireAuthenticity")
        recordsEnrollmentVideo = try reader.bool("onboardingConfig", "recordEnrollmentVideo")
        failedRetentionInDays = try reader.integer("onboardingConfig", "failedRetentionDays", in: 0...3650)
        sampleWebIsEnabled = try reader.bool("onboardingConfig", "sampleWebRoutes", "enabled")
        sampleWebOrigins = Set(try reader.words("onboardingConfig", "sampleWebRoutes", "origins"))
    }

    /// Typed look-ups that name the key which is missing or wrong.
    private struct Reader {
        let document: JSONValue

        func bool(_ path: String...) throws(ConfigurationValidationError) -> Bool {
            guard case .bool(let value)? = document.value(at: path) else { throw objection(path) }
            return value
        }

        func number(_ path: String..., in range: ClosedRange<Double>) throws(ConfigurationValidationError) -> Double {
            guard case .number(let value)? = document.value(at: path), range.contains(value) else {
                throw objection(path)
            }
            return value
        }

        func integer(_ path: String..., in range: ClosedRange<Int>) throws(ConfigurationValidationError) -> Int {
            guard case .number(let value)? = document.value(at: path), let whole = Int(exactly: value),
                range.contains(whole)
            else { throw objection(path) }
            return whole
        }

        func word<Word: RawRepresentable<String>>(_ path: String...) throws(ConfigurationValidationError) -> Word {
            guard case .string(let text)? = document.value(at: path), let word = Word(rawValue: text) else {
                throw objection(path)
            }
            return word
        }

        func words<Word: RawRepresentable<String>>(_ path: String...) throws(ConfigurationValidationError) -> [Word] {
            try words(at: path)
        }

        /// At least one.
        func someWords<Word: RawRepresentable<String> & Hashable>(
            _ path: String...
        ) throws(ConfigurationValidationError) -> Set<Word> {
            let words: [Word] = try words(at: path)
            if words.isEmpty { throw objection(path) }
            return Set(words)
        }

        private func words<Word: RawRepresentable<String>>(at path: [String]) throws(ConfigurationValidationError)
            -> [Word]
        {
            guard case .array(let elements)? = document.value(at: path) else { throw objection(path) }
            var words: [Word] = []
            for element in elements {
                guard case .string(let text) = element, let word = Word(rawValue: text) else { throw objection(path) }
                words.append(word)
            }
            return words
        }

        private func objection(_ path: [String]) -> ConfigurationValidationError {
            ConfigurationValidationError(key: path.joined(separator: "."))
        }
    }
}
