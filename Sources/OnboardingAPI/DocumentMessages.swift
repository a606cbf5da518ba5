/// addDocumentOCR: images of an identity document under the enrollment's token.
public struct AddDocumentRequest: Codable, Equatable, Sendable {
    public struct Image: Codable, Equatable, Sendable {
        /// JPEG, PNG, WebP, HEIC or AVIF.
        public var image: Base64Bytes
        /// `.jpeg`, `JPG`, `png` …: not trusted: the bytes say what they are.
        public var format: String?
        /// The reader's light number; 24 (infrared) and 128 (ultraviolet) cannot be read, all others are white.
        public var lightingScheme: Int?

        public init(image: [UInt8], format: String? = ".jpeg", lightingScheme: Int? = 6) {
            self.image = Base64Bytes(image)
            self.format = format
            self.lightingScheme = lightingScheme
        }
    }

    public struct ProcessParameters: Codable, Equatable, Sendable {
        public var alreadyCropped: Bool?
    }

    /// A container of the vendor's document reader. Only open images in it are used.
    public struct Container: Codable, Equatable, Sendable {
        public struct RawImage: Codable, Equatable, Sendable {
            public var format: String?
            public var image: Base64Bytes?
        }

        public var resultType: Int?
        public var light: Int?
        public var rawImageContainer: RawImage?

        enum CodingKeys: String, CodingKey {
            case resultType = "result_type"
            case light
            case rawImageContainer = "RawImageContainer"
        }
    }

    public struct ContainerList: Codable, Equatable, Sendable {
        public var list: [Container]?

        enum CodingKeys: String, CodingKey {
            case list = "List"
        }
    }

    public struct PayloadData: Codable, Equatable, Sendable {
        public var containerList: ContainerList?

        enum CodingKeys: String, CodingKey {
            case containerList = "ContainerList"
        }
    }

    public struct PayloadRequest: Codable, Equatable, Sendable {
        public var data: PayloadData?
    }

    public struct Payload: Codable, Equatable, Sendable {
        public var request: PayloadRequest?
    }

    public struct DocumentsInfo: Codable, Equatable, Sendable {
        public var documentImage: [Image]?
        public var documentPayload: Payload?
        public var processParam: ProcessParameters?

        public init(documentImage: [Image], alreadyCropped: Bool = false) {
            self.documentImage = documentImage
            processParam = ProcessParameters(alreadyCropped: alreadyCropped)
        }
    }

    /// Rules that a client adds; they can only make the tenant's stricter.
    public struct ValidationRules: Codable, Equatable, Sendable {
        public var minimumAge: Int?
        public var maximumAge: Int?
        public var validateMinimumAge: Bool?
        public var validateMaximumAge: Bool?
        public var validateDocumentNotExpired: Bool?

        public init(
            minimumAge: Int? = nil, maximumAge: Int? = nil, validateMinimumAge: Bool? = nil,
            validateMaximumAge: Bool? = nil, validateDocumentNotExpired: Bool? = nil
        ) {
            self.minimumAge = minimumAge
            self.maximumAge = maximumAge
            self.validateMinimumAge = validateMinimumAge
            self.validateMaximumAge = validateMaximumAge
            self.validateDocumentNotExpired = validateDocumentNotExpired
        }
    }

    /// Fields that must have been read and be valid, where the document's type has the keyword in it.
    public struct FieldsToValidate: Codable, Equatable, Sendable {
        public var docTypeKeyword: String
        /// Names of `FieldTypeEntry`, or `*` for all that were read.
        public var fields: [String]

        public init(docTypeKeyword: String, fields: [String]) {
            self.docTypeKeyword = docTypeKeyword
            self.fields = fields
        }
    }

    public struct ProcessingInstructions: Codable, Equatable, Sendable {
        public var documentValidationRules: ValidationRules?
        public var fieldsToValidate: [FieldsToValidate]?

        public init(documentValidationRules: ValidationRules?, fieldsToValidate: [FieldsToValidate]? = nil) {
            self.documentValidationRules = documentValidationRules
            self.fieldsToValidate = fieldsToValidate
        }
    }

    /// A face to compare the portrait with where the enrollment asks for no live one; ignored where it does.
    public struct BiometricsInfo: Codable, Equatable, Sendable {
        public struct FacialImage: Codable, Equatable, Sendable {
            /// Base64 of a JPEG, PNG, WebP, HEIC or AVIF. A text here, because what is ignored is not looked at either.
            public var image: String?
        }

        public var facialImage: FacialImage?
    }

    public var enrollmentToken: String
    public var documentsInfo: DocumentsInfo
    public var processingInstructions: ProcessingInstructions?
    public var biometricsInfo: BiometricsInfo?

