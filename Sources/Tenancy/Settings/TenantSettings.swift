package import FaceEngine
package import LivenessScorer
package import OnboardingCore
package import OnboardingJSON
package import OnboardingCrypto

/// A tenant's configuration as the program reads it; `ConfigurationTable` says what each key does.
package struct TenantSettings: Equatable, Sendable {
    package enum ReplayGuard: String, CaseIterable, Sendable {
        case off
        /// No frame of another enrollment, byte by byte.
        case exact
        /// Nor a capture of another enrollment that was changed.
        case near
    }

    /// What happens where the live face may be the photograph of the document's portrait. Where it certainly is, every tenant
    /// refuses it.
    package enum PortraitReuse: String, CaseIterable, Sendable {
        /// The face has to be captured again.
        case refuse
        /// The evidence says so, and nothing else happens.
        case note
    }

    /// What a portal begins for somebody who is registered.
    package enum FinishedUsername: String, CaseIterable, Sendable {
        case refuse, authenticate, reEnroll
    }

    /// Which phone goes on with a session.
    package enum SessionBinding: String, CaseIterable, Sendable {
        /// The first that validates it, which its bearers or its key show.
        case lineage
        /// Any that has the session token.
        case off
    }

    package enum FrameTimes: String, CaseIterable, Sendable {
        /// The order and the spacing of frames count; the phone's clock does not.
        case relative
        /// Frames must also have been taken during the enrollment ± 120 s.
        case strict
    }

    /// What becomes of somebody who enrolls twice.
    package enum DuplicatePolicy: String, CaseIterable, Sendable {
        /// The tenant's operators are told.
        case report
        /// Nobody is registered twice.
        case refuse
    }

    /// How the face of whoever enrolls is looked for among the tenant's registrations.
    package struct DuplicateSettings: Equatable, Sendable {
        package var policy: DuplicatePolicy
        /// As `MatchConfidence`. The threshold is never lower than the number of registrations asks for.
        package var leastPercent: Double
    }

    var requiredChecks: [RequiredCheck]
    /// Nil where nobody is looked for, which every tenant begins with.
    package var duplicates: DuplicateSettings?
    /// Whether a match may be asked for less than `MatchThreshold.leastUsual`.
    var allowsLowMatchThresholds: Bool
    /// −log10 of the false match rate at which a printed portrait matches the live face.
    package var portraitMatchThreshold: Double
    package var acceptedPackageForms: Set<PackageForm>
    package var allowStillPackages: Bool
    package var allowedWorkflows: Set<Workflow.Family>
    package var minimumLivenessLevel: Workflow.SecurityLevel
    package var tokenSigningAlgorithm: TokenAlgorithm
    /// When the face step asks for a challenge.
    var faceWorkflow: FaceWorkflow
    package var challengeKind: FaceChallenge.Kind
    /// Captures without an answer, until `activeAfterDoubt` asks for one.
    var maximumPassiveCaptures: Int
    var maximumFaceAttempts: Int
    package var maximumDocumentAttempts: Int
    var authenticationChecks: [AuthenticationCheck]
    package var reenrollmentChecks: [AuthenticationCheck]
    /// Whether a face that matches well beside a device that signed leaves a further template.
    package var keepsReferenceSamples: Bool
    /// Of an authentication, and of all of a registration together within `lockInSeconds`.
    package var maximumAuthenticationAttempts: Int
    package var lockInSeconds: Int64
    package var authenticationLifetimeInSeconds: Int64
    /// Open devices of a registration.
    package var maximumDevices: Int
    package var requiresDeviceKeys: Bool
    /// −log10 of the false match rate at which a live face matches those of a registration.
    package var faceMatchThreshold: Double
    /// The same of an image that the tenant's client hands in, beside a user's faces.
    package var userMatchThreshold: Double
    package var finishedUsername: FinishedUsername
    package var recordsAuthenticationVideo: Bool
    package var recordsReEnrollmentVideo: Bool
    package var sessionLifetimeInSeconds: Int64
    package var enrollmentLifetimeInSeconds: Int64
    /// Where the images of its captures come from; `rendered` in test tenants alone.
    package var captureSource: CaptureSource
    package var replayGuard: ReplayGuard
    package var portraitReuse: PortraitReuse
    package var frameTimes: FrameTimes
    package var requiresConsent: Bool
    package var requiresAuthenticity: Bool
    /// Whether an operator of the role admin has to have a second factor.
    var requiresAdminSecondFactor: Bool
    /// What takes two operators.
    package var fourEyes: Set<FourEyesAction>
    package var sessionBinding: SessionBinding
    package var recordsEnrollmentVideo: Bool
    /// Days after which the evidence of a failed, cancelled or expired enrollment is erased.
    /// As they are set; `retention(at:)` says which count.
    package var retention: RetentionPolicy
    /// Those that do not count yet.
    package var pendingRetention: PendingRetention
    package var evidenceQuota: EvidenceQuota
    package var fraudHold: FraudHoldPolicy
    /// Whether documents are opened to count persons by sex and age.
    package var reportsDemographics: Bool
    /// What the operator tells persons of their data.
    package var privacyNotice: PrivacyNotice
    package var messageLanguage: MessageLanguage
    /// Whether answers to a phone say how well something matched.
    package var phoneSeesScores: Bool
    package var sampleWebIsEnabled: Bool
    package var sampleWebOrigins: Set<WebOrigin>
    package var pages: PageSettings
    package var faceAttributes: FaceAttributeSettings
    /// Between which ages a live face has to look; nil where nothing is estimated.
    package var ageLimits: AgeLimits?
    /// Whom the tenant's operators sign in with; nil for nobody but this server.
    package var provider: ProviderSettings?

    /// Whether persons have to be told that their age is estimated.
    package var estimatesAge: Bool { ageLimits != nil }

    /// The policy of an enrollment that begins under these settings.
    package var policy: Policy {
        Policy(
            requiredChecks: requiredChecks, maximumFaceAttempts: maximumFaceAttempts,
            maximumDocumentAttempts: maximumDocumentAttempts, requiresConsent: requiresConsent,
            lifetimeInSeconds: enrollmentLifetimeInSeconds, faceWorkflow: faceWorkflow, challengeKind: challengeKind,
            maximumPassiveCaptures: maximumPassiveCaptures)
    }

    /// The policy of an authentication that begins under these settings.
    package func policy(for purpose: AuthenticationPurpose) -> AuthenticationPolicy {
        let asked = purpose == .authenticate ? authenticationChecks : reenrollmentChecks
        return AuthenticationPolicy(
            purpose: purpose,
            // A document of somebody who is not there to be compared with says nothing.
            requiredChecks: asked.contains(.addDocument) ? asked + [.verifyFace] : asked,
            maximumAttempts: maximumAuthenticationAttempts, lifetimeInSeconds: authenticationLifetimeInSeconds,
            faceWorkflow: faceWorkflow, challengeKind: challengeKind, maximumPassiveCaptures: maximumPassiveCaptures)
    }

}

