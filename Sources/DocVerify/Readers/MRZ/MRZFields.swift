extension DocumentField {
    /// All fields that an answer lists, in its order; empty and undefined where the MRZ says nothing.
    ///
    /// - Parameters:
    ///   - isChecked: the MRZ's digits fit and every character was read surely. Without it no value is called valid.
    ///   - today: the day that ages and remaining months are counted for.
    public static func all(
        of mrz: MachineReadableZone?, isChecked: Bool, today: CalendarDate
    ) -> [DocumentField] {
        guard let mrz else {
            return DocumentFieldType.allCases.map {
                DocumentField(
                    typeID: $0.rawValue, name: $0.name, mrzValue: "", visualValue: "", mrzStatus: .notValidated,
                    visualStatus: .notValidated)
            }
        }
        let source = MRZFields(mrz: mrz, isChecked: isChecked, today: today)
        return DocumentFieldType.allCases.map(source.field)
    }
}

private struct MRZFields {
    let mrz: MachineReadableZone
    let isChecked: Bool
    let today: CalendarDate

    func field(_ type: DocumentFieldType) -> DocumentField {
        let value = value(of: type)
        let status = value.isEmpty ? .notValidated : status(of: type)
        let isComputed = isComputed(type)
        return DocumentField(
            typeID: type.rawValue, name: type.name, mrzValue: value,
            // Clients read computed values, the age above all, from the visual column.
            visualValue: isComputed ? value : "",
            mrzStatus: status, visualStatus: isComputed ? status : .notValidated)
    }

    private func isComputed(_ type: DocumentFieldType) -> Bool {
        switch type {
        case .age, .monthsToExpire, .ageAtIssue, .yearsSinceIssue: true
        default: false
        }
    }

    private func value(of type: DocumentFieldType) -> String {
        switch type {
        case .documentClassCode: mrz.documentCode
        case .issuingStateCode: mrz.issuingState
        case .documentNumber: mrz.documentNumber
        case .dateOfExpiry: mrz.expiryDate.text
        case .dateOfIssue: mrz.issueDate?.text ?? ""
        case .dateOfBirth: mrz.birthDate.text
        case .surname: mrz.primaryIdentifier
        case .givenNames: mrz.secondaryIdentifier
        case .nationality: IssuingState(code: mrz.nationality)?.name ?? ""
        case .sex: mrz.sex.rawValue
        case .surnameAndGivenNames:
            [mrz.primaryIdentifier, mrz.secondaryIdentifier].filter { !$0.isEmpty }.joined(separator: " ")
        case .nationalityCode: mrz.nationality
        case .mrzType: mrz.format.readerName
        case .optionalData: mrz.optionalData
        case .issuingState: IssuingState(code: mrz.issuingState)?.name ?? ""
        // The reader's own separator of lines.
        case .mrzLines: mrz.lines.joined(separator: "^")
        case .documentNumberCheckDigit: mrz.field(.documentNumber)?.checkDigit?.printed ?? ""
        case .birthDateCheckDigit: mrz.field(.birthDate)?.checkDigit?.printed ?? ""
        case .expiryDateCheckDigit: mrz.field(.expiryDate)?.checkDigit?.printed ?? ""
        case .optionalDataCheckDigit: mrz.field(.optionalData)?.checkDigit?.printed ?? ""
        case .compositeCheckDigit: mrz.compositeCheckDigit?.printed ?? ""
        case .age: mrz.age(on: today).map(String.init) ?? ""
        case .monthsToExpire: mrz.monthsToExpire(on: today).map(String.init) ?? ""
        case .ageAtIssue: ageAtIssue.map(String.init) ?? ""
        case .yearsSinceIssue:
            mrz.issueDate?.earliest.map { String($0.wholeYears(until: today)) } ?? ""
        case .placeOfBirth, .issuingAuthority, .otherValidIDs, .observations, .documentSignerIssuer: ""
        }
    }

    private func status(of type: DocumentFieldType) -> DocumentField.ValueStatus {
        switch type {
        case .documentNumber: status(.documentNumber, failing: [.documentNumberMissing])
        case .documentNumberCheckDigit: status(mrz.field(.documentNumber)?.checkDigit)
        case .dateOfBirth, .age, .ageAtIssue: status(.birthDate, failing: [.birthDateImpossible])
        case .birthDateCheckDigit: status(mrz.field(.birthDate)?.checkDigit)
        case .dateOfExpiry, .monthsToExpire:
            mrz.isExpired(on: today) == true ? .invalid : status(.expiryDate, failing: [.expiryDateImpossible])
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
        case .mrzLines: mrz.hasValidCheckDigits ? (isChecked ? .valid : .notValidated) : .invalid
        case .mrzType, .dateOfIssue, .yearsSinceIssue: isChecked ? .valid : .notValidated
        case .placeOfBirth, .issuingAuthority, .otherValidIDs, .observations, .documentSignerIssuer: .notValidated
        }
    }

    private func status(_ element: MRZElement, failing: Set<MRZFinding>) -> DocumentField.ValueStatus {
        // The French card of 1988 has no columns for a nationality or an expiry, and says both.
        guard let field = mrz.field(element) else { return isChecked ? .valid : .notValidated }
        if field.checkDigit?.isCorrect == false || !field.hasAllowedCharacters { return .invalid }
        if mrz.findings.contains(where: failing.contains) { return .invalid }
        return isChecked ? .valid : .notValidated
    }

    private func status(_ digit: CheckDigitResult?) -> DocumentField.ValueStatus {
        guard let digit else { return .notValidated }
        return digit.isCorrect ? (isChecked ? .valid : .notValidated) : .invalid
    }

    private var ageAtIssue: Int? {
        guard let born = mrz.birthDate.date?.complete, let issued = mrz.issueDate?.earliest else { return nil }
        return born.wholeYears(until: issued)
    }
}

extension MRZFormat {
    /// The document reader's name of an MRZ of this size.
    public var readerName: String {
        switch self {
        case .td1: "ID1"
        case .td2, .mrvB, .frenchCard1988: "ID2"
        case .td3, .mrvA: "ID3"
        case .drivingLicence: "IDL"
        }
    }
}

extension MachineReadableZone {
    /// Whole years of the holder on `today`. A birth date of which parts are unknown gives the least age that it allows,
    /// so that nobody passes an age limit by an unreadable day.
    public func age(on today: CalendarDate) -> Int? {
        birthDate.date?.latest.map { max(0, $0.wholeYears(until: today)) }
    }

    /// Whole months until the last day of validity; negative after it, nil where the MRZ states none.
    public func monthsToExpire(on today: CalendarDate) -> Int? {
        expiryDate.date?.latest.map { today.wholeMonths(until: $0) }
    }

    /// What kind of document its code says.
    public var kind: DocumentKind { DocumentKind(code: documentCode, format: format) }

    /// The issuing state in English; the code itself where no table has it.
    public var issuingStateName: String { IssuingState(code: issuingState)?.name ?? issuingState }

    /// Country and kind, as the document reader names documents: `Germany - Passport`.
    public var documentTypeText: String { issuingStateName + " - " + kind.name }
}
