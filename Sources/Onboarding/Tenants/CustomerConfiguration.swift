internal import OnboardingJSON
internal import OnboardingCrypto

/// The configuration document of a tenant as customerConfig shows it.
enum CustomerConfiguration {
    /// How a tenant begins.
    enum Profile: String, CaseIterable, Sendable {
        /// Takes all package forms but PKCS#1 v1.5 and asks for no consent, so that existing clients work.
        case compatible
        /// Takes form 2 alone, signs ES256, asks for consent and authenticity (decisions 13).
        case strict
    }

    /// Shown, never stored.
    static let readOnly: [String: JSONValue] = [
        // What the vendor's clients ask for; it changes with the wire, not with the build.
        "serviceVersion": .string("1.0.5"),
        // Our tenants have no contract that ends; clients want a date.
        "expirationTime": .string("9999-12-31T23:59:59.000Z"),
    ]

    /// A stored document as a client sees it.
    static func shown(_ document: JSONValue) -> JSONValue { document.merged(with: .object(readOnly)) }

    static func initial(_ profile: Profile) -> JSONValue {
        let isStrict = profile == .strict
        let forms: [PackageForm] = isStrict ? [.v2] : [.plain, .oaepSHA256CBC, .oaepSHA1CBC, .v2]
        let threshold = isStrict ? 4.0 : 2.0
        let chipThreshold = isStrict ? 4.0 : 3.0
        return .object([
            "onboardingConfig": .object([
                "onboardingOptions": .object([
                    "enrollment": .object([
                        "addDevice": .bool(true), "addFace": .bool(true), "addDocument": .bool(true),
                        "addVoice": .bool(false), "addPIN": .bool(false), "checkDeviceSecurity": .bool(false),
                        "icaoVerification": .string("DISABLED"),
                        "ageEstimation": .object([
                            "enabled": .bool(false), "minAge": .number(1), "maxAge": .number(111),
                            "minTolerance": .number(1), "maxTolerance": .number(1),
                        ]),
                        "checkDuplicateEnrollment": .object([
                            "enabled": .bool(false), "matchThreshold": .number(90),
                        ]),
                    ]),
                    "authentication": .object([
                        "verifyFace": .bool(true), "verifyDevice": .bool(false), "verifyVoice": .bool(false),
                    ]),
                    "reenrollment": .object(["verifyFace": .bool(true)]),
                    "document": .object(["rfid": .string("DISABLED")]),
                ]),
                "maxDeviceIds": .number(5),
                "maxAuthenticationAttempts": .number(4),
                "saveToSubjectManager": .bool(false),
                "recordEnrollmentVideo": .bool(false),
                "recordAuthenticationVideo": .bool(false),
                "recordRenrollmentVideo": .bool(false),
                "ocrPortraitSelfieMatchThreshold": .number(threshold),
                "rfidPortraitSelfieMatchThreshold": .number(chipThreshold),
                "acceptedPackageForms": .array(forms.map { .string($0.rawValue) }),
                "allowStillPackages": .bool(false),
                "tokenSigningAlgorithm": .string(isStrict ? "ES256" : "RS256"),
                "minimumLivenessLevel": .number(2),
                "maxFaceAttempts": .number(5),
                "maxDocumentAttempts": .number(5),
                "sessionLifetimeSeconds": .number(600),
                "enrollmentLifetimeSeconds": .number(3600),
                "replayGuard": .string("exact"),
                "frameTimes": .string("relative"),
                "requireConsent": .bool(isStrict),
                "requireAuthenticity": .bool(isStrict),
                "allowedWorkflows": .array([.string("charlie"), .string("delta"), .string("foxtrot")]),
                "failedRetentionDays": .number(30),
                "sampleWebRoutes": .object(["enabled": .bool(false), "origins": .array([])]),
            ]),
            "documentVerificationConfig": .object([
                "ocrPortraitSelfieMatchThreshold": .string(isStrict ? "4.0" : "2.0"),
                "rfidPortraitSelfieMatchThreshold": .string(isStrict ? "4.0" : "3"),
            ]),
        ])
    }
}
