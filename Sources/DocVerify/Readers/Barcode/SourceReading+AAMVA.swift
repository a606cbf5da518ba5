extension SourceReading {
    /// What a licence's barcode says. Its error correction vouches that it was read as it is printed, so values that stand there plainly are
    /// valid and the integrity is confirmed; that nobody else printed it, nothing vouches for.
    init(
        _ licence: AAMVALicence, imageIndex: Int?, readability: Readability, imagesDisagree: Bool,
        placements: [Int: DocumentPlacement], evidence: BarcodeEvidence
    ) {
        self.init(
            kind: .barcode, imageIndex: imageIndex, readability: readability, integrity: .confirmed,
            documentKind: licence.card.map(DocumentKind.init), fields: AAMVAFields(licence: licence).all,
            findings: licence.findings.map {
                SourceFinding(source: .barcode, code: $0.rawValue, meaning: $0.meaning)
            }
                + (imagesDisagree
                    ? [SourceFinding(source: .barcode, code: "images.disagree", meaning: .imagesDisagree)] : []),
            placements: placements, evidence: evidence)
    }
}

/// The values that a licence's barcode states.
struct AAMVAFields {
    let licence: AAMVALicence

    /// Those that are there, in the order of `DocumentFieldType`. Names as an MRZ spells them, the number without blanks and dashes.
    var all: [SourceField] {
        DocumentFieldType.allCases.compactMap { type in
            value(of: type).map { SourceField(type, $0.content, $0.isPlain ? .valid : .notValidated) }
        }
    }

    private func value(of type: DocumentFieldType) -> AAMVALicence.Value<SourceField.Value>? {
        switch type {
        case .dateOfBirth: licence.birthDate.map { .init(content: .date($0.content), isPlain: $0.isPlain) }
        case .dateOfExpiry: licence.expiryDate.map { .init(content: .date($0.content), isPlain: $0.isPlain) }
        case .dateOfIssue: licence.issueDate.map { .init(content: .date($0.content), isPlain: $0.isPlain) }
        default:
            text(of: type).flatMap {
                $0.content.isEmpty ? nil : .init(content: .text($0.content), isPlain: $0.isPlain)
            }
        }
    }

    private func text(of type: DocumentFieldType) -> AAMVALicence.Value<String>? {
        switch type {
        case .documentClassCode: plain(licence.card?.rawValue)
        case .issuingStateCode: licence.country
        case .issuingState:
            licence.country.flatMap { country in
                IssuingState(code: country.content).map { .init(content: $0.name, isPlain: country.isPlain) }
            }
        case .documentNumber: plain(licence.documentNumber.map(MRZSpelling.number))
        case .surname: licence.surname.map(Self.spelled)
        case .givenNames: licence.givenNames.map(Self.spelled)
        case .surnameAndGivenNames:
            licence.surname.map { surname in
                .init(
                    content: [surname.content, licence.givenNames?.content].compactMap(\.self).map(MRZSpelling.name)
                        .filter { !$0.isEmpty }.joined(separator: " "),
                    isPlain: surname.isPlain && licence.givenNames?.isPlain != false)
            }
        case .sex: plain(licence.sex)
        case .placeOfBirth: plain(licence.placeOfBirth)
        case .dateOfExpiry, .dateOfIssue, .dateOfBirth, .nationality, .issuingAuthority, .nationalityCode, .mrzType,
            .optionalData, .mrzLines, .documentNumberCheckDigit, .birthDateCheckDigit, .expiryDateCheckDigit,
            .compositeCheckDigit, .age, .optionalDataCheckDigit, .otherValidIDs, .observations, .documentSignerIssuer,
            .monthsToExpire, .ageAtIssue, .yearsSinceIssue:
            nil
        }
    }

    private static func spelled(_ name: AAMVALicence.Value<String>) -> AAMVALicence.Value<String> {
        .init(content: MRZSpelling.name(name.content), isPlain: name.isPlain)
    }

    private func plain(_ text: String?) -> AAMVALicence.Value<String>? {
        text.map { .init(content: $0, isPlain: true) }
    }
}

extension DocumentKind {
    init(_ card: AAMVALicence.Card) {
        switch card {
        case .drivingLicence, .enhancedLicence:
            self.init(name: "Driving license", typeNumber: 49, isOfStandard: true)
        case .identityCard: self.init(name: "Identity card", typeNumber: 12, isOfStandard: true)
        }
    }
}