    public init(
        enrollmentToken: String, documentsInfo: DocumentsInfo, processingInstructions: ProcessingInstructions? = nil
    ) {
        self.enrollmentToken = enrollmentToken
        self.documentsInfo = documentsInfo
        self.processingInstructions = processingInstructions
    }
}

/// A check's result as the document reader words it.
public enum CheckResultWord: String, Codable, Sendable {
    case ok = "OK"
    case failed = "FAILED"
    case undefined = "UNDEFINED"
}

/// Whether one source of a field is valid in itself.
public enum ValidationWord: String, Codable, Sendable {
    case notValidated = "NOT_VALIDATED"
    case valid = "VALIDATE_TRUE"
    case invalid = "VALIDATE_FALSE"
}

/// Whether two sources of a field agree.
public enum ComparisonWord: String, Codable, Sendable {
    case notCompared = "NOT_COMPARED"
    case equal = "COMPARE_TRUE"
    case different = "COMPARE_FALSE"
}

/// One entry of `ocrResults.fieldType`.
public struct FieldTypeEntry: Codable, Equatable, Sendable {
    /// Empty strings, never null, for what is absent.
    public struct FieldResult: Codable, Equatable, Sendable {
        public var mrz: String
        public var visual: String
        public var barcode = ""
        public var isMrzStatusValid: ValidationWord
        public var isVisualStatusValid: ValidationWord
        public var isBarcodeStatusValid = ValidationWord.notValidated
        public var mrzVisualCompareValid: ComparisonWord
        public var mrzBarcodeCompareValid = ComparisonWord.notCompared
        public var visualBarcodeCompareValid = ComparisonWord.notCompared

        public init(
            mrz: String = "", visual: String = "", isMrzStatusValid: ValidationWord = .notValidated,
            isVisualStatusValid: ValidationWord = .notValidated, mrzVisualCompareValid: ComparisonWord = .notCompared
        ) {
            self.mrz = mrz
            self.visual = visual
            self.isMrzStatusValid = isMrzStatusValid
            self.isVisualStatusValid = isVisualStatusValid
            self.mrzVisualCompareValid = mrzVisualCompareValid
        }
    }

    public let name: String
    /// The document reader's text-field number.
    public let typeId: Int
    public let overallResult: CheckResultWord
    public let fieldResult: FieldResult

    public init(name: String, typeId: Int, overallResult: CheckResultWord, fieldResult: FieldResult) {
        self.name = name
        self.typeId = typeId
        self.overallResult = overallResult
        self.fieldResult = fieldResult
    }
}

/// What was read from a document.
public struct OCRResults: Codable, Equatable, Sendable {
    public struct OverallResultInfo: Codable, Equatable, Sendable {
        public var fieldErrorCodes: [String]
        public var analysisEngineErrorCodes: [String]
        public var numberOfImages: Int
        public var imagePairValid: Bool

        public init(
            fieldErrorCodes: [String], analysisEngineErrorCodes: [String], numberOfImages: Int, imagePairValid: Bool
        ) {
            self.fieldErrorCodes = fieldErrorCodes
            self.analysisEngineErrorCodes = analysisEngineErrorCodes
            self.numberOfImages = numberOfImages
            self.imagePairValid = imagePairValid
        }
    }

    public struct ImagePatternCheck: Codable, Equatable, Sendable {
        public var securityElements: [String] = []
        public let overallResult: CheckResultWord
    }

    public struct AuthenticityResult: Codable, Equatable, Sendable {
        public let authenticityImagePatternCheck: ImagePatternCheck
        public let overallResult: CheckResultWord

        public init(overallResult: CheckResultWord) {
            authenticityImagePatternCheck = ImagePatternCheck(overallResult: overallResult)
            self.overallResult = overallResult
        }
    }

    public struct RuleResults: Codable, Equatable, Sendable {
        /// Rule name → OK or FAILED.
        public let requestedDocumentValidationRuleResults: [String: CheckResultWord]

        public init(requestedDocumentValidationRuleResults: [String: CheckResultWord]) {
            self.requestedDocumentValidationRuleResults = requestedDocumentValidationRuleResults
        }
    }

