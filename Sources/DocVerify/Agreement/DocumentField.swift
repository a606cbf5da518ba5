/// One value of a document with what is known about it, as the readers of documents list them.
public struct DocumentField: Equatable, Codable, Sendable {
    public enum ValueStatus: String, Codable, Sendable {
        case notValidated
        case valid
        case invalid
    }

    public enum Outcome: String, Codable, Sendable {
        case ok
        case failed
        case undefined
    }

    /// The document reader's number for this kind of value.
    public let typeID: Int
    /// The document reader's English name, as clients compare it.
    public let name: String
    /// From the machine-readable zone; empty where it has none.
    public let mrzValue: String
    /// From the printed page; this form of the product reads none, so only computed values stand here.
    public let visualValue: String
    public let mrzStatus: ValueStatus
    public let visualStatus: ValueStatus

    /// Failed where a status is invalid, ok where one is valid, otherwise undefined.
    public var overall: Outcome {
        if mrzStatus == .invalid || visualStatus == .invalid { return .failed }
        return mrzStatus == .valid || visualStatus == .valid ? .ok : .undefined
    }
}

/// The kinds of value that an answer always lists, in its order, whether or not there is a value.
public enum DocumentFieldType: Int, CaseIterable, Sendable {
    case documentClassCode = 0
    case issuingStateCode = 1
    case documentNumber = 2
    case dateOfExpiry = 3
    case dateOfIssue = 4
    case dateOfBirth = 5
    case placeOfBirth = 6
    case surname = 8
    case givenNames = 9
    case nationality = 11
    case sex = 12
    case issuingAuthority = 24
    case surnameAndGivenNames = 25
    case nationalityCode = 26
    case mrzType = 35
    case optionalData = 36
    case issuingState = 38
    case mrzLines = 51
    case documentNumberCheckDigit = 80
    case birthDateCheckDigit = 81
    case expiryDateCheckDigit = 82
    case compositeCheckDigit = 84
    case age = 185
    case optionalDataCheckDigit = 195
    case otherValidIDs = 315
    case observations = 318
    case documentSignerIssuer = 327
    case monthsToExpire = 364
    case ageAtIssue = 522
    case yearsSinceIssue = 523

    public var name: String {
        switch self {
        case .documentClassCode: "Document Class Code"
        case .issuingStateCode: "Issuing State Code"
        case .documentNumber: "Document #"
        case .dateOfExpiry: "Date of expiry"
        case .dateOfIssue: "Date of issue"
        case .dateOfBirth: "Date of birth"
        case .placeOfBirth: "Place of Birth"
        case .surname: "Surname"
        case .givenNames: "Given names"
        case .nationality: "Nationality"
        case .sex: "Sex"
        case .issuingAuthority: "Issuing Authority"
        case .surnameAndGivenNames: "Surname And Given Names"
        case .nationalityCode: "Nationality Code"
        case .mrzType: "MRZ Type"
        case .optionalData: "Optional data"
        case .issuingState: "Issuing State"
        case .mrzLines: "MRZ Lines"
        case .documentNumberCheckDigit: "Check digit of document number"
        // The blank at the end is the reader's own; clients compare it.
        case .birthDateCheckDigit: "Check digit of birth date "
        case .expiryDateCheckDigit: "Check digit of expiry date"
        case .compositeCheckDigit: "Final check digit"
        case .age: "Age"
        case .optionalDataCheckDigit: "Check digit of 'Optional data'"
        case .otherValidIDs: "Other valid IDs"
        case .observations: "Observations"
        case .documentSignerIssuer: "DS Certificate Issuer"
        case .monthsToExpire: "Months to expire"
        case .ageAtIssue: "Age at issue"
        case .yearsSinceIssue: "Years since issue"
        }
    }
}
