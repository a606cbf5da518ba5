/// The tenant's settings. Whatever decides whether captures are taken, and what they cost, is written out, so that another
/// default of new tenants changes nothing.
struct BenchmarkSettings: Sendable {
    /// Whether a few stills are taken for a living face.
    var permitsStills = false
    /// Whether each face is looked for among the registrations, and whoever enrolls twice is reported.
    var looksForDuplicates = false

    /// A change for `tenant configure`. The guard is off because the same captures are sent again and again.
    var json: String {
        """
        {"onboardingConfig":{"captureSource":"rendered","replayGuard":"off","faceWorkflow":"passive",\
        "allowStillPackages":\(permitsStills),"minimumLivenessLevel":2,"maxFaceAttempts":5,"maxDocumentAttempts":5,\
        "acceptedPackageForms":["v2"],"allowedWorkflows":["charlie"],"frameTimes":"relative","portraitReuse":"refuse",\
        "ocrPortraitSelfieMatchThreshold":3,"requireConsent":false,"requireDeviceKeys":false,"requireAuthenticity":false,\
        "finishedUsername":"refuse","duplicateEnrollment":"report","tokenSigningAlgorithm":"RS256",\
        "sessionLifetimeSeconds":3600,"enrollmentLifetimeSeconds":3600,"onboardingOptions":{"enrollment":{\
        "addDevice":true,"addFace":true,"addDocument":true,"ageEstimation":{"enabled":false},\
        "checkDuplicateEnrollment":{"enabled":\(looksForDuplicates)}}}}}
        """
    }
}
