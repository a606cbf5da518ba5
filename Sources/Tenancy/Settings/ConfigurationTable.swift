internal import FaceEngine
internal import LivenessScorer
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// The keys of a tenant's configuration, one row each. A new key is a row here, and a property of `TenantSettings` that
/// reads it.
package enum ConfigurationTable {
    /// The row of a name.
    package static func key(_ name: String) -> ConfigurationKey? { byName[name] }

    /// A group stands before its keys. The order is that of the documents, and in which a change is checked.
    static let keys = [
        ConfigurationKey(
            "serviceVersion", .text(format: nil), initially: .always(.string("1.0.5")), whenMissing: .compatible,
            since: "0.1", .shownOnly,
            "The version of the vendor's interface, which its clients ask for; it is not that of the server."),
        ConfigurationKey(
            "expirationTime", .text(format: "date-time"), initially: .always(.string("9999-12-31T23:59:59.000Z")),
            whenMissing: .compatible, since: "0.1", .shownOnly,
            "A date for clients that want one; no contract ends here."),
        ConfigurationKey(
            group: "onboardingConfig", since: "0.1", "What enrollments require and accept."),
        ConfigurationKey(
            group: "onboardingConfig.onboardingOptions", since: "0.1", "The checks of each flow."),
        ConfigurationKey(
            group: "onboardingConfig.sampleWebRoutes", since: "0.1",
            "The routes under `/{realm}/b2c-sample-web`, which web pages call."),
        ConfigurationKey(
            group: "documentVerificationConfig", since: "0.1",
            "The thresholds again, as existing clients write them; both places always say the same."),

        // Enrollment. A check that is missing is required: an enrollment must not get easier unnoticed.
        ConfigurationKey(
            group: "onboardingConfig.onboardingOptions.enrollment", since: "0.1",
            "At least one of addDevice, addFace and addDocument must be on."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.addDevice", .flag, initially: .always(.bool(true)),
            whenMissing: .strict, since: "0.1", .served, "Require a device."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.addFace", .flag, initially: .always(.bool(true)),
            whenMissing: .strict, since: "0.1", .served,
            "Require a live face. Needed by `verifyFace` of authentication and reenrollment."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.addDocument", .flag, initially: .always(.bool(true)),
            whenMissing: .strict, since: "0.1", .served, "Require an identity document."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.addVoice", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", blocked("addVoice"), "Require a voice."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.addPIN", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", blocked("addPIN"), "Require a PIN."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.checkDeviceSecurity", .flag,
            initially: .always(.bool(false)), whenMissing: .compatible, since: "0.1", blocked("checkDeviceSecurity"),
            "Check the security of the device."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.icaoVerification", .word(chipWords),
            initially: .always(.string("DISABLED")), whenMissing: .compatible, since: "0.1",
            .notServed(value: .string("MANDATORY"), refusal: "icaoVerification MANDATORY is not served yet"),
            "Verify the chip of the document. DISABLED where `addDocument` is off."),
        ConfigurationKey(
            group: "onboardingConfig.onboardingOptions.enrollment.ageEstimation", since: "0.1",
            "Limits on the age that the face shows at enrollment. Whoever comes back is held to none: their age was judged then."
        ),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.ageEstimation.enabled", .flag,
            initially: .always(.bool(false)), whenMissing: .compatible, since: "0.1", .served,
            "Estimate the age of a live face, and refuse one outside the range. Needs the model pack `attributes`: without it this "
                + "cannot be switched on, and where it is on no face is accepted. No evidence of an age: a tenth of all adults "
                + "are estimated more than 12 years off."
        ),
        // The widest range where a bound is missing: no other would fit every bound that is there.
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.ageEstimation.minAge", .number(0...150),
            initially: .always(.number(1)), whenMissing: .value(.number(0)), since: "0.1", .served,
            "The lowest age in years; not above `maxAge`."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.ageEstimation.maxAge", .number(0...150),
            initially: .always(.number(111)), whenMissing: .value(.number(150)), since: "0.1", .served,
            "The highest age in years."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.ageEstimation.minTolerance", .number(0...150),
            initially: .always(.number(1)), whenMissing: .compatible, since: "0.1", .served,
            "How many years below `minAge` an estimate may be."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.ageEstimation.maxTolerance", .number(0...150),
            initially: .always(.number(1)), whenMissing: .compatible, since: "0.1", .served,
            "How many years above `maxAge` an estimate may be."),
        ConfigurationKey(
            group: "onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment", since: "0.1",
            "The search for another registration of the same person."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment.enabled", .flag,
            initially: .always(.bool(false)), whenMissing: .compatible, since: "0.1", .served,
            "Search for the face of whoever enrolls among the tenant's registrations. `onboardingConfig.duplicateEnrollment` says "
                + "what becomes of a finding."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.enrollment.checkDuplicateEnrollment.matchThreshold", .number(0...100),
            initially: .always(.number(90)), whenMissing: .compatible, since: "0.1", .served,
            "How alike two faces have to be to be one person's, in percent: 100 · (1 − FMR^¼), so 90 is one pair of strangers in "
                + "10,000. The number of registrations asks for more as it grows; a lower value lowers nothing."),

        // What follows enrollment.
        ConfigurationKey(
            group: "onboardingConfig.onboardingOptions.authentication", since: "0.1", "The checks of an authentication."
        ),
        // A face is verified where one was enrolled; anything else would contradict `addFace` where that is off.
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.authentication.verifyFace", .flag, initially: .always(.bool(true)),
            whenMissing: .sameAs("onboardingConfig.onboardingOptions.enrollment.addFace"), since: "0.1", .served,
            "Verify the face. Needs `enrollment.addFace`. Of a tenant that asks for nothing else it is asked for all the same."
        ),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.authentication.verifyDevice", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", .served, "Verify the device. Needs `enrollment.addDevice`."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.authentication.addDocument", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", .served,
            "Ask for an identity document of the same person once more, after the other checks."),
        // What is added to a registration without having been asked for is added nowhere unnoticed.
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.authentication.keepSample", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", .served,
            "Keep a further template of a face that matched ten times better than it had to, beside a device that signed: faces age."
        ),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.authentication.verifyVoice", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", notMade("verifyVoice"), "Verify the voice."),
        ConfigurationKey(
            group: "onboardingConfig.onboardingOptions.reenrollment", since: "0.1", "The checks of a re-enrollment."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.reenrollment.verifyFace", .flag, initially: .always(.bool(true)),
            whenMissing: .sameAs("onboardingConfig.onboardingOptions.enrollment.addFace"), since: "0.1", .served,
            "Let a registered person add or replace a device, after their face was verified. Needs `enrollment.addFace`. Off, nobody can."
        ),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.reenrollment.addDocument", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", .served,
            "Ask for an identity document of the same person once more, after the face."),
        ConfigurationKey(
            group: "onboardingConfig.onboardingOptions.document", since: "0.1", "How documents are read."),
        ConfigurationKey(
            "onboardingConfig.onboardingOptions.document.rfid", .word(chipWords),
            initially: .always(.string("DISABLED")),
            whenMissing: .compatible, since: "0.1",
            .notServed(value: .string("MANDATORY"), refusal: "document.rfid MANDATORY is not served yet"),
            "Read the chip of the document."),
        ConfigurationKey(
            "onboardingConfig.maxDeviceIds", .wholeNumber(1...1000), initially: .always(.number(5)),
            whenMissing: .compatible, since: "0.1", .served, "How many devices a registration may have."),
        ConfigurationKey(
            "onboardingConfig.maxAuthenticationAttempts", .wholeNumber(1...1000), initially: .always(.number(4)),
            whenMissing: .compatible, since: "0.1", .served,
            "How many attempts may fail before an authentication does, and before the registration is locked."),
        ConfigurationKey(
            "onboardingConfig.authenticationLockSeconds", .wholeNumber(1...86_400), initially: .always(.number(900)),
            whenMissing: .compatible, since: "0.1", .served,
            "The time in which failed attempts count, and so for which a registration is locked: until the oldest of them counts no longer."
        ),
        ConfigurationKey(
            "onboardingConfig.authenticationLifetimeSeconds", .wholeNumber(1...86_400),
            initially: .always(.number(600)),
            whenMissing: .compatible, since: "0.1", .served,
            "How long an authentication or a re-enrollment may take, from its start on."),
        ConfigurationKey(
            "onboardingConfig.requireDeviceKeys", .flag,
            initially: .init(standard: .bool(false), compatible: .bool(false), strict: .bool(true)),
            whenMissing: .compatible, since: "0.1", .served,
            "Verify no device that has no key, and register none in a re-enrollment. Off, the identifier of such a device is enough, which whoever knows it can send."
        ),
        // Whose clients know no other answer get that one.
        ConfigurationKey(
            "onboardingConfig.finishedUsername", .word(of: TenantSettings.FinishedUsername.self),
            initially: .always(.string(TenantSettings.FinishedUsername.refuse.rawValue)), whenMissing: .compatible,
            since: "0.1", .served,
            "What `triggerEnroll` of a registered username begins: nothing, an authentication, or a re-enrollment."),
        // A face is compared with the person's own, which was as live, so fewer miss than beside a portrait.
        ConfigurationKey(
            "onboardingConfig.faceMatchThreshold", .number(3...12), initially: .always(.number(4)),
            whenMissing: .strict,
            since: "0.1", .served,
            "For the live face of somebody who comes back, beside the faces of the registration: −log10 of the share of strangers who match. At 4 one in ten thousand does."
        ),

        // Nobody judges whether a living person is before the camera, so at least as much is asked as of a login.
        ConfigurationKey(
            "onboardingConfig.userMatchThreshold", .number(3...12), initially: .always(.number(4)),
            whenMissing: .strict,
            since: "0.1", .served,
            "For users' images that the tenant's client hands in, as `faceMatchThreshold`."
        ),

        // Where a threshold is missing in one place, the other place says it. Where it is missing in both, the strict one
        // counts: a portrait of somebody else must not pass for want of a key.
        ConfigurationKey(
            "onboardingConfig.ocrPortraitSelfieMatchThreshold", .threshold(0...12),
            initially: .init(compatible: .number(3), strict: .number(4)),
            whenMissing: .sameAs("documentVerificationConfig.ocrPortraitSelfieMatchThreshold"), since: "0.1", .served,
            "For the printed portrait of a document."),
        ConfigurationKey(
            "onboardingConfig.rfidPortraitSelfieMatchThreshold", .threshold(0...12),
            initially: .init(compatible: .number(3), strict: .number(4)),
            whenMissing: .sameAs("documentVerificationConfig.rfidPortraitSelfieMatchThreshold"), since: "0.1", .kept,
            "For the portrait in the chip of a document."),
        ConfigurationKey(
            "documentVerificationConfig.ocrPortraitSelfieMatchThreshold", .threshold(0...12),
            initially: .init(compatible: .string("3.0"), strict: .string("4.0")),
            whenMissing: .sameAs("onboardingConfig.ocrPortraitSelfieMatchThreshold"), since: "0.1", .secondPlace,
            "The same as `onboardingConfig.ocrPortraitSelfieMatchThreshold`."),
        ConfigurationKey(
            "documentVerificationConfig.rfidPortraitSelfieMatchThreshold", .threshold(0...12),
            initially: .init(compatible: .string("3"), strict: .string("4.0")),
            whenMissing: .sameAs("onboardingConfig.rfidPortraitSelfieMatchThreshold"), since: "0.1", .secondPlace,
            "The same as `onboardingConfig.rfidPortraitSelfieMatchThreshold`."),

        ConfigurationKey(
            MatchThreshold.lowIsAllowed, .flag, initially: .always(.bool(false)), whenMissing: .strict, since: "0.1",
            .served,
            "Accept thresholds of a match below 3. At 2 one stranger in a hundred matches, and one in fifty women another woman; at 3 one in a thousand. Off, a lower one counts as 3."
        ),

        ConfigurationKey(
            "onboardingConfig.saveToSubjectManager", .flag, initially: .always(.bool(false)), whenMissing: .compatible,
            since: "0.1", .kept, "Store templates in the vendor's subject manager; they are stored here either way."),
        ConfigurationKey(
            "onboardingConfig.recordAuthenticationVideo", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible, since: "0.1", .served, "What authenticate answers as `recordVideo`."),
        ConfigurationKey(
            "onboardingConfig.recordRenrollmentVideo", .flag, initially: .always(.bool(false)),
            whenMissing: .compatible,
            since: "0.1", .served, "What enroll of a registered username answers as `recordVideo`."),
        ConfigurationKey(
            "onboardingConfig.recordEnrollmentVideo", .flag, initially: .always(.bool(false)), whenMissing: .compatible,
            since: "0.1", .served, "What enroll answers as `recordVideo`."),

        // Faces. A form that anybody can write or alter is taken only where somebody has said so.
        ConfigurationKey(
            "onboardingConfig.acceptedPackageForms", .words(of: PackageForm.self),
            initially: .init(
                standard: list([PackageForm.oaepSHA256CBC, .v2]),
                compatible: list([PackageForm.plain, .oaepSHA256CBC, .oaepSHA1CBC, .v2]),
                strict: list([PackageForm.v2])),
            whenMissing: .strict, since: "0.1", .served, "How face packages may be sealed."),
        ConfigurationKey(
            "onboardingConfig.allowStillPackages", .flag, initially: .always(.bool(false)), whenMissing: .strict,
            since: "0.1", .served, "Judge single images by quality and texture."),
        ConfigurationKey(
            "onboardingConfig.allowedWorkflows", .words(of: Workflow.Family.self),
            initially: .always(list([Workflow.Family.charlie, .delta, .hotel, .foxtrot])), whenMissing: .strict,
            since: "0.1",
            .served, "The families of workflows that a face package may name."),
        ConfigurationKey(
            "onboardingConfig.minimumLivenessLevel",
            .wholeNumberOf([Workflow.SecurityLevel.highUsability, .balanced, .highSecurity].map(\.rawValue)),
            initially: .always(.number(2)), whenMissing: .strict, since: "0.1", .served,
            "A package of a workflow with a lower level is judged at this one."),

        // The clients of an older tenant know no challenge.
        ConfigurationKey(
            "onboardingConfig.faceWorkflow", .word(of: FaceWorkflow.self),
            initially: .always(.string(FaceWorkflow.activeAfterDoubt.rawValue)),
            whenMissing: .value(.string(FaceWorkflow.passive.rawValue)), since: "0.1", .served,
            "When a capture of the face has to answer a challenge: never, always, or once passive captures led to no answer."
        ),
        ConfigurationKey(
            "onboardingConfig.challengeKind", .word(of: FaceChallenge.Kind.self),
            initially: .always(.string(FaceChallenge.Kind.movement.rawValue)), whenMissing: .compatible, since: "0.1",
            .served,
            "Movements, or colours of the screen. `light` is experimental: it was measured on rendered heads alone."),
        ConfigurationKey(
            "onboardingConfig.maxPassiveCaptures", .wholeNumber(1...20), initially: .always(.number(8)),
            whenMissing: .compatible, since: "0.1", .served,
            "How many captures without an answer there may be until `activeAfterDoubt` asks for a challenge."),

        ConfigurationKey(
            "onboardingConfig.captureSource", .word(of: CaptureSource.self),
            initially: .always(.string(CaptureSource.camera.rawValue)), whenMissing: .strict, since: "0.1", .served,
            "With `rendered`, for demonstration and in test tenants alone, faces that a computer sets in motion may be live; "
                + "records say so."),

        // Whoever photographs a QR code must not go on with what another phone has begun.
        ConfigurationKey(
            "onboardingConfig.sessionBinding", .word(of: TenantSettings.SessionBinding.self),
            initially: .always(.string(TenantSettings.SessionBinding.lineage.rawValue)), whenMissing: .compatible,
            since: "0.2", .served,
            "With `lineage` the first phone that validates a session has it: another bearer is given for the one before or for the "
                + "phone's key alone. With `off` whoever has the session token is given one."),

        // Both algorithms are safe, and a client that knows the one may not know the other.
        ConfigurationKey(
            "onboardingConfig.tokenSigningAlgorithm", .word(of: TokenAlgorithm.self),
            initially: .init(
                compatible: .string(TokenAlgorithm.rs256.rawValue), strict: .string(TokenAlgorithm.es256.rawValue)),
            whenMissing: .compatible, since: "0.1", .served,
            "The algorithm that signs the tenant's access and ID tokens."),

        ConfigurationKey(
            "onboardingConfig.maxFaceAttempts", .wholeNumber(1...100), initially: .always(.number(5)),
            whenMissing: .strict, since: "0.1", .served, "How many faces may fail before the enrollment does."),
        ConfigurationKey(
            "onboardingConfig.maxDocumentAttempts", .wholeNumber(1...100), initially: .always(.number(5)),
            whenMissing: .strict, since: "0.1", .served, "How many documents may fail before the enrollment does."),
        ConfigurationKey(
            "onboardingConfig.sessionLifetimeSeconds", .wholeNumber(1...86_400), initially: .always(.number(600)),
            whenMissing: .strict, since: "0.1", .served, "How long a session lasts, from trigger to enroll."),
        ConfigurationKey(
            "onboardingConfig.enrollmentLifetimeSeconds", .wholeNumber(1...604_800), initially: .always(.number(3600)),
            whenMissing: .strict, since: "0.1", .served, "How long an enrollment may take, from enroll on."),
        ConfigurationKey(
            "onboardingConfig.replayGuard", .word(of: TenantSettings.ReplayGuard.self),
            initially: .always(.string(TenantSettings.ReplayGuard.near.rawValue)), whenMissing: .strict, since: "0.1",
            .served,
            "With `exact` a frame that was accepted in another enrollment is refused, with `near` also a capture that was "
                + "accepted there and changed."),
        ConfigurationKey(
            "onboardingConfig.portraitReuse", .word(of: TenantSettings.PortraitReuse.self),
            initially: .always(.string(TenantSettings.PortraitReuse.refuse.rawValue)), whenMissing: .strict,
            since: "0.1",
            .served,
            "With `refuse` a live face that may be the photograph on the document has to be captured again; with `note`, for "
                + "badges that are made on the spot, this is only recorded. A certain reuse is refused either way."),
        // Refusing needs somebody who looks at what is found.
        ConfigurationKey(
            "onboardingConfig.duplicateEnrollment", .word(of: TenantSettings.DuplicatePolicy.self),
            initially: .always(.string(TenantSettings.DuplicatePolicy.report.rawValue)), whenMissing: .compatible,
            since: "0.1", .served,
            "What becomes of a face that `checkDuplicateEnrollment` finds among the registrations: with `report` the tenant's "
                + "operators are told, with `refuse` the enrollment also ends."),
        // `strict` would refuse every phone whose clock is wrong, which no profile asks for.
        ConfigurationKey(
            "onboardingConfig.frameTimes", .word(of: TenantSettings.FrameTimes.self),
            initially: .always(.string(TenantSettings.FrameTimes.relative.rawValue)), whenMissing: .compatible,
            since: "0.1", .served,
            "With `strict` every frame states its time, and was taken during the enrollment, give or take 120 s."),
        // The clients of an older tenant send no consent; to require one would refuse every enrollment.
        ConfigurationKey(
            "onboardingConfig.requireConsent", .flag,
            initially: .init(standard: .bool(false), compatible: .bool(false), strict: .bool(true)),
            whenMissing: .compatible, since: "0.1", .served, "Refuse a face or a document before consent was given."),
        // Nothing checks authenticity yet; to require it would refuse every document.
        ConfigurationKey(
            "onboardingConfig.requireAuthenticity", .flag,
            initially: .init(standard: .bool(false), compatible: .bool(false), strict: .bool(true)),
            whenMissing: .compatible, since: "0.1",
            .served,
            "Verify no document whose authenticity was not checked. As nothing checks it yet, no document is verified then."
        ),
        // A tenant that is older than the key has no operators yet.
        ConfigurationKey(
            "onboardingConfig.requireAdminSecondFactor", .flag,
            initially: .init(standard: .bool(false), compatible: .bool(false), strict: .bool(true)),
            whenMissing: .strict, since: "0.1",
            .served,
            "An operator of the role admin who has no second factor can do nothing but set one up."),
        ConfigurationKey(
            "onboardingConfig.fourEyes", .wordsOrNone(of: FourEyesAction.self), initially: .always(.array([])),
            whenMissing: .compatible, since: "0.2", .served,
            "What an operator only proposes, and a second one with the same right agrees to (`docs/operators.md`); clients are refused it. "
                + "A word that is added needs two such operators."),
        ConfigurationKey(
            "onboardingConfig.failedRetentionDays", .wholeNumber(0...3650), initially: .always(.number(30)),
            whenMissing: .compatible, since: "0.1", .served,
            "After how many days a failed, cancelled or expired enrollment is erased."),
        ConfigurationKey(
            "onboardingConfig.registrationRetentionDays", .wholeNumber(1...3650), initially: .always(.number(3650)),
            whenMissing: .compatible, since: "0.1", .served,
            "After how many days a registration is erased, with everything that is kept of it."),
        // What was measured stays, so that nobody needs the images to explain a decision; they serve to look again, and to
        // renew templates for another model.
        ConfigurationKey(
            "onboardingConfig.biometricRetentionDays", .wholeNumber(1...3650),
            initially: .init(standard: .number(180), compatible: .number(3650), strict: .number(90)),
            whenMissing: .compatible, since: "0.1",
            .served,
            "After how many days the images of a face are erased. What was measured in them and the template stay with the "
                + "enrollment; without its images a template cannot be renewed for another model."),
        ConfigurationKey(
            "onboardingConfig.documentRetentionDays", .wholeNumber(1...3650), initially: .always(.number(3650)),
            whenMissing: .compatible, since: "0.1", .served,
            "After how many days the images of a document and what was read of it are erased. The decision and its scores stay "
                + "with the enrollment."),
        ConfigurationKey(
            "onboardingConfig.trailRetentionDays", .wholeNumber(1...3650),
            initially: .init(standard: .number(90), compatible: .number(3650), strict: .number(3650)),
            whenMissing: .compatible, since: "0.1", .served,
            "After how many days an entry of the audit trail no longer tells who did what; that there was one stays."),
        // Twenty captures of each step, and room for a phone's large images.
        ConfigurationKey(
            "onboardingConfig.caseEvidenceMegabytes", .wholeNumber(1...10_000), initially: .always(.number(60)),
            whenMissing: .compatible, since: "0.2", .served,
            "How many megabytes the evidence of one enrollment may take. Of captures that are refused beyond it small copies are "
                + "kept, with everything that was measured."),
        ConfigurationKey(
            "onboardingConfig.tenantEvidenceMegabytes", .wholeNumber(0...100_000_000), initially: .always(.number(0)),
            whenMissing: .compatible, since: "0.2", .served,
            "The same for all evidence of the tenant; 0 for no bound."),
        // Without it an attack erases its own traces.
        ConfigurationKey(
            "onboardingConfig.fraudHoldDays", .wholeNumber(0...3650), initially: .always(.number(30)),
            whenMissing: .compatible, since: "0.2", .served,
            "For how many days the evidence of captures that were judged attacks stays locked away after the person has withdrawn "
                + "their consent, and digests of the images that were seen; 0 for none."),
        ConfigurationKey(
            "onboardingConfig.fraudHoldGround", .boundedText(Limit.privacyText.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.2", .served,
            "The legal ground of that, in the tenant's own words; it stands in what persons are given of their data."),
        // What an operator has not stated is not stated for them.
        ConfigurationKey(
            "onboardingConfig.privacyContact", .boundedText(Limit.privacyText.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "Whom a person asks about their data, as an export of what is kept of them says it: a name, an address."),
        ConfigurationKey(
            "onboardingConfig.privacyPurposes", .boundedText(Limit.privacyText.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "What the data are processed for and on which legal basis, as an export says it."),
        ConfigurationKey(
            "onboardingConfig.privacyRecipients", .boundedText(Limit.privacyText.value),
            initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "Who is given the data, as an export says it beside the webhooks and readings that the server knows of."),
        ConfigurationKey(
            "onboardingConfig.messageLanguage", .word(of: MessageLanguage.self),
            initially: .always(.string(MessageLanguage.english.rawValue)), whenMissing: .compatible, since: "0.1",
            .served, "The language of messages to persons."),
        // Apps of tenants from before it read them.
        ConfigurationKey(
            "onboardingConfig.phoneSeesScores", .flag, initially: .always(.bool(false)),
            whenMissing: .value(.bool(true)), since: "0.2", .served,
            "Tell a phone the scores of its captures (`score`, `score_frr`, `algorithm_results`, `matchScore`). A client of the tenant "
                + "is told them always."),
        ConfigurationKey(
            "onboardingConfig.reportDemographics", .flag, initially: .always(.bool(false)), whenMissing: .strict,
            since: "0.1", .served,
            "Count in the monthly report who registered and who was refused by sex and age as their documents say. Small counts "
                + "are withheld, and the audit trail tells how many documents were opened."),
        ConfigurationKey(
            "onboardingConfig.sampleWebRoutes.enabled", .flag, initially: .always(.bool(false)), whenMissing: .strict,
            since: "0.1", .served, "Serve these routes for this tenant."),
        ConfigurationKey(
            "onboardingConfig.sampleWebRoutes.origins", .origins, initially: .always(.array([])), whenMissing: .strict,
            since: "0.1", .served,
            "Whose pages may call, as browsers write it: `https://shop.example.org`; `*` and paths are refused."),

        ConfigurationKey(
            group: "ui", since: "0.1",
            "What the server's own pages say in the tenant's name. A text is the same for everybody, or an object of texts by "
                + "language: `{\"en\": …, \"de\": …}`."),
        ConfigurationKey(
            "ui.displayName", .boundedText(Limit.displayName.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served, "What persons know the tenant as; empty, its name."),
        ConfigurationKey(
            "ui.alternative", .localizedText(Limit.pageText.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "The other way to prove who one is, for whoever does not want to or cannot show face and document to a camera."
        ),
        // A photograph of a document that was taken elsewhere is easier to come by than the document.
        ConfigurationKey(
            "ui.allowGallery", .flag, initially: .always(.bool(false)), whenMissing: .strict, since: "0.1", .served,
            "Offer to upload an image of the document where no camera is found. Never of the face."),
        ConfigurationKey(
            "ui.consentText", .localizedText(Limit.pageText.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "What is added to the text that the capture page asks consent to; an empty line begins a paragraph."),
        ConfigurationKey(
            "ui.consentVersion", .consentVersion, initially: .always(.string("")), whenMissing: .compatible,
            since: "0.1", .served,
            "The `textVersion` of consents that the capture page is given; empty, the beginning of the text's SHA-256."),
        ConfigurationKey(
            "ui.primaryColor", .color(.text), initially: .always(.string("")), whenMissing: .compatible, since: "0.1",
            .served,
            "The colour of links and buttons, `#rrggbb`; empty, the pages' own. One that is not read on the pages' light "
                + "backgrounds (4.5:1) is refused; in the dark scheme its hue is brightened until it is read."),
        ConfigurationKey(
            "ui.accentColor", .color(.sign), initially: .always(.string("")), whenMissing: .compatible, since: "0.1",
            .served,
            "The colour of what shows how far something has come, `#rrggbb`; empty, the same as `ui.primaryColor`. Needs 3:1."
        ),
        ConfigurationKey(
            group: "ui.wording", since: "0.1",
            "Texts of the pages that a tenant may say in its own words; an empty one is the pages' own. `{tenant}` stands for "
                + "the tenant's name."),
        ConfigurationKey(
            "ui.wording.title", .localizedText(Limit.displayName.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served, "The title of the capture page and of its first screen."),
        ConfigurationKey(
            "ui.wording.welcome", .localizedText(Limit.wording.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served, "The sentence below it: who asks, and for what."),
        ConfigurationKey(
            "ui.wording.whatHappens", .localizedText(Limit.wording.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "What is said before the list of what will happen, which stays."),
        ConfigurationKey(
            "ui.wording.success", .localizedText(Limit.wording.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served, "What a person is told who has come to the end."),
        ConfigurationKey(
            "ui.wording.support", .localizedText(Limit.wording.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "Whom a person asks for help, at the foot of every screen of the capture page: a number, hours, an address."
        ),
        ConfigurationKey(
            "ui.wording.portal", .localizedText(Limit.wording.value), initially: .always(.string("")),
            whenMissing: .compatible, since: "0.1", .served,
            "What the tenant's own staff read above the form that begins an enrollment."),

        ConfigurationKey(
            group: "faceAttributes", since: "0.1",
            "What `POST /face/attributes` estimates of a face, and what for (`docs/contract.md`). Never a ground of a decision."
        ),
        ConfigurationKey(
            "faceAttributes.enabled", .flag, initially: .always(.bool(false)), whenMissing: .strict, since: "0.1",
            .served,
            "Estimate attributes at all. Needs the model pack `attributes`: without it this cannot be switched on."),
        ConfigurationKey(
            "faceAttributes.fields", .wordsOrNone(of: FaceAttribute.self), initially: .always(.array([])),
            whenMissing: .strict, since: "0.1", .served,
            "Which are estimated; others are absent from the answer and not computed."),
        ConfigurationKey(
            "faceAttributes.purpose", .boundedText(Limit.privacyText.value), initially: .always(.string("")),
            whenMissing: .strict, since: "0.1", .served,
            "What they are estimated for and on which legal basis. Without it none are; each use writes it to the audit trail."
        ),
        ConfigurationKey(
            "faceAttributes.emotionReason", .boundedText(Limit.privacyText.value), initially: .always(.string("")),
            whenMissing: .strict, since: "0.1", .served,
            "Why `emotions` or `smiling` may be estimated; needed where one of them is among `fields`. To infer emotions at work or in education is "
                + "forbidden in the European Union."),
        ConfigurationKey(
            "faceAttributes.categoryReason", .boundedText(Limit.privacyText.value), initially: .always(.string("")),
            whenMissing: .strict, since: "0.1", .served,
            "Why `male` or `age` may be estimated; needed where one of them is among `fields`."),
        ConfigurationKey(
            "faceAttributes.modelSet", .word(of: AttributeModelSet.self),
            initially: .always(.string(AttributeModelSet.clean.rawValue)), whenMissing: .strict, since: "0.1", .served,
            "With `clean`, only networks of undoubted origin are asked: no emotions, and ages from 18 to 45 alone. With `full`, also "
                + "those that were trained on images which are for research only in part."),

        ConfigurationKey(
            group: "oidc", since: "0.1",
            "The OpenID Connect provider that the tenant's operators sign in with (`docs/operators.md`)."),
        ConfigurationKey(
            "oidc.issuer", .issuer, initially: .always(.string("")), whenMissing: .compatible, since: "0.1", .served,
            "The provider's name, letter by letter as its tokens have it; empty, there is none."),
        ConfigurationKey(
            "oidc.clientId", .boundedText(Limit.text.value), initially: .always(.string("")), whenMissing: .compatible,
            since: "0.1", .served, "What the provider knows this server as."),
        // Others with the scope see a configuration, and the trail tells of its changes.
        ConfigurationKey(
            "oidc.clientSecret", .nothing, initially: .always(.string("")), whenMissing: .compatible, since: "0.1",
            .served,
            "Always empty: the secret is given by `onboarding tenant oidc-secret`, kept sealed and never shown."),
        ConfigurationKey(
            "oidc.roleClaim", .boundedText(Limit.text.value), initially: .always(.string("role")),
            whenMissing: .compatible, since: "0.1", .served,
            "The claim that says what somebody may do: a text or a list of texts, in the ID token or else of the userinfo endpoint."
        ),
        ConfigurationKey(
            "oidc.roleMap", .providerRoles, initially: .always(.array([])), whenMissing: .compatible, since: "0.1",
            .served,
            "What a value of the claim makes of an operator: `value`, `role` and further `rights`. Of several the highest role counts, with the rights of all."
        ),
        ConfigurationKey(
            "oidc.required", .flag, initially: .always(.bool(false)), whenMissing: .compatible, since: "0.1", .served,
            "No password signs an operator in. A link of `onboarding operator link` does, for when the provider is away."
        ),
    ]

    private static let byName = Dictionary(
        keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    private static let chipWords = ["DISABLED", "OPTIONAL", "MANDATORY"]

    private static func list(_ words: [some RawRepresentable<String>]) -> JSONValue {
        .array(words.map { .string($0.rawValue) })
    }

    private static func blocked(_ check: String) -> ConfigurationKey.Service {
        .notServed(
            value: .bool(true),
            refusal: "\(check) is not served: a required check that nobody can pass would block every enrollment")
    }

    private static func notMade(_ check: String) -> ConfigurationKey.Service {
        .notServed(
            value: .bool(true),
            refusal: "\(check) is not served yet, and a check that is not made must not seem to be on")
    }
}