/// What may be estimated of a face, and what for.
package struct FaceAttributeSettings: Equatable, Sendable {
    package var isEnabled: Bool
    package var fields: Set<FaceAttribute>
    /// In the tenant's own words; nil where it has not said.
    package var purpose: String?
    package var modelSet: AttributeModelSet
}

/// What an operator tells persons of their data, in its own words; nil where it has not said.
package struct PrivacyNotice: Equatable, Sendable {
    package var contact: String?
    package var purposes: String?
    package var recipients: String?
}

/// What the server's own pages say in the tenant's name; nil where it has not said.
package struct PageSettings: Equatable, Sendable {
    var displayName: String?
    /// The other way to prove who one is.
    package var alternative: LocalizedText
    /// Whether an image of the document may be uploaded.
    package var allowsGallery: Bool
    /// What is added to the text that persons agree to.
    package var consentText: LocalizedText
    package var consentVersion: String?
    /// Of what is read or pressed; nil for the pages' own.
    package var primaryColor: Color?
    /// Of what shows how far something has come; nil for the primary one.
    package var accentColor: Color?
    package var wording: PageWording
}

/// Texts of the pages in the tenant's own words; none where the pages' own count.
package struct PageWording: Equatable, Sendable {
    package var title: LocalizedText
    package var welcome: LocalizedText
    package var whatHappens: LocalizedText
    package var success: LocalizedText
    package var support: LocalizedText
    package var portal: LocalizedText
}

/// A configuration that has a value that is not allowed; names the key, never the value.
package struct ConfigurationValidationError: Error, Equatable {
    let key: String
}

