/// Every bound of the product, once (decision 0054): what it bounds, its value and unit, and what happens beyond it.
///
/// The table in `docs/contract.md` is made from this one. A target that may not import this one holds the bound that is its
/// own, and a test compares the two. What a tenant or an operator sets is no limit, nor is a threshold of an engine.
package enum Limit: CaseIterable, Sendable {
    case connections, ownFiles, silence, head, acceptHeader, basicCredentials, bearer, clockSkew
    case faceBody, documentBody, configurationBody, body, bodyTime, bodyPerSecond, bodyPart, bufferedBodies,
        uncountedBody
    case jsonDepth, jsonValues, jsonByteNumbers, statement, formFields
    case text, username, reference, publicKey, consentHash, consentVersion, consentLanguage, consentTime
    case configuration, pageSize, searchedEnrollments, comparedNames, caseWords, dashboardDays, shownEnrollments,
        reportedDocuments,
        tenantName, captureProfile
    case frames, activeFrames, challengeLife, openChallenges, video, videoDuration, videoDecoding, documentImages,
        leastImageSide, imageSide, imagePixels, reducedImagePixels, imageFile,
        jpegScans, framePixels, activeFramePixels
    case documentPixels, frameTimeTolerance
    case failedTokenRequests, unreadablePackages, startedSessions, failedOpenings, requestWindow, rememberedSenders
    case previews, previewWindow, previewingPhones, formerRights, captureRightLife, takeOverLife, takeOvers
    case captures, failures, failuresOfAddress, failureWindow, recordsOfNoEffect
    case triedCodes, triedCodesOfTenant, triedCodeWindow, shownAuthentications, referenceSamples
    case pageSessions, personaRefusals, personaWait, rememberedPersonas
    case mailConnections, mailTime, mailsOfHour, mailsOfDay
    case webhooks, webhookURL, webhookTime, webhookMessages, webhookMessagesOfOne, eventStreams, eventStreamsOfSession,
        eventStream
    case replayCodes, replayCandidates
    case searchedFaces, foundFaces
    case userDetails, userFaces, facesOfUser, groupName, groups, groupsOfUser, groupSize, listedUsers, formParts,
        formPartHead,
        oneTimePasswordLife, oneTimePasswordTries, userTokenLife, permanentUserTokenLife, userTokens, faceURLLife
    case expectedWait, jobsPerWorker, queueWait, jobTime
    case idempotencyKey, idempotencyKeyLife, purpose, reviewReason, caseNote, shownNotes, shownReadings, privacyText,
        pageText, displayName, exportArchive,
        wording, logoFile, logoSide, storedLogo,
        assertionLife, clientName, operatorName, leastPassword, password, operatorSession, operatorSilence,
        secondFactorTime, operatorSessions, signInLinkLife, signInFailures, signInFailuresOfAddress,
        signInFailuresOfName, signInWindow, signInMemory, wrongCodes, wrongCodeWindow, failedSignIns,
        providerURL, providerTime, providerBody, providerLife, knownProviders, providerToken, providerSignIn,
        usedProviderSignIns,
        pendingReadings,
        accessTokenLife, boundBearerLife, proofLife, rememberedProofs,
        captureSessionLife, usedSessionMemory, replacedKeyLife
    case evidenceSections, evidenceObject, sweptObjects, quarantine, clockGap, lowSpace, freeSpace
    case passkeyTime, usedPasskeyChallenges, operatorPasskeys, passkeyName
    case syslogMessage, syslogBatch, syslogTime, syslogRest, syslogPause
    case proposalLife, proposals
    case acceptedCapture

    package enum Unit: Sendable {
        case count, bytes, characters, codePoints, pixels, seconds
    }

    package enum Excess: Sendable {
        case refused(RefusalReason)
        /// In words.
        case other(String)
    }

    /// In the unit of its row.
    package var value: Int { row.value }
    package var seconds: Int64 { Int64(row.value) }
    package var duration: Duration { .seconds(row.value) }

    package var row: (name: String, value: Int, unit: Unit, excess: Excess) {
        switch self {
        // 13 KiB of memory each, with the longest head that is read 120.
        case .connections: ("connections at a time", 4096, .count, .other("further ones wait"))
        // For databases, evidence, models and loops. Thirty are open at rest, and readers, evidence and logs add to them.
        case .ownFiles: ("files kept free of connections", 128, .count, .other("fewer connections at a time"))
        case .silence:
            ("silence on a connection", 30, .seconds, .other("it ends; within a body 408 `REQUEST_TIMEOUT`"))
        // The HTTP library's own.
        case .head: ("head of a request", 80 << 10, .bytes, .refused(.headMalformed))
        // A client's own list is a tenth of this, and it is read on an event loop.
        case .acceptHeader: ("`Accept` of a request", 1024, .bytes, .other("it counts as absent"))
        // Ours have less than two hundred.
        case .basicCredentials: ("credentials of a Basic header", 4096, .characters, .other("401 `invalid_client`"))
        // Ours have less than two thousand.
        case .bearer: ("bearer", 8192, .characters, .refused(.tokenInvalid))
        case .clockSkew: ("bearer issued in the future", 60, .seconds, .refused(.tokenInvalid))

        case .faceBody:
            (
                "body with frames: `addFace`, packages of no enrollment, previews", 8 << 20, .bytes,
                .refused(.bodyTooLarge)
            )
        case .documentBody: ("body of `addDocumentOCR`", 24 << 20, .bytes, .refused(.bodyTooLarge))
        // Four times a configuration: a client may escape every letter of another alphabet, and write blanks between.
        case .configurationBody: ("body of `customerConfig`", 256 << 10, .bytes, .refused(.bodyTooLarge))
        case .body: ("body of every other route", 64 << 10, .bytes, .refused(.bodyTooLarge))
        case .bodyTime: ("time for a body to arrive", 30, .seconds, .refused(.requestTimeout))
        case .bodyPerSecond: ("part of a body that adds 1 s to that time", 64 << 10, .bytes, .other("1 s more"))
        case .bodyPart:
            (
                "part of a body, or its rest, that has to arrive in each 30 s", 512 << 10, .bytes,
                .refused(.requestTimeout)
            )
        case .bufferedBodies: ("bodies buffered at a time, together", 256 << 20, .bytes, .refused(.overloaded))
        case .uncountedBody: ("part of each body that is not among those", 16 << 10, .bytes, .other("it is counted"))

        case .jsonDepth: ("depth of JSON", 32, .count, .refused(.tooDeep))
        // The largest request that means something, 15 frames with their times, has about a hundred.
        case .jsonValues:
            ("values in JSON, and members", 10_000, .count, .refused(.bodyTooLarge))
        // `p` of a package may be an array of byte numbers: as many as random bytes fill the body of a face call with.
        case .jsonByteNumbers: ("numbers in an array of bytes in JSON", 2_500_000, .count, .refused(.bodyTooLarge))
        // Device, versions and settings; kept with the evidence, and nothing is decided by it.
        case .statement:
            ("what a package states beside its frames and their times", 16 << 10, .bytes, .refused(.fieldTooLong))
        case .formFields: ("fields of a form", 64, .count, .other("400 `invalid_request`"))

        case .text: ("text", 1024, .codePoints, .refused(.fieldTooLong))
        case .username: ("`username`, `email`", 256, .codePoints, .refused(.fieldTooLong))
        case .reference: ("`reference`", 256, .codePoints, .refused(.fieldTooLong))
        case .publicKey: ("`publicKey`", 4096, .codePoints, .refused(.fieldTooLong))
        case .consentHash: ("`textHash` of a consent", 64, .codePoints, .refused(.fieldTooLong))
        case .consentVersion: ("`textVersion` of a consent", 32, .codePoints, .refused(.fieldTooLong))
        case .consentLanguage: ("`language` of a consent", 35, .codePoints, .refused(.fieldTooLong))
        case .consentTime: ("`acceptedAt` of a consent", 64, .codePoints, .refused(.fieldTooLong))

        // Unknown keys are stored, so a document needs a bound.
        case .configuration: ("configuration as it is shown", 64 << 10, .bytes, .refused(.configurationValue))
        case .pageSize: ("`pageSize`", 500, .count, .refused(.pageOutOfRange))
        // A row of facts each (docs/measurements/desk.md).
        case .searchedEnrollments:
            (
                "enrollments that a page of a search looks at", 50_000, .count,
                .other("the page ends there, `nextCursor` goes on")
            )
        // Each is unsealed, and so is its key.
        case .comparedNames:
            (
                "names that a page of a search for their beginning opens", 500, .count,
                .other("the page ends there, and the next goes on")
            )
        case .caseWords:
            (
                "document types, issuing states or workflows that are offered for choice", 300, .count,
                .other("the first")
            )
        // Some three hundred sums a day are read (docs/measurements/desk.md).
        case .dashboardDays:
            ("days that the dashboard shows", 366, .count, .other("the page says so and counts nothing"))
        // Whoever triggers a person again and again must not make each look at one of them slower.
        case .shownEnrollments:
            ("other enrollments of a person that are shown", 50, .count, .other("the newest are shown"))
        // A client waits for its report, and each document is read from the database and opened.
        case .reportedDocuments:
            (
                "documents that a monthly report opens", 5_000, .count,
                .other("the first of the month are counted, and the report says so")
            )
        case .captureProfile: ("`profile.xml` of a preview", 32 << 10, .bytes, .refused(.profileInvalid))
        case .tenantName: ("name of a tenant", 40, .characters, .other("the command refuses it"))

        case .frames: ("frames of a package", 15, .count, .refused(.tooManyFrames))
        // Eight seconds at eleven a second, which shows two blinks.
        case .activeFrames: ("frames of a package that answers a challenge", 90, .count, .refused(.tooManyFrames))
        case .challengeLife: ("time in which a challenge has to be answered", 60, .seconds, .refused(.challengeInvalid))
        case .openChallenges:
            (
                "challenges of no enrollment of one tenant that stand at a time", 1000, .count,
                .other("the oldest is forgotten")
            )
        case .video: ("video of a package", 1_500_000, .bytes, .refused(.videoTooLarge))
        case .videoDuration: ("video of a package, from first to last frame", 8, .seconds, .refused(.videoTooLong))
        case .videoDecoding: ("decoding of a video", 10, .seconds, .refused(.videoUnreadable))
        case .documentImages: ("images of a document", 6, .count, .refused(.tooManyImages))
        case .leastImageSide: ("side of an image, at least", 64, .pixels, .refused(.imageTooSmall))
        case .imageSide: ("side of an image, at most", 32_000, .pixels, .refused(.imageTooLarge))
        case .imagePixels: ("image", 25_000_000, .pixels, .refused(.imageTooLarge))
        // Phones take photographs of 48 and of 108.
        case .reducedImagePixels:
            (
                "baseline JPEG, decoded at a half or less where it has more than any image", 120_000_000, .pixels,
                .refused(.imageTooLarge)
            )
        case .imageFile: ("file of an image", 16 << 20, .bytes, .refused(.imageTooLarge))
        case .jpegScans: ("scans of a progressive JPEG", 32, .count, .refused(.notAnImage))
        case .framePixels:
            ("frames of a package together (15 of 1920 × 1080)", 31_104_000, .pixels, .refused(.imageTooLarge))
        case .activeFramePixels:
            (
                "frames of a package that answers a challenge, together (90 of 1280 × 720)", 82_944_000, .pixels,
                .refused(.imageTooLarge)
            )
        // Six of 12 megapixels, the most that phones take without being asked to.
        case .documentPixels: ("images of a document together", 75_000_000, .pixels, .refused(.imageTooLarge))
        case .frameTimeTolerance:
            ("frame times outside the enrollment, if `strict`", 120, .seconds, .refused(.frameTimesInvalid))

        case .failedTokenRequests:
            ("failed token requests of one client id and address", 10, .count, .other("429 for that pair"))
        case .unreadablePackages:
            ("unreadable packages of no enrollment, of one tenant and address", 10, .count, .refused(.rateLimited))
        case .startedSessions:
            ("sample-web `triggerEnroll` of one tenant and address", 30, .count, .refused(.rateLimited))
        // Many phones stand behind one address; each opens what it was handed, and that fails rarely.
        case .failedOpenings:
            ("QR data of the capture page that open nothing, of one address", 30, .count, .refused(.rateLimited))
        case .requestWindow: ("time for which those four count", 60, .seconds, .other("they count no longer"))
        case .rememberedSenders:
            ("senders that each of those four remembers", 100_000, .count, .other("the first goes"))

        // A page asks five times a second at most.
        case .previews: ("previews of one session, or of one tenant and sender", 50, .count, .refused(.rateLimited))
        case .previewWindow: ("time for which previews count", 10, .seconds, .other("they count no longer"))
        case .previewingPhones: ("devices of which they are counted", 10_000, .count, .other("the first goes"))
        case .formerRights:
            (
                "devices that are told that an enrollment went on on another one", 16, .count,
                .other("the oldest is forgotten")
            )
        // Time to read it, and to ask for a second look; on a borrowed phone it must not stay open.
        case .captureRightLife:
            ("time for which the capture page shows how an enrollment ended", 3600, .seconds, .refused(.tokenMissing))

        // Long enough to walk to the other device, and to read six digits on both.
        case .takeOverLife:
            ("time in which a device has to be let go on for another", 180, .seconds, .refused(.captureElsewhere))
        case .takeOvers:
            ("devices that ask to go on for another at a time", 10_000, .count, .refused(.captureElsewhere))

        case .captures: ("captures of a step in an enrollment", 20, .count, .other("the enrollment fails"))
        case .failures:
            ("failed checks of one username or document number", 10, .count, .refused(.rateLimited))
        // A company or a mobile network has one address for many, who fail now and then.
        case .failuresOfAddress:
            ("failed checks of phones, of one tenant and address", 100, .count, .refused(.rateLimited))
        case .failureWindow: ("time for which those count", 86_400, .seconds, .other("they count no longer"))
        // The captures of two steps at their limit and one request of each other kind are 44.
        case .recordsOfNoEffect: ("requests on record", 64, .count, .other("those without effect are not recorded"))
        // A code is printed in mails and lists: somebody mistypes one, and nobody tries a hundred.
        case .triedCodes:
            ("registration codes that nobody has, of one tenant and address", 10, .count, .refused(.rateLimited))
        case .triedCodesOfTenant: ("those of one tenant, from wherever", 200, .count, .refused(.rateLimited))
        case .triedCodeWindow: ("time for which tried codes count", 900, .seconds, .other("they count no longer"))
        case .shownAuthentications:
            ("authentications of a registration that its detail tells of", 50, .count, .other("the newest are told"))
        // The first, which the document was compared with, and how the person looked lately.
        case .referenceSamples:
            ("templates of one face that a registration keeps", 3, .count, .other("the oldest but the first goes"))
        case .pageSessions:
            (
                "sessions that pages without a credential began for who comes back", 10_000, .count,
                .other("the first goes")
            )
        case .personaRefusals:
            (
                "captures that the sandbox persona `overloaded` has refused, an enrollment", 2, .count,
                .other("it is served")
            )
        case .personaWait: ("wait of the sandbox persona `slow` for each capture", 3, .seconds, .other("it is served"))
        case .rememberedPersonas:
            (
                "enrollments of `overloaded` that are remembered", 1000, .count,
                .other("the oldest is forgotten, and refused anew")
            )

        // 76 bytes of memory each; while segments are joined up to 76 more (docs/measurements/replay-guard.md).
        case .replayCodes:
            ("frames that the guard `near` remembers", 10_000_000, .count, .other("the oldest captures are forgotten"))
        // A person's own earlier captures; nobody else's come so near.
        case .replayCandidates:
            ("captures that `near` compares with one", 32, .count, .other("the nearest are compared"))

        // Two kilobytes of memory each (docs/measurements/face-search.md).
        case .searchedFaces:
            (
                "templates of faces that are searched, of all tenants", 1_000_000, .count,
                .other("further ones are not searched, and each search says how many")
            )
        case .foundFaces:
            ("registrations that a search for a face names", 10, .count, .other("the most similar are named"))

        case .userDetails: ("`details` of a user", 4096, .codePoints, .other("699"))
        case .userFaces: ("images of an operation on a user", 5, .count, .other("699"))
        case .facesOfUser: ("faces of a user", 20, .count, .other("699"))
        case .groupName: ("name of a group", 128, .codePoints, .other("699"))
        case .groups: ("groups of a tenant", 1000, .count, .other("699"))
        case .groupsOfUser: ("groups of a user", 100, .count, .other("699"))
        case .groupSize: ("`sizeLimit` of a group", 1_000_000, .count, .other("699"))
        case .listedUsers: ("users that a list names at once", 1000, .count, .other("699 until pages are asked for"))
        case .formParts: ("parts of a multipart form", 16, .count, .other("699"))
        case .formPartHead: ("head of a part", 2048, .bytes, .other("699"))
        case .oneTimePasswordLife: ("life of a one-time password", 300, .seconds, .other("621"))
        case .oneTimePasswordTries: ("tries of a one-time password", 5, .count, .other("621, whatever is tried"))
        case .userTokenLife: ("life of a user's token", 900, .seconds, .other("401"))
        case .permanentUserTokenLife: ("life of a user's permanent token", 90 * 86_400, .seconds, .other("401"))
        case .userTokens: ("tokens of a user at a time", 20, .count, .other("the oldest ends"))
        case .faceURLLife: ("life of a face's URL", 300, .seconds, .other("404"))

        // A phone's person is waiting.
        case .expectedWait: ("expected wait for an engine", 5, .seconds, .refused(.overloaded))
        case .jobsPerWorker: ("jobs of an engine thread, waiting or running", 64, .count, .refused(.overloaded))
        case .queueWait: ("time that a job waits for a thread", 15, .seconds, .refused(.overloaded))
        case .jobTime:
            ("processor time of an engine job", 5, .seconds, .other("it ends, and another capture is asked for"))

        case .idempotencyKey: ("`Idempotency-Key`", 255, .characters, .refused(.idempotencyKeyInvalid))
        case .idempotencyKeyLife:
            ("memory of an idempotency key", 86_400, .seconds, .other("it is forgotten, and begins something new"))
        // A thread each, and mail servers count connections of one sender.
        case .mailConnections: ("messages to persons under way at a time", 4, .count, .other("further ones wait"))
        case .mailTime: ("time that the mail server has for a message", 60, .seconds, .other("it is tried again"))
        // Who mistypes an address, or loses a message, asks again a few times; nobody is flooded in a tenant's name.
        case .mailsOfHour:
            ("messages of a tenant to one address in an hour", 5, .count, .refused(.mailLimitReached))
        case .mailsOfDay: ("those in 24 hours", 20, .count, .refused(.mailLimitReached))
        case .webhooks: ("webhooks of a tenant", 20, .count, .other("the command refuses it"))
        case .webhookURL: ("URL of a webhook", 2048, .bytes, .other("the command refuses it"))
        case .webhookTime: ("time that a webhook has for its answer", 10, .seconds, .other("it is tried again"))
        case .webhookMessages: ("messages to webhooks under way at a time", 64, .count, .other("further ones wait"))
        case .webhookMessagesOfOne:
            ("messages to one webhook under way at a time", 8, .count, .other("further ones wait"))
        case .eventStreams: ("streams of a session's events at a time", 2048, .count, .refused(.overloaded))
        case .eventStreamsOfSession: ("those of one session", 8, .count, .refused(.overloaded))
        case .eventStream: ("stream of a session's events", 300, .seconds, .other("it ends, and clients come again"))
        case .reviewReason:
            (
                "reason of a review, a cancellation, a withdrawal or a declined proposal", 2000, .codePoints,
                .refused(.fieldTooLong)
            )
        case .caseNote: ("note on a case", 2000, .codePoints, .refused(.fieldTooLong))
        case .shownNotes: ("notes on a case that its page shows", 200, .count, .other("the newest are shown"))
        // Each image that somebody looks at is one, and a capture has up to ninety.
        case .shownReadings: ("readings of a case that its page shows", 200, .count, .other("the newest are shown"))
        case .privacyText:
            (
                "`privacyContact`, `privacyPurposes`, `privacyRecipients` of a configuration, purpose and reasons of its `faceAttributes`",
                2000, .codePoints,
                .refused(.configurationValue)
            )
        case .pageText:
            (
                "`ui.alternative`, `ui.consentText` of a configuration, each language", 4000, .codePoints,
                .refused(.configurationValue)
            )
        case .displayName: ("`ui.displayName` of a configuration", 80, .codePoints, .refused(.configurationValue))
        case .wording:
            ("texts of `ui.wording` of a configuration, each language", 400, .codePoints, .refused(.configurationValue))
        case .logoFile: ("logo of a tenant, as it is given", 64 << 10, .bytes, .other("page and command refuse it"))
        case .logoSide: ("its width, and its height", 1024, .pixels, .other("page and command refuse it"))
        // Part of what a phone loads before it shows anything.
        case .storedLogo: ("the logo as it is served", 32 << 10, .bytes, .other("page and command refuse it"))
        // Some programs read the sizes of a ZIP file as signed numbers of 32 bits.
        case .exportArchive:
            ("archive of an export", 2047 << 20, .bytes, .other("the command refuses it; a folder has no bound"))
        case .purpose: ("`Onboarding-Purpose`", 64, .characters, .refused(.purposeInvalid))
        case .assertionLife: ("life of a client assertion", 300, .seconds, .other("401 `invalid_client`"))
        case .clientName: ("name of a tenant's client", 40, .characters, .other("the command refuses it"))
        case .operatorName: ("name of an operator", 64, .characters, .other("the command refuses it"))
        case .leastPassword: ("password of an operator, at least", 12, .codePoints, .refused(.passwordLength))
        case .password: ("password of an operator, at most", 128, .codePoints, .refused(.passwordLength))
        case .operatorSession: ("session of an operator", 12 * 3600, .seconds, .refused(.sessionEnded))
        case .operatorSilence: ("session of an operator without a request", 1800, .seconds, .refused(.sessionEnded))
        case .secondFactorTime: ("time to show the second factor", 600, .seconds, .refused(.sessionEnded))
        case .operatorSessions: ("sessions of an operator at a time", 20, .count, .other("the oldest ends"))
        case .signInLinkLife: ("life of a sign-in link", 86_400, .seconds, .refused(.signInFailed))
        case .signInFailures:
            ("failed sign-ins of one operator's name from one address", 10, .count, .refused(.rateLimited))
        case .signInFailuresOfAddress:
            ("failed sign-ins of operators from one address", 50, .count, .refused(.rateLimited))
        // Far above what one sender has: who knows a name alone must not keep its bearer out.
        case .signInFailuresOfName:
            (
                "failed sign-ins of one operator's name, from wherever", 200, .count,
                .other("one try from each address where the operator has not signed in lately")
            )
        case .signInWindow: ("time for which those of operators count", 900, .seconds, .other("they count no longer"))
        case .signInMemory:
            (
                "time for which an address is known where an operator signed in", 30 * 86_400, .seconds,
                .other("it is no longer")
            )
        // Of a million codes three are right at a time, and whoever types one has the password.
        case .wrongCodes: ("wrong codes of one operator", 10, .count, .refused(.rateLimited))
        case .wrongCodeWindow: ("time for which wrong codes count", 3600, .seconds, .other("they count no longer"))
        // One sender at a time fills one place, and places are counted anew each minute.
        case .failedSignIns:
            (
                "entries of the trail for failed sign-ins, a minute", 100, .count,
                .other("those of further senders are counted in one")
            )
        case .providerURL: ("URL of an OpenID Connect provider", 1024, .bytes, .refused(.configurationValue))
        case .providerTime: ("time that a provider has for a response", 10, .seconds, .refused(.providerUnavailable))
        case .providerBody: ("response of a provider", 256 << 10, .bytes, .refused(.providerUnavailable))
        case .providerLife:
            ("memory of a provider's description and keys", 3600, .seconds, .other("they are fetched anew"))
        case .knownProviders: ("providers that are remembered", 256, .count, .other("all are forgotten"))
        // Some name every group of a person.
        case .providerToken: ("ID token of a provider", 32 << 10, .characters, .refused(.providerSignInFailed))
        case .providerSignIn: ("time to sign in at a provider", 600, .seconds, .refused(.providerSignInFailed))
        // Those of ten minutes, each a sign-in that a provider has come back from.
        case .usedProviderSignIns:
            (
                "sign-ins at providers that are remembered, so that none counts twice", 10_000, .count,
                .other("the oldest is forgotten")
            )
        case .pendingReadings:
            (
                "reads of persons whose entries wait for a disk that takes them", 10_000, .count,
                .refused(.storageUnavailable)
            )
        case .accessTokenLife: ("life of an access token", 300, .seconds, .refused(.tokenExpired))
        // The vendor's app shows its API key alone where it asks for another, which gives it none (decision 0116).
        case .boundBearerLife:
            ("life of a phone's bearer that is bound to its session", 1200, .seconds, .refused(.tokenExpired))
        case .proofLife: ("time for which a nonce of a DPoP proof is good", 300, .seconds, .refused(.proofNonce))
        case .rememberedProofs:
            ("DPoP proofs that are remembered while they are good", 200_000, .count, .other("they are forgotten"))
        case .captureSessionLife: ("life of a capture's session id", 300, .seconds, .refused(.sessionIDInvalid))
        // Longer than failures count and than a session id lasts.
        case .usedSessionMemory: ("memory of a used session id", 2 * 86_400, .seconds, .other("it is forgotten"))
        case .replacedKeyLife: ("life of a replaced package key", 86_400, .seconds, .refused(.packageUnreadable))

        case .evidenceSections: ("sections of an evidence object", 256, .count, .refused(.internalError))
        // A face package of 8 MiB or a document of 24 MiB stays well below.
        case .evidenceObject: ("sections of an evidence object together", 64 << 20, .bytes, .refused(.internalError))
        // One in a hundred where there are fewer than ten thousand, but ten always.
        case .sweptObjects:
            (
                "evidence without a row that a sweep puts aside", 100, .count,
                .other("none is put aside, and the log says so")
            )
        case .quarantine:
            ("time for which evidence without a row lies aside", 30 * 86_400, .seconds, .other("it is removed"))
        // Longer than a server is down; what is erased too early by a clock within it is younger by no more.
        case .clockGap:
            (
                "clock ahead of when it was last trusted", 7 * 86_400, .seconds,
                .other("nothing is erased by age until somebody says that it is right")
            )
        case .lowSpace:
            ("free space that is little", 1 << 30, .bytes, .other("the log says so every five minutes, `doctor` too"))
        case .freeSpace: ("free space, at least", 4 << 20, .bytes, .other("`/readyz` is 503 `STORAGE_UNAVAILABLE`"))

        case .passkeyTime: ("time to use a passkey, or to add one", 300, .seconds, .refused(.signInFailed))
        // Those of five minutes.
        case .usedPasskeyChallenges:
            (
                "challenges of passkeys that are remembered, so that none counts twice", 10_000, .count,
                .other("the oldest is forgotten")
            )
        case .operatorPasskeys: ("passkeys of an operator", 10, .count, .refused(.stepAlreadyDone))
        case .passkeyName: ("name of a passkey", 64, .codePoints, .other("it is cut"))

        // What a receiver should take at least (RFC 5425 §4.3.1).
        case .syslogMessage:
            (
                "message of syslog that tells an entry of the audit trail", 8192, .bytes,
                .other("its longest texts are told by their SHA-256")
            )
        case .syslogBatch:
            (
                "entries of the trail under way at a time, and sent again over a new connection", 100, .count,
                .other("further ones wait")
            )
        case .syslogTime:
            (
                "time for a connection to the receiver of the trail, and for it to take a batch", 20, .seconds,
                .other("another connection is tried")
            )
        // A receiver that refuses this server's certificate in TLS 1.3 says so after it has taken the first bytes.
        case .syslogRest:
            (
                "time for which a connection has to stay open before a batch counts as sent", 5, .seconds,
                .other("it is sent again")
            )
        case .syslogPause: ("pause before the next connection, at most", 60, .seconds, .other("it is tried again"))

        case .proposalLife: ("life of a proposal", 86_400, .seconds, .refused(.proposalVoid))
        case .proposals: ("proposals of a tenant that wait for a colleague", 100, .count, .refused(.rateLimited))
        // Long enough to reach the person by mail.
        case .acceptedCapture:
            (
                "time for the capture of the face that an acceptance by a human asks for", 7 * 86_400, .seconds,
                .refused(.enrollmentFinished)
            )
        }
    }
}
