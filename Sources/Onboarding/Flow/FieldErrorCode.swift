internal import DocVerify

/// The words of `overallResultInfo.fieldErrorCodes`: what was not found on a document, and why it is not verified. The first
/// four are the vendor's (its space included), the others ours in its style. Raw values are sent and never renamed.
enum FieldErrorCode: String, CaseIterable {
    case mrzMissing = "MRZ_NONE"
    case printedFieldsMissing = "VISUAL_NONE"
    case barcodeMissing = "BARCODE_NONE"
    case expired = "DOCUMENT EXPIRED"

    case portraitMissing = "PORTRAIT_NONE"
    /// The MRZ is there and could not be read surely: a better image is wanted.
    case imageQuality = "IMAGE_QUALITY"
    case checkDigit = "MRZ_CHECK_DIGIT"
    /// A date that does not exist, a state that is none, a name that is missing and the like.
    case mrzField = "MRZ_FIELD_INVALID"
    case imagesDisagree = "IMAGES_DISAGREE"
    case expiryUnknown = "VALIDITY_UNKNOWN"
    case specimen = "SPECIMEN"
    case authenticityNotChecked = "AUTHENTICITY_NOT_CHECKED"
    case ageRule = "AGE_RULE"
    case fieldRule = "FIELD_RULE"

    /// All that hold for what was read and the verdict on it, each once, in the order of the cases.
    static func all(
        mrz: MachineReadableZone?, hasPortrait: Bool, verdict: DocumentVerdict, today: CalendarDate
    ) -> [FieldErrorCode] {
        // Neither the printed fields nor barcodes are read in this form of the product.
        var found: Set<FieldErrorCode> = [.printedFieldsMissing, .barcodeMissing]
        if mrz == nil { found.insert(.mrzMissing) }
        if !hasPortrait { found.insert(.portraitMissing) }
        if mrz?.isExpired(on: today) == true { found.insert(.expired) }
        switch verdict {
        case .verified: break
        case .retry(let reason): found.insert(FieldErrorCode(reason))
        case .notVerified(let reasons): found.formUnion(reasons.map(FieldErrorCode.init))
        }
        return allCases.filter(found.contains)
    }

    private init(_ reason: RetryReason) {
        self =
            switch reason {
            case .mrzNotFound: .mrzMissing
            case .mrzTooSmall, .mrzBlurred, .mrzUnreadable, .mrzUncertain: .imageQuality
            }
    }

    private init(_ reason: DocumentVerdict.Reason) {
        self =
            switch reason {
            case .finding(let finding): finding.isCheckDigit ? .checkDigit : .mrzField
            case .imagesDisagree: .imagesDisagree
            case .expired: .expired
            case .expiryUnknown: .expiryUnknown
            case .specimen: .specimen
            case .authenticityNotChecked: .authenticityNotChecked
            case .tooYoung, .tooOld, .ageUnknown: .ageRule
            case .fieldNotValid: .fieldRule
            }
    }
}

extension MRZFinding {
    fileprivate var isCheckDigit: Bool {
        switch self {
        case .documentNumberCheckDigitWrong, .birthDateCheckDigitWrong, .expiryDateCheckDigitWrong,
            .optionalDataCheckDigitWrong, .compositeCheckDigitWrong:
            true
        default: false
        }
    }
}
