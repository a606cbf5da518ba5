internal import Tenancy

/// A part of the configuration page: keys that are thought of together, whatever group of the document they stand in.
enum ConfigurationSection: String, CaseIterable, Sendable {
    case checks, faces, documents, attempts, returning, duplicates, persons, attributes, pages, access, provider
    case retention, further, unread

    init(of key: ConfigurationKey) {
        let name = key.path.last ?? ""
        if !key.isServed {
            self = .unread
        } else if key.path.contains("ageEstimation") || key.path.first == "faceAttributes" {
            self = .attributes
        } else if key.path.contains("checkDuplicateEnrollment") || name == "duplicateEnrollment" {
            self = .duplicates
        } else if key.name.contains(".onboardingOptions.enrollment.") {
            self = .checks
        } else if key.path.contains("authentication") || key.path.contains("reenrollment")
            || Self.returningKeys.contains(name)
        {
            self = .returning
        } else if key.path.first == "ui" {
            self = .pages
        } else if key.path.first == "oidc" {
            self = .provider
        } else if name.hasSuffix("RetentionDays") {
            self = .retention
        } else if key.name.contains(".sampleWebRoutes.") || Self.accessKeys.contains(name) {
            self = .access
        } else if Self.faceKeys.contains(name) {
            self = .faces
        } else if Self.documentKeys.contains(name) {
            self = .documents
        } else if Self.attemptKeys.contains(name) {
            self = .attempts
        } else if Self.personKeys.contains(name) {
            self = .persons
        } else {
            self = .further
        }
    }

    private static let faceKeys: Set = [
        "faceWorkflow", "challengeKind", "maxPassiveCaptures", "minimumLivenessLevel", "allowedWorkflows",
        "acceptedPackageForms", "allowStillPackages", "replayGuard", "frameTimes", "captureSource",
        "recordEnrollmentVideo",
    ]
    private static let documentKeys: Set = [
        "faceMatchThreshold", "userMatchThreshold", "ocrPortraitSelfieMatchThreshold", "allowLowMatchThresholds",
        "portraitReuse", "requireAuthenticity",
    ]
    private static let attemptKeys: Set = [
        "maxFaceAttempts", "maxDocumentAttempts", "sessionLifetimeSeconds", "enrollmentLifetimeSeconds",
        "caseEvidenceMegabytes", "tenantEvidenceMegabytes", "sessionBinding",
    ]
    private static let returningKeys: Set = [
        "finishedUsername", "maxAuthenticationAttempts", "authenticationLockSeconds", "authenticationLifetimeSeconds",
        "maxDeviceIds", "requireDeviceKeys", "recordAuthenticationVideo", "recordRenrollmentVideo",
    ]
    private static let personKeys: Set = [
        "requireConsent", "privacyContact", "privacyPurposes", "privacyRecipients", "reportDemographics",
        "messageLanguage", "fraudHoldDays", "fraudHoldGround",
    ]
    private static let accessKeys: Set = [
        "tokenSigningAlgorithm", "requireAdminSecondFactor", "fourEyes", "phoneSeesScores",
    ]

    var keys: [ConfigurationKey] { ConfigurationStanding.keys.filter { ConfigurationSection(of: $0) == self } }

    /// Periods are changed where it is shown what they erase.
    var isEditable: Bool { self != .retention }
}
