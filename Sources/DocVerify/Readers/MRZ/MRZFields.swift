/// The values that an MRZ states.
struct MRZFields {
    let mrz: MachineReadableZone
    /// Its check digits fit and every character was read surely.
    let isChecked: Bool

    /// Those that are there, in the order of `DocumentFieldType`.
    var all: [SourceField] {
        DocumentFieldType.allCases.compactMap { type in
            value(of: type).map { SourceField(type, $0, status(of: type), mayBeCut: fillsItsColumns(type)) }
        }
    }

    /// Whether the last column of a name holds a letter.
    private func fillsItsColumns(_ type: DocumentFieldType) -> Bool {
        switch type {
        case .surname, .givenNames, .surnameAndGivenNames:
            [MRZElement.name, .givenNames].contains { mrz.field($0)?.raw.last.map { $0 != "<" } ?? false }
        default: false
        }
    }

    private func value(of type: DocumentFieldType) -> SourceField.Value? {
        switch type {
        case .dateOfExpiry: mrz.expiryDate.date.map(SourceField.Value.date)
        case .dateOfIssue: mrz.issueDate.map(SourceField.Value.date)
        case .dateOfBirth: mrz.birthDate.date.map(SourceField.Value.date)
        default: text(of: type).flatMap { $0.isEmpty ? nil : .text($0) }
        }
    }

    private func text(of type: DocumentFieldType) -> String? {
        switch type {
        case .documentClassCode: mrz.documentCode
        case .issuingStateCode: mrz.issuingState
        case .documentNumber: mrz.documentNumber
        case .surname: mrz.primaryIdentifier
        case .givenNames: mrz.secondaryIdentifier
        case .nationality: IssuingState(code: mrz.nationality)?.name
        case .sex: mrz.sex.rawValue
        case .surnameAndGivenNames:
            [mrz.primaryIdentifier, mrz.secondaryIdentifier].filter { !$0.isEmpty }.joined(separator: " ")
        case .nationalityCode: mrz.nationality
        case .mrzType: mrz.format.readerName
        case .optionalData: mrz.optionalData
        case .issuingState: IssuingState(code: mrz.issuingState)?.name
        // The document reader's own separator of lines.
        case .mrzLines: mrz.lines.joined(separator: "^")
        case .documentNumberCheckDigit: mrz.field(.documentNumber)?.checkDigit?.printed
        case .birthDateCheckDigit: mrz.field(.birthDate)?.checkDigit?.printed
        case .expiryDateCheckDigit: mrz.field(.expiryDate)?.checkDigit?.printed
        case .optionalDataCheckDigit: mrz.field(.optionalData)?.checkDigit?.printed
        case .compositeCheckDigit: mrz.compositeCheckDigit?.printed
        case .dateOfExpiry, .dateOfIssue, .dateOfBirth, .age, .monthsToExpire, .ageAtIssue, .yearsSinceIssue,
            .placeOfBirth, .issuingAuthority, .otherValidIDs, .observations, .documentSignerIssuer, .address,
            .licenceCategories:
            nil
        }
    }

    private func status(of type: DocumentFieldType) -> FieldStatus {
        switch type {
        case .documentNumber: status(.documentNumber, failing: [.documentNumberMissing])
        case .documentNumberCheckDigit: status(mrz.field(.documentNumber)?.checkDigit)
        case .dateOfBirth: status(.birthDate, failing: [.birthDateImpossible])
        case .birthDateCheckDigit: status(mrz.field(.birthDate)?.checkDigit)
        case .dateOfExpiry: status(.expiryDate, failing: [.expiryDateImpossible])
        case .expiryDateCheckDigit: status(mrz.field(.expiryDate)?.checkDigit)
        case .optionalData: status(.optionalData, failing: [])
        case .optionalDataCheckDigit: status(mrz.field(.optionalData)?.checkDigit)
        case .compositeCheckDigit: status(mrz.compositeCheckDigit)
        case .issuingStateCode, .issuingState:
            status(
                .issuingState, failing: [.issuingStateUnknown, .issuingStateMalformed, .issuingStateNotRecognised])
        case .nationality, .nationalityCode: status(.nationality, failing: [.nationalityUnknown])
        case .surname, .surnameAndGivenNames: status(.name, failing: [.nameMissing, .nameInterrupted])
        case .givenNames: status(.name, failing: [.nameInterrupted])
        case .sex: status(.sex, failing: [])
        case .documentClassCode: status(.documentCode, failing: [])
        case .mrzLines: mrz.hasValidCheckDigits ? plainStatus : .invalid
        case .mrzType, .dateOfIssue: plainStatus
        case .age, .monthsToExpire, .ageAtIssue, .yearsSinceIssue, .placeOfBirth, .issuingAuthority, .otherValidIDs,
            .observations, .documentSignerIssuer, .address, .licenceCategories:
            .notValidated
        }
    }

    /// Of a value that nothing speaks against.
    private var plainStatus: FieldStatus { isChecked ? .valid : .notValidated }

    private func status(_ element: MRZElement, failing: Set<MRZFinding>) -> FieldStatus {
        // The French card of 1988 has no columns for a nationality or an expiry, and says both.
        guard let field = mrz.field(element) else { return plainStatus }
        if field.checkDigit?.isCorrect == false || !field.hasAllowedCharacters { return .invalid }
        return mrz.findings.contains(where: failing.contains) ? .invalid : plainStatus
    }

    private func status(_ digit: CheckDigitResult?) -> FieldStatus {
        guard let digit else { return .notValidated }
        return digit.isCorrect ? plainStatus : .invalid
    }
}

extension MRZFormat {
    /// The document reader's name of an MRZ of this size.
    fileprivate var readerName: String {
        switch self {
        case .td1: "ID1"
        case .td2, .mrvB, .frenchCard1988: "ID2"
        case .td3, .mrvA: "ID3"
        case .drivingLicence: "IDL"
        }
    }
}
