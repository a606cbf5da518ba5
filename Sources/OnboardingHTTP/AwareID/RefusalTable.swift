internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

extension RefusalReason {
    /// What the reason means on the wire: HTTP status, the vendor's word, and a sentence for the developer who
    /// integrates us. Nothing that the caller sent, no cause beyond the code.
    var meaning: (status: Int, errorCode: ErrorCode, message: String) {
        switch self {
        case .badJSON: (400, .inputFormat, "The body is not valid JSON")
        case .notAnObject: (400, .inputFormat, "The body is not a JSON object")
        case .wrongType: (400, .inputFormat, "A field has the wrong type")
        case .tooDeep: (400, .inputFormat, "The body is nested too deeply")
        case .fieldMissing: (400, .inputValues, "Field is missing")
        case .fieldEmpty: (400, .inputValues, "Field is empty")
        case .fieldTooLong: (400, .inputValues, "Field is too long")
        case .badBase64: (400, .inputValues, "A field is not valid base64")
        case .notAnImage: (400, .inputValues, "A picture is not a readable JPEG, PNG, WebP, HEIC or AVIF")
        case .imageTooLarge: (400, .inputValues, "A picture is too large")
        case .imageTooSmall: (400, .inputValues, "A picture is too small")
        case .lightUnreadable:
            (400, .invalidInput, "Pictures in infrared or ultraviolet light cannot be read; send one in white light")
        case .noFace: (400, .inputValues, "No face is seen")
        case .severalFaces: (400, .inputValues, "More than one face is seen")
        case .faceTooSmall: (400, .inputValues, "The face is too small to be compared")
        case .poseTooLarge: (400, .inputValues, "The face is turned too far aside to be compared")
        case .badExposure: (400, .inputValues, "The face is too dark or too bright to be compared")
        case .tooBlurry: (400, .inputValues, "The face is too blurry to be compared")
        case .tooManyImages: (400, .inputValues, "Too many pictures")
        case .noFrames: (400, .inputValues, "The package holds no frames")
        case .videoUnreadable: (400, .inputValues, "The video cannot be read")
        case .videoTooLarge: (400, .inputValues, "The video is too large")
        case .videoTooLong: (400, .inputValues, "The video is too long")
        case .tooManyFrames: (400, .inputValues, "The package holds too many frames")
        case .frameSizesDiffer: (400, .inputValues, "The frames differ in size")
        case .frameTimesInvalid:
            (400, .inputValues, "The frame times are missing, not rising, or not those of this capture")
        case .rotationInvalid: (400, .inputValues, "The rotation is not 0, 90, 180 or 270")
        case .unknownWorkflow: (400, .inputValues, "The workflow is not known or not allowed")
        case .profileInvalid: (400, .inputValues, "The profile is missing or is not XML")
        case .resolutionInvalid: (400, .inputValues, "A resolution is not that of an image")
        case .packageUnreadable: (400, .inputValues, "The package could not be opened")
        case .packageFormNotAccepted: (400, .inputValues, "This form of package is not accepted")
        case .packageReplayed: (400, .inputValues, "The package was used before")
        case .sessionIDInvalid: (400, .inputValues, "The session id is not valid")
        case .challengeRequired: (400, .inputValues, "A capture that answers a challenge is required")
        case .challengeInvalid: (400, .inputValues, "The challenge is not the one that stands, or has run out")
        case .publicKeyInvalid: (400, .inputValues, "The public key is not a valid P-256 key")
        case .consentRequired: (400, .inputValues, "Consent is required before a capture")
        case .consentTextUnknown: (400, .inputValues, "The text that was agreed to is not one that is shown here")
        case .tokenUnknown: (400, .inputValues, "The token is not known")
        case .stepOutOfOrder: (400, .inputValues, "This step is not the next one")
        case .stepAlreadyDone: (400, .inputValues, "This step is done")
        case .enrollmentFinished: (400, .inputValues, "The enrollment is finished")
        case .attemptsExhausted: (400, .inputValues, "No attempts are left")
        case .notRegistered: (400, .inputValues, "Nobody is registered so")
        case .registrationLocked: (429, .tooManyRequests, "The registration is locked after failed attempts")
        case .authenticationFinished: (400, .inputValues, "The authentication is finished")
        case .authenticationUnavailable:
            (400, .inputValues, "No check is configured, or the registration lacks what one needs")
        case .tooManyDevices: (400, .inputValues, "The registration has as many devices as it may")
        case .emailInvalid: (400, .inputValues, "The e-mail is not an address that a message can be sent to")
        case .mailNotConfigured: (400, .inputValues, "This server sends no mail; leave notifyByEmail out")
        case .encryptedContainerUnsupported:
            (400, .invalidInput, "Encrypted document-reader containers cannot be read; send pictures")
        case .configurationConflict: (400, .inputValues, "The settings contradict each other")
        case .configurationValue: (400, .inputValues, "A setting has a value that is not allowed")
        case .retentionUnconfirmed:
            (400, .inputValues, "The periods would make much due for erasure; repeat the number to confirm it")
        case .pageOutOfRange:
            (400, .inputValues, "The page number, the size or the place to begin after is out of range")
        case .registrationUnknown: (404, .notFound, "The registration is not known")
        case .galleryUnknown: (404, .notFound, "The gallery is not known")
        case .defaultGallery: (400, .inputValues, "The gallery that every tenant has stays")
        case .galleryExists: (409, .conflict, "There is a gallery of this name")
        case .galleryFull: (409, .conflict, "The gallery, the registration or the tenant has no room for more")
        case .galleryTooLarge: (400, .inputValues, "Too many faces are in the gallery to tell one of them")
        case .usernameRegistered: (409, .conflict, "The username is registered")
        case .faceRegistered: (409, .conflict, "Somebody is registered with this face")
        case .enrollmentUnknown: (404, .notFound, "The enrollment is not known")
        case .enrollmentPending: (409, .conflict, "The enrollment has not ended")
        case .authenticationPending: (409, .conflict, "The authentication has not ended")
        case .captureElsewhere: (409, .conflict, "The enrollment goes on on another device")
        case .takeOverDeclined: (409, .conflict, "The other device goes on")
        case .deviceProofRequired:
            (403, .forbidden, "What is complete is withdrawn by the device that completed it, or by the tenant")
        case .proofInvalid: (401, .unauthorized, "The DPoP proof is missing, or is not that of this request and key")
        case .proofNonce: (401, .unauthorized, "The DPoP proof needs the nonce of the DPoP-Nonce field")
        case .searchInvalid: (400, .inputValues, "A member, state, reason, day or cursor of the search is not known")
        case .idempotencyKeyInvalid: (400, .inputValues, "The Idempotency-Key is empty, too long or no plain text")
        case .idempotencyKeyReused: (422, .inputValues, "The Idempotency-Key was used with another request")
        case .erasureBlocked: (409, .conflict, "It has to be kept for now and cannot be erased")
        case .idempotencyKeyInUse: (409, .conflict, "A request with this Idempotency-Key is under way")
        case .tokenMissing: (401, .unauthorized, "A bearer token is missing")
        case .tokenExpired: (401, .unauthorized, "Jwt is expired")
        case .tokenInvalid: (401, .unauthorized, "The bearer token is not valid")
        case .apiKeyMissing: (401, .unauthorized, "The apikey is missing")
        case .apiKeyUnknown: (401, .unauthorized, "The apikey is not known")
        case .apiKeyForeign: (403, .forbidden, "The apikey belongs to another tenant")
        case .roleMissing: (403, .forbidden, "The bearer token does not open this call")
        case .scopeMissing: (403, .forbidden, "The bearer token lacks a scope that this call needs")
        case .secondOperatorRequired:
            (403, .forbidden, "This takes two operators of the tenant, who propose it and agree to it on its pages")
        case .ownProposal: (403, .forbidden, "Whoever has proposed it does not agree to it")
        case .proposalEnded: (409, .conflict, "The proposal was agreed to or declined")
        case .proposalVoid: (409, .conflict, "The proposal has expired, or whoever made it may not do it any more")
        case .proposalOutdated: (409, .conflict, "What the proposal is about has changed")
        case .faceAttributesDisabled: (403, .forbidden, "Face attributes are switched off for this tenant")
        case .faceAttributesPurposeMissing:
            (403, .forbidden, "The tenant has not stated for which purpose face attributes are estimated")
        case .signInFailed: (401, .unauthorized, "The sign-in failed")
        case .sessionEnded: (401, .unauthorized, "There is no session, or it has ended")
        case .passwordLength: (400, .inputValues, "A password is too short or too long")
        case .passwordGuessable: (400, .inputValues, "A password is one that is tried first")
        case .providerUnknown: (404, .notFound, "The tenant has no provider to sign in with")
        case .providerUnavailable: (503, .serviceUnavailable, "The tenant's provider does not respond as it should")
        case .providerSignInFailed: (401, .unauthorized, "The sign-in at the tenant's provider failed")
        case .providerNotAdmitted: (403, .forbidden, "Whom the tenant's provider names may do nothing here")
        case .providerRequired: (403, .forbidden, "The tenant's provider signs in, and no password does")
        case .purposeInvalid: (400, .inputValues, "Onboarding-Purpose is no word of letters, digits and -._/:")
        case .queryInvalid:
            (
                400, .inputValues,
                "The query of the URL cannot be read, names a parameter twice, or has a value that is not allowed"
            )
        case .originNotAllowed: (403, .forbidden, "Pages of this origin may not call here")
        case .headMalformed: (400, .inputFormat, "The request is not HTTP/1.1")
        case .bodyMalformed: (400, .inputFormat, "The body is not framed as HTTP/1.1 asks")
        case .bodyTooLarge: (413, .payloadTooLarge, "The body is too large")
        case .contentEncodingUnsupported:
            (415, .unsupportedMediaType, "The body must be sent without a Content-Encoding")
        case .rateLimited: (429, .tooManyRequests, "Too many requests")
        case .mailLimitReached:
            (429, .tooManyRequests, "This address was sent as many messages as one may be; nothing was begun")
        case .routeUnknown: (404, .notFound, "No such route")
        case .methodNotAllowed: (405, .methodNotAllowed, "The method is not allowed here")
        case .requestTimeout: (408, .requestTimeout, "The body took too long to arrive")
        case .overloaded: (503, .serviceUnavailable, "The server is busy; try again")
        case .modelNotInstalled:
            (503, .serviceUnavailable, "The networks that this needs are not installed on this server")
        case .faceSearchNotReady:
            (503, .serviceUnavailable, "The faces of the registrations are still being read; try again")
        case .storageUnavailable: (503, .serviceUnavailable, "The server cannot store anything at the moment")
        case .dataMoved: (503, .serviceUnavailable, "The server's data are not where it opened them")
        case .internalError: (500, .internalServerError, "An unexpected error occurred")
        }
    }

