extension DocumentField {
    /// All fields that an answer lists, in its order; empty and undefined where the zone says nothing.
    ///
    /// - Parameters:
    ///   - isChecked: the zone's digits fit and every character was read surely. Without it no value is called valid.
    ///   - today: the day that ages and remaining months are counted for.
    public static func all(
        of zone: MachineReadableZone?, isChecked: Bool, today: CalendarDate
    ) -> [DocumentField] {
        guard let zone else {
            return DocumentFieldType.allCases.map {
                DocumentField(
                    typeID: $0.rawValue, name: $0.name, zoneValue: "", visualValue: "", zoneStatus: .notValidated,
                    visualStatus: .notValidated)
            }
        }
        let source = ZoneFields(zone: zone, isChecked: isChecked, today: today)
        return DocumentFieldType.allCases.map(source.field)
    }
}

private struct ZoneFields {
    let zone: MachineReadableZone
    let isChecked: Bool
    let today: CalendarDate

    func field(_ type: DocumentFieldType) -> DocumentField {
        let value = value(of: type)
        let status = value.isEmpty ? .notValidated : status(of: type)
        let isComputed = isComputed(type)
        return DocumentField(
            typeID: type.rawValue, name: type.name, zoneValue: value,
            // Clients read computed values, the age above all, from the visual column.
            visualValue: isComputed ? value : "",
            zoneStatus: status, visualStatus: isComputed ? status : .notValidated)
    }

    private func isComputed(_ type: DocumentFieldType) -> Bool {
        switch type {
        case .age, .monthsToExpire, .ageAtIssue, .yearsSinceIssue: true
        default: false
        }
    }

    private func value(of type: DocumentFieldType) -> String {
        switch type {
        case .documentClassCode: zone.documentCode
        case .issuingStateCode: zone.issuingState
        case .documentNumber: zone.documentNumber
        case .dateOfExpiry: zone.expiryDate.text
        case .dateOfIssue: zone.issueDate?.text ?? ""
        case .dateOfBirth: zone.birthDate.text
        case .surname: zone.primaryIdentifier
        case .givenNames: zone.secondaryIdentifier
        case .nationality: IssuingState(code: zone.nationality)?.name ?? ""
        case .sex: zone.sex.rawValue
        case .surnameAndGivenNames:
            [zone.primaryIdentifier, zone.secondaryIdentifier].filter { !$0.isEmpty }.joined(separator: " ")
        case .nationalityCode: zone.nationality
        case .zoneType: zone.format.readerName
        case .optionalData: zone.optionalData
        case .issuingState: IssuingState(code: zone.issuingState)?.name ?? ""
        // The reader's own separator of lines.
        case .zoneLines: zone.lines.joined(separator: "^")
        case .documentNumberCheckDigit: zone.field(.documentNumber)?.checkDigit?.printed ?? ""
        case .birthDateCheckDigit: zone.field(.birthDate)?.checkDigit?.printed ?? ""
        case .expiryDateCheckDigit: zone.field(.expiryDate)?.checkDigit?.printed ?? ""
        case .optionalDataCheckDigit: zone.field(.optionalData)?.checkDigit?.printed ?? ""
        case .compositeCheckDigit: zone.compositeCheckDigit?.printed ?? ""
        case .age: zone.age(on: today).map(String.init) ?? ""
        case .monthsToExpire: zone.monthsToExpire(on: today).map(String.init) ?? ""
        case .ageAtIssue: ageAtIssue.map(String.init) ?? ""
        case .yearsSinceIssue:
            zone.issueDate?.earliest.map { String($0.wholeYears(until: today)) } ?? ""
        case .placeOfBirth, .issuingAuthority, .otherValidIDs, .observations, .documentSignerIssuer: ""
        }
    }

    private func status(of type: DocumentFieldType) -> DocumentField.ValueStatus {
        switch type {
        case .documentNumber: status(.documentNumber, failing: [.documentNumberMissing])
        case .documentNumberCheckDigit: status(zone.field(.documentNumber)?.checkDigit)
        case .dateOfBirth, .age, .ageAtIssue: status(.birthDate, failing: [.birthDateImpossible])
        case .birthDateCheckDigit: status(zone.field(.birthDate)?.checkDigit)
        case .dateOfExpiry, .monthsToExpire:
            zone.isExpired(on: today) == true ? .invalid : status(.expiryDate, failing: [.expiryDateImpossible])
        case .expiryDateCheckDigit: status(zone.field(.expiryDate)?.checkDigit)
        case .optionalData: status(.optionalData, failing: [])
        case .optionalDataCheckDigit: status(zone.field(.optionalData)?.checkDigit)
        case .compositeCheckDigit: status(zone.compositeCheckDigit)
        case .issuingStateCode, .issuingState:
            status(
                .issuingState, failing: [.issuingStateUnknown, .issuingStateMalformed, .issuingStateNotRecognised])
        case .nationality, .nationalityCode: status(.nationality, failing: [.nationalityUnknown])
        case .surname, .surnameAndGivenNames: status(.name, failing: [.nameMissing, .nameInterrupted])
        case .givenNames: status(.name, failing: [.nameInterrupted])
        case .sex: status(.sex, failing: [])
        case .documentClassCode: status(.documentCode, failing: [])
        case .zoneLines: zone.hasValidCheckDigits ? (isChecked ? .valid : .notValidated) : .invalid
        case .zoneType, .dateOfIssue, .yearsSinceIssue: isChecked ? .valid : .notValidated
        case .placeOfBirth, .issuingAuthority, .otherValidIDs, .observations, .documentSignerIssuer: .notValidated
        }
    }

    private func status(_ element: ZoneElement, failing: Set<ZoneFinding>) -> DocumentField.ValueStatus {
        // The French card of 1988 has no columns for a nationality or an expiry, and says both.
        guard let field = zone.field(element) else { return isChecked ? .valid : .notValidated }
        if field.checkDigit?.isCorrect == false || !field.hasAllowedCharacters { return .invalid }
        if zone.findings.contains(where: failing.contains) { return .invalid }
        return isChecked ? .valid : .notValidated
    }

    private func status(_ digit: CheckDigitResult?) -> DocumentField.ValueStatus {
        guard let digit else { return .notValidated }
        return digit.isCorrect ? (isChecked ? .valid : .notValidated) : .invalid
    }

    private var ageAtIssue: Int? {
        guard let born = zone.birthDate.date?.complete, let issued = zone.issueDate?.earliest else { return nil }
        return born.wholeYears(until: issued)
    }
}

extension ZoneFormat {
    /// The document reader's name of a zone of this size.
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

    /// Whole months until the last day of validity; negative after it, nil where the zone states none.
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
