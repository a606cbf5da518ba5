/// The kinds of value that a reading always lists, in its order, whether or not there is a value. Raw values are stored
/// and never renamed.
package enum DocumentFieldType: String, CaseIterable, Codable, Sendable {
    case documentClassCode, issuingStateCode, documentNumber, dateOfExpiry, dateOfIssue, dateOfBirth, placeOfBirth
    case surname, givenNames, nationality, sex, issuingAuthority, surnameAndGivenNames, nationalityCode
    case mrzType, optionalData, issuingState, mrzLines
    case documentNumberCheckDigit, birthDateCheckDigit, expiryDateCheckDigit, compositeCheckDigit
    case age, optionalDataCheckDigit, otherValidIDs, observations, documentSignerIssuer
    case monthsToExpire, ageAtIssue, yearsSinceIssue

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
            .documentSignerIssuer, .monthsToExpire, .ageAtIssue, .yearsSinceIssue:
            false
        }
    }

    /// The document reader's number for this kind of value.
    package var number: Int {
        switch self {
        case .documentClassCode: 0
        case .issuingStateCode: 1
        case .documentNumber: 2
        case .dateOfExpiry: 3
        case .dateOfIssue: 4
        case .dateOfBirth: 5
        case .placeOfBirth: 6
        case .surname: 8
        case .givenNames: 9
        case .nationality: 11
        case .sex: 12
        case .issuingAuthority: 24
        case .surnameAndGivenNames: 25
        case .nationalityCode: 26
        case .mrzType: 35
        case .optionalData: 36
        case .issuingState: 38
        case .mrzLines: 51
        case .documentNumberCheckDigit: 80
        case .birthDateCheckDigit: 81
        case .expiryDateCheckDigit: 82
        case .compositeCheckDigit: 84
        case .age: 185
        case .optionalDataCheckDigit: 195
        case .otherValidIDs: 315
        case .observations: 318
        case .documentSignerIssuer: 327
        case .monthsToExpire: 364
        case .ageAtIssue: 522
        case .yearsSinceIssue: 523
        }
    }

    /// The document reader's English name, as clients compare it.
    package var name: String {
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
        // The trailing space is the reader's own; clients compare it.
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
