/// The kinds of value that a reading lists, in its order. Raw values are stored and never renamed.
package enum DocumentFieldType: String, CaseIterable, Codable, Sendable {
    case documentClassCode, issuingStateCode, documentNumber, dateOfExpiry, dateOfIssue, dateOfBirth, placeOfBirth
    case surname, givenNames, nationality, sex, issuingAuthority, surnameAndGivenNames, nationalityCode
    case mrzType, optionalData, issuingState, mrzLines
    case documentNumberCheckDigit, birthDateCheckDigit, expiryDateCheckDigit, compositeCheckDigit
    case age, optionalDataCheckDigit, otherValidIDs, observations, documentSignerIssuer
    case monthsToExpire, ageAtIssue, yearsSinceIssue
    case address, licenceCategories

    /// Whether a reading lists it without a value too: the thirty that the document reader lists of every document.
    package var isAlwaysListed: Bool {
        switch self {
        case .address, .licenceCategories: false
        default: true
        }
    }

    /// Whether the value is computed from dates and the reference day.
    package var isComputed: Bool {
        switch self {
        case .age, .monthsToExpire, .ageAtIssue, .yearsSinceIssue: true
        default: false
        }
    }

    /// Whether the value describes the document or its holder, so that every source that states it must state the same.
    /// The others describe the source itself, are computed, or are cut and coded differently from source to source.
    package var isComparable: Bool {
        switch self {
        case .documentNumber, .dateOfExpiry, .dateOfIssue, .dateOfBirth, .surname, .givenNames, .sex, .nationalityCode,
            .issuingStateCode:
            true
        case .documentClassCode, .placeOfBirth, .nationality, .issuingAuthority, .surnameAndGivenNames, .mrzType,
            .optionalData, .issuingState, .mrzLines, .documentNumberCheckDigit, .birthDateCheckDigit,
            .expiryDateCheckDigit, .compositeCheckDigit, .age, .optionalDataCheckDigit, .otherValidIDs, .observations,
            .documentSignerIssuer, .monthsToExpire, .ageAtIssue, .yearsSinceIssue, .address, .licenceCategories:
            false
        }
    }

    /// The document reader's number for this kind of value.
    package var number: Int { entry.number }

    /// The document reader's English name, as clients compare it.
    package var name: String { entry.name }

    /// Of the document reader's list.
    private var entry: (number: Int, name: String) {
        switch self {
        case .documentClassCode: (0, "Document Class Code")
        case .issuingStateCode: (1, "Issuing State Code")
        case .documentNumber: (2, "Document #")
        case .dateOfExpiry: (3, "Date of expiry")
        case .dateOfIssue: (4, "Date of issue")
        case .dateOfBirth: (5, "Date of birth")
        case .placeOfBirth: (6, "Place of Birth")
        case .surname: (8, "Surname")
        case .givenNames: (9, "Given names")
        case .nationality: (11, "Nationality")
        case .sex: (12, "Sex")
        case .issuingAuthority: (24, "Issuing Authority")
        case .surnameAndGivenNames: (25, "Surname And Given Names")
        case .nationalityCode: (26, "Nationality Code")
        case .mrzType: (35, "MRZ Type")
        case .optionalData: (36, "Optional data")
        case .issuingState: (38, "Issuing State")
        case .mrzLines: (51, "MRZ Lines")
        case .documentNumberCheckDigit: (80, "Check digit of document number")
        // The trailing space is the reader's own; clients compare it.
        case .birthDateCheckDigit: (81, "Check digit of birth date ")
        case .expiryDateCheckDigit: (82, "Check digit of expiry date")
        case .compositeCheckDigit: (84, "Final check digit")
        case .age: (185, "Age")
        case .optionalDataCheckDigit: (195, "Check digit of 'Optional data'")
        case .otherValidIDs: (315, "Other valid IDs")
        case .observations: (318, "Observations")
        case .documentSignerIssuer: (327, "DS Certificate Issuer")
        case .monthsToExpire: (364, "Months to expire")
        case .ageAtIssue: (522, "Age at issue")
        case .yearsSinceIssue: (523, "Years since issue")
        case .address: (17, "Address")
        case .licenceCategories: (20, "DL class")
        }
    }
}
