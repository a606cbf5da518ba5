internal import DocVerify
internal import Foundation
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore

extension AddDocumentRequest {
    var request: AddDocument.Request {
        let containers = documentsInfo.documentPayload?.request?.data?.containerList?.list ?? []
        let plain = (documentsInfo.documentImage ?? []).map { image in
            AddDocument.SubmittedImage(bytes: image.image.bytes, light: .init(number: image.lightingScheme))
        }
        let contained = containers.filter(\.holdsImage).compactMap { container in
            container.rawImageContainer?.image.map {
                AddDocument.SubmittedImage(bytes: $0.bytes, light: .init(number: container.light))
            }
        }
        return AddDocument.Request(
            enrollmentToken: enrollmentToken, rules: processingInstructions.map(AddDocument.ClientRules.init),
            images: plain + contained,
            imageCount: plain.count + containers.count(where: \.holdsImage),
            isCropped: documentsInfo.processParam?.alreadyCropped ?? false,
            hasEncryptedContainer: containers.contains(where: \.isEncrypted),
            givenFace: biometricsInfo?.facialImage?.image.flatMap(AddDocument.SubmittedFace.init(base64:)))
    }
}

extension AddDocument.SubmittedImage.Light {
    /// The document reader's number: 24 is infrared, 128 ultraviolet, all others are white.
    fileprivate init(number: Int?) {
        self = number == 24 || number == 128 ? .invisible : .white
    }
}

extension AddDocumentRequest.Container {
    /// DOCUMENT_IMAGE and RAW_UNCROPPED_IMAGE.
    fileprivate var holdsImage: Bool { resultType == 1 || resultType == 16 }

    /// The encrypted result and the licence to it, which only the vendor's own server can open.
    fileprivate var isEncrypted: Bool { resultType == 49 || resultType == 50 }
}

extension AddDocument.SubmittedFace {
    /// Nil for an empty text.
    fileprivate init?(base64 text: String) {
        guard !text.isEmpty else { return nil }
        self = Base64Bytes.decode(text).map { .image($0) } ?? .unreadable
    }
}

extension AddDocument.ClientRules {
    fileprivate init(_ wire: AddDocumentRequest.ProcessingInstructions) {
        let rules = wire.documentValidationRules
        self.init(
            minimumAge: (rules?.minimumAge, rules?.validateMinimumAge == true),
            maximumAge: (rules?.maximumAge, rules?.validateMaximumAge == true),
            asksForUnexpired: rules?.validateDocumentNotExpired == true,
            fieldRules: (wire.fieldsToValidate ?? []).map {
                FieldRule(documentKeyword: $0.docTypeKeyword, fields: $0.fields)
            })
    }
}

extension AddDocumentResponse {
    init(_ result: AddDocument.Result) {
        let isRetry = result.decision == .retryCapture
        let reason: StepReason? =
            result.decision == .portraitReused
            ? .portraitReused : result.faceReopening.map { StepReason($0.reason) }
        self.init(
            enrollmentStatus: EnrollmentStatus(result.standing.status),
            registrationCode: result.standing.registrationCode,
            matchResult: result.hadNoFaceToCompare ? nil : !isRetry && result.isMatching && reason == nil,
            matchScore: isRetry ? 0 : result.portraitScore?.roundedForAnswers ?? 0,
            ocrResults: OCRResults(result.document), retryDocumentCapture: isRetry,
            documentVerificationResult: !isRetry && result.document.isVerified,
            // Nothing speaks against the document.
            reason: result.isDuplicate == true ? .duplicateEnrollment : reason,
            nextStep: result.faceReopening?.nextStep, prescribedTurn: result.faceReopening.map { HeadTurn($0.turn) },
            challengeRequired: result.requiresChallenge, recapture: result.recaptureCauses)
    }
}

extension OCRResults {
    fileprivate init(_ document: ReadDocument) {
        let checked = document.fields.filter { $0.check != .undefined }
        let passed = checked.filter { $0.check == .ok }
        self.init(
            mrzPresence: document.hasMRZ,
            documentType: document.typeName,
            fidType: document.kindName, fidTypeId: String(document.kindNumber), countryName: document.countryName,
            icaoCode: document.stateCode,
            // Never OK as long as nobody looks at genuineness: what was not checked stays undefined (decision 0012).
            overallResult: document.isRefused ? .failed : .undefined,
            overallResultScore: checked.isEmpty ? 0 : passed.count * 100 / checked.count,
            overallResultInfo: .init(
                fieldErrorCodes: document.findings.map(\.code), analysisEngineErrorCodes: ["AUTHENTICITY_NULL"],
                numberOfImages: document.imageCount, imagePairValid: document.isImagePairValid),
            portraitImage: document.portrait?.base64EncodedString() ?? "",
            documentValidationRulesResult: document.ruleResults.map { results in
                RuleResults(requestedDocumentValidationRuleResults: results.mapValues { $0 ? .ok : .failed })
            }, fieldType: document.fields.map(FieldTypeEntry.init))
    }
}

extension ReadDocument {
    /// The issuing state and the kind, as far as they are known.
    var typeName: String { [countryName, kindName].filter { !$0.isEmpty }.joined(separator: " - ") }
}

extension FieldTypeEntry {
    init(_ field: ReadDocument.Field) {
        self.init(
            name: field.type.name, typeId: field.type.number, overallResult: CheckResultWord(field.check),
            fieldResult: .init(
                mrz: field.mrz, visual: field.visual, isMrzStatusValid: ValidationWord(field.mrzStatus),
                isVisualStatusValid: ValidationWord(field.visualStatus),
                mrzVisualCompareValid: ComparisonWord(field.printComparison)))
    }
}

extension CheckResultWord {
    fileprivate init(_ check: DocumentField.Check) {
        self =
            switch check {
            case .ok: .ok
            case .failed: .failed
            case .undefined: .undefined
            }
    }
}

extension ComparisonWord {
    fileprivate init(_ comparison: PrintComparison?) {
        self = comparison.map { $0.isEqual ? .equal : .different } ?? .notCompared
    }
}

extension ValidationWord {
    fileprivate init(_ status: FieldStatus) {
        self =
            switch status {
            case .notValidated: .notValidated
            case .valid: .valid
            case .invalid: .invalid
            }
    }
}

extension ReadDocument.Finding {
    /// The word of `overallResultInfo.fieldErrorCodes`. The first four are the vendor's (its space included), the others
    /// ours in its style. Sent, and never renamed.
    var code: String {
        switch self {
        case .mrzMissing: "MRZ_NONE"
        case .printedFieldsMissing: "VISUAL_NONE"
        case .barcodeMissing: "BARCODE_NONE"
        case .expired: "DOCUMENT EXPIRED"
        case .portraitMissing: "PORTRAIT_NONE"
        case .imageQuality: "IMAGE_QUALITY"
        case .checkDigit: "MRZ_CHECK_DIGIT"
        case .mrzField: "MRZ_FIELD_INVALID"
        case .imagesDisagree: "IMAGES_DISAGREE"
        case .expiryUnknown: "VALIDITY_UNKNOWN"
        case .specimen: "SPECIMEN"
        case .authenticityNotChecked: "AUTHENTICITY_NOT_CHECKED"
        case .ageRule: "AGE_RULE"
        case .fieldRule: "FIELD_RULE"
        }
    }
}