extension TenantSettings {
    /// Reads a stored document. A key that it lacks counts as its row says.
    package init(_ stored: JSONValue) throws(ConfigurationValidationError) {
        let reader = Reader(document: CustomerConfiguration.filled(stored))
        var checks: [RequiredCheck] = []
        for check in RequiredCheck.allCases
        where try reader.bool("onboardingConfig.onboardingOptions.enrollment.\(check.rawValue)") {
            checks.append(check)
        }
        requiredChecks = checks
        duplicates = try reader.duplicates()
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
        authenticationChecks = try reader.checks("authentication")
        reenrollmentChecks = try reader.checks("reenrollment")
        keepsReferenceSamples = try reader.bool("onboardingConfig.onboardingOptions.authentication.keepSample")
        maximumAuthenticationAttempts = try reader.integer("onboardingConfig.maxAuthenticationAttempts")
        lockInSeconds = Int64(try reader.integer("onboardingConfig.authenticationLockSeconds"))
        authenticationLifetimeInSeconds = Int64(try reader.integer("onboardingConfig.authenticationLifetimeSeconds"))
        maximumDevices = try reader.integer("onboardingConfig.maxDeviceIds")
        requiresDeviceKeys = try reader.bool("onboardingConfig.requireDeviceKeys")
        faceMatchThreshold = try reader.number("onboardingConfig.faceMatchThreshold")
        userMatchThreshold = try reader.number("onboardingConfig.userMatchThreshold")
        finishedUsername = try reader.word("onboardingConfig.finishedUsername")
        recordsAuthenticationVideo = try reader.bool("onboardingConfig.recordAuthenticationVideo")
        recordsReEnrollmentVideo = try reader.bool("onboardingConfig.recordRenrollmentVideo")
        sessionLifetimeInSeconds = Int64(try reader.integer("onboardingConfig.sessionLifetimeSeconds"))
        enrollmentLifetimeInSeconds = Int64(try reader.integer("onboardingConfig.enrollmentLifetimeSeconds"))
        captureSource = try reader.word("onboardingConfig.captureSource")
        replayGuard = try reader.word("onboardingConfig.replayGuard")
        portraitReuse = try reader.word("onboardingConfig.portraitReuse")
        frameTimes = try reader.word("onboardingConfig.frameTimes")
        requiresConsent = try reader.bool("onboardingConfig.requireConsent")
        requiresAuthenticity = try reader.bool("onboardingConfig.requireAuthenticity")
        requiresAdminSecondFactor = try reader.bool("onboardingConfig.requireAdminSecondFactor")
        fourEyes = Set(try reader.words("onboardingConfig.fourEyes"))
        sessionBinding = try reader.word("onboardingConfig.sessionBinding")
        recordsEnrollmentVideo = try reader.bool("onboardingConfig.recordEnrollmentVideo")
        retention = RetentionPolicy(
            registrationsInDays: try reader.integer("onboardingConfig.registrationRetentionDays"),
            failedInDays: try reader.integer("onboardingConfig.failedRetentionDays"),
            biometricsInDays: try reader.integer("onboardingConfig.biometricRetentionDays"),
            documentsInDays: try reader.integer("onboardingConfig.documentRetentionDays"),
            trailInDays: try reader.integer("onboardingConfig.trailRetentionDays"))
        pendingRetention = try PendingRetention(stored)
        evidenceQuota = EvidenceQuota(
            ofCaseInMegabytes: try reader.integer("onboardingConfig.caseEvidenceMegabytes"),
            ofTenantInMegabytes: try reader.integer("onboardingConfig.tenantEvidenceMegabytes"))
        fraudHold = FraudHoldPolicy(
            days: try reader.integer("onboardingConfig.fraudHoldDays"),
            ground: try reader.text("onboardingConfig.fraudHoldGround"))
        reportsDemographics = try reader.bool("onboardingConfig.reportDemographics")
        privacyNotice = PrivacyNotice(
            contact: try reader.text("onboardingConfig.privacyContact"),
            purposes: try reader.text("onboardingConfig.privacyPurposes"),
            recipients: try reader.text("onboardingConfig.privacyRecipients"))
        messageLanguage = try reader.word("onboardingConfig.messageLanguage")
        phoneSeesScores = try reader.bool("onboardingConfig.phoneSeesScores")
        sampleWebIsEnabled = try reader.bool("onboardingConfig.sampleWebRoutes.enabled")
        sampleWebOrigins = Set(try reader.words("onboardingConfig.sampleWebRoutes.origins"))
        pages = PageSettings(
            displayName: try reader.text("ui.displayName"), alternative: try reader.localizedText("ui.alternative"),
            allowsGallery: try reader.bool("ui.allowGallery"),
            consentText: try reader.localizedText("ui.consentText"),
            consentVersion: try reader.text("ui.consentVersion"),
            primaryColor: try reader.color("ui.primaryColor"), accentColor: try reader.color("ui.accentColor"),
            wording: PageWording(
                title: try reader.localizedText("ui.wording.title"),
                welcome: try reader.localizedText("ui.wording.welcome"),
                whatHappens: try reader.localizedText("ui.wording.whatHappens"),
                success: try reader.localizedText("ui.wording.success"),
                support: try reader.localizedText("ui.wording.support"),
                portal: try reader.localizedText("ui.wording.portal")))
        faceAttributes = FaceAttributeSettings(
            isEnabled: try reader.bool("faceAttributes.enabled"),
            fields: Set(try reader.words("faceAttributes.fields")), purpose: try reader.text("faceAttributes.purpose"),
            modelSet: try reader.word("faceAttributes.modelSet"))
        _ = (try reader.text("faceAttributes.emotionReason"), try reader.text("faceAttributes.categoryReason"))
        ageLimits = try reader.ageLimits()
        provider = try reader.provider()
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

        /// The checks that one of the flows of whoever comes back has a switch for, and that are on.
        func checks(_ flow: String) throws(ConfigurationValidationError) -> [AuthenticationCheck] {
            var checks: [AuthenticationCheck] = []
            for check in AuthenticationCheck.allCases {
                let name = "onboardingConfig.onboardingOptions.\(flow).\(check.rawValue)"
                if ConfigurationTable.key(name) != nil, try bool(name) { checks.append(check) }
            }
            return checks
        }

        /// Nil for an empty one.
        func text(_ name: String) throws(ConfigurationValidationError) -> String? {
            guard case .string(let text) = try value(name) else { throw ConfigurationValidationError(key: name) }
            return text.isEmpty ? nil : text
        }

        func localizedText(_ name: String) throws(ConfigurationValidationError) -> LocalizedText {
            guard let text = LocalizedText(try value(name)) else { throw ConfigurationValidationError(key: name) }
            return text
        }

        /// Nil for an empty one.
        func color(_ name: String) throws(ConfigurationValidationError) -> Color? {
            try text(name).flatMap(Color.init)
        }

        /// Every key is read, as of a provider.
        func ageLimits() throws(ConfigurationValidationError) -> AgeLimits? {
            let key = "onboardingConfig.onboardingOptions.enrollment.ageEstimation."
            let limits = AgeLimits(
                minAge: try number(key + "minAge"), maxAge: try number(key + "maxAge"),
                minTolerance: try number(key + "minTolerance"), maxTolerance: try number(key + "maxTolerance"))
            return try bool(key + "enabled") ? limits : nil
        }

        /// Every key is read, also where there is no provider: a value that is not allowed is found when it is there.
        func provider() throws(ConfigurationValidationError) -> ProviderSettings? {
            let (issuer, clientID, _) = (
                try text("oidc.issuer"), try text("oidc.clientId"), try text("oidc.clientSecret")
            )
            let (roleClaim, isRequired) = (try text("oidc.roleClaim"), try bool("oidc.required"))
            guard let roles = ProviderRole.all(in: try value("oidc.roleMap")) else {
                throw ConfigurationValidationError(key: "oidc.roleMap")
            }
            guard let issuer, let clientID, let roleClaim else { return nil }
            return ProviderSettings(
                issuer: issuer, clientID: clientID, roleClaim: roleClaim, roles: roles, isRequired: isRequired)
        }

        /// Every key is read, also where nobody is looked for.
        func duplicates() throws(ConfigurationValidationError) -> DuplicateSettings? {
            let group = "onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment."
            let isWanted = try bool(group + "enabled")
            let settings = DuplicateSettings(
                policy: try word("onboardingConfig.duplicateEnrollment"),
                leastPercent: try number(group + "matchThreshold"))
            return isWanted ? settings : nil
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