    /// The vendor's word on a document call, where images have one of their own.
    var errorCodeOnDocumentCalls: ErrorCode {
        switch self {
        case .badBase64, .notAnImage, .imageTooLarge, .imageTooSmall: .invalidInput
        default: meaning.errorCode
        }
    }
}

extension ErrorEnvelope.Details {
    /// Nil where there is nothing to say.
    fileprivate init?(_ details: RefusalDetails) {
        guard details != RefusalDetails() else { return nil }
        self.init(
            member: details.member, limit: details.limit?.value, unit: details.limit?.row.unit.word,
            minimum: details.range?.lowerBound, maximum: details.range?.upperBound,
            allowed: details.allowed.isEmpty ? nil : details.allowed, nextStep: details.nextStep,
            confirmDue: details.due?.count,
            due: details.due?.kinds.map { .init(kind: $0.name, count: $0.count, total: $0.total) })
    }
}

extension Limit.Unit {
    fileprivate var word: String {
        switch self {
        case .count: "count"
        case .bytes: "bytes"
        case .characters: "characters"
        case .codePoints: "codePoints"
        case .pixels: "pixels"
        case .seconds: "seconds"
        }
    }
}

extension ErrorEnvelope {
    /// - Parameter message: in place of the reason's own words.
    init(
        _ reason: RefusalReason, message: String? = nil, details: RefusalDetails = RefusalDetails(),
        onDocumentCall: Bool, timestamp: String
    ) {
        let meaning = reason.meaning
        self.init(
            errorCode: (onDocumentCall ? reason.errorCodeOnDocumentCalls : meaning.errorCode).rawValue,
            errorMsg: message ?? meaning.message, status: meaning.status, timestamp: timestamp, reason: reason.rawValue,
            details: Details(details))
    }
}