    public var mrzPresence: Bool
    public var documentType: String
    public var documentTypeId = "0"
    public var year = ""
    public var fidType: String
    public var fidTypeId: String
    public var countryName: String
    public var icaoCode: String
    public var overallResult: CheckResultWord
    /// 0 … 100: the share of the checks that could be made and passed.
    public var overallResultScore: Int
    public var overallResultInfo: OverallResultInfo
    public var authenticityResult = AuthenticityResult(overallResult: .undefined)
    public var rfidPresence = 0
    public let rfidValidationResults = ChipResults()
    /// JPEG, base64; empty where none was found.
    public var portraitImage: String
    public var signatureImage = ""
    public var icaoVerificationResult = false
    /// Only when rules were sent.
    public var documentValidationRulesResult: RuleResults?
    public var fieldType: [FieldTypeEntry]
    /// Ours. Where the document lies in each image that shows it; absent where no image does, and in answers of before it was found.
    public var documentPosition: [DocumentPosition]?

    public init(
        mrzPresence: Bool, documentType: String, fidType: String, fidTypeId: String, countryName: String,
        icaoCode: String, overallResult: CheckResultWord, overallResultScore: Int,
        overallResultInfo: OverallResultInfo, portraitImage: String, documentValidationRulesResult: RuleResults?,
        fieldType: [FieldTypeEntry]
    ) {
        self.mrzPresence = mrzPresence
        self.documentType = documentType
        self.fidType = fidType
        self.fidTypeId = fidTypeId
        self.countryName = countryName
        self.icaoCode = icaoCode
        self.overallResult = overallResult
        self.overallResultScore = overallResultScore
        self.overallResultInfo = overallResultInfo
        self.portraitImage = portraitImage
        self.documentValidationRulesResult = documentValidationRulesResult
        self.fieldType = fieldType
    }

    enum CodingKeys: String, CodingKey {
        case mrzPresence, documentType, documentTypeId, year, fidType, fidTypeId, countryName, icaoCode, overallResult
        case overallResultScore, overallResultInfo, authenticityResult, rfidPresence, rfidValidationResults
        case portraitImage, signatureImage, icaoVerificationResult, documentValidationRulesResult, fieldType
        case documentPosition
    }
}

/// What a chip said: written as null until chips are read, as in the guide's sample, and never read.
public struct ChipResults: Codable, Equatable, Sendable {
    init() {}

    public init(from decoder: any Decoder) {}

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

public struct AddDocumentResponse: Codable, Equatable, Sendable {
    public let enrollmentStatus: EnrollmentStatus
    public let registrationCode: String
    /// Whether the document's portrait is the live face, and not a photograph of it in another's place; absent where there was
    /// no face to compare it with.
    public let matchResult: Bool?
    /// −log10 of the false match rate; 0 where no comparison was made. Absent where whoever asks sees no scores.
    public private(set) var matchScore: Double?
    public let ocrResults: OCRResults
    /// The image could not be used: nothing was decided, try again.
    public let retryDocumentCapture: Bool
    public let documentVerificationResult: Bool
    public var icaoVerificationResult = false
    public let icaoChipValidationResults = ChipResults()
    /// Ours, and absent where the vendor's members say everything.
    public let reason: StepReason?
    /// The step that has to be done once more; absent where the order of `requiredChecks` says what comes next.
    public let nextStep: RequiredCheck?
    /// What the next capture of the face has to show, beside the face straight on.
    public let prescribedTurn: HeadTurn?
    /// true where the next capture of the face has to answer a challenge, else absent.
    public let challengeRequired: Bool?
    /// Absent where no other capture is asked for.
    public let recapture: [RecaptureCause]?

    public init(
        enrollmentStatus: EnrollmentStatus, registrationCode: String, matchResult: Bool?, matchScore: Double?,
        ocrResults: OCRResults, retryDocumentCapture: Bool, documentVerificationResult: Bool,
        reason: StepReason? = nil, nextStep: RequiredCheck? = nil, prescribedTurn: HeadTurn? = nil,
        challengeRequired: Bool? = nil, recapture: [RecaptureCause]? = nil
    ) {
        self.enrollmentStatus = enrollmentStatus
        self.registrationCode = registrationCode
        self.matchResult = matchResult
        self.matchScore = matchScore
        self.ocrResults = ocrResults
        self.retryDocumentCapture = retryDocumentCapture
        self.documentVerificationResult = documentVerificationResult
        self.reason = reason
        self.nextStep = nextStep
        self.prescribedTurn = prescribedTurn
        self.challengeRequired = challengeRequired
        self.recapture = recapture
    }

    enum CodingKeys: String, CodingKey {
        case enrollmentStatus, registrationCode, matchResult, matchScore, ocrResults, retryDocumentCapture
        case documentVerificationResult, icaoVerificationResult, icaoChipValidationResults
        case reason, nextStep, prescribedTurn, challengeRequired, recapture
    }
}

extension AddDocumentResponse {
    /// For whom the scores are not.
    public var withoutScores: AddDocumentResponse {
        var answer = self
        answer.matchScore = nil
        return answer
    }
}
