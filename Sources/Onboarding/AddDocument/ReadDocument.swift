package import DocVerify
package import Foundation

/// What was read from a document and what is wrong with it, as far as a client is told. JSON, as a member of
/// `AddDocument.Result`:
///
///     {"countryName":"Germany","fields":[{"mrz":"…","mrzStatus":"valid","overall":"ok","type":2,"visual":"",
///      "visualStatus":"notValidated"},…],"findings":["expired",…],"hasMRZ":true,"imageCount":1,"isImagePairValid":false,
///      "isRefused":false,"kindName":"Passport","kindNumber":11,"portrait":"base64","ruleResults":{"minimumAge":true},
///      "stateCode":"DEU"}
///
/// with words of `Finding`, `DocumentField.ValueStatus` and `DocumentField.Outcome`; `portrait` and `ruleResults` may be
/// absent.
package struct ReadDocument: Codable, Equatable, Sendable {
    /// What was not found on a document, and why it is not verified. Raw values are stored and never renamed.
    package enum Finding: String, Codable, CaseIterable, Sendable {
        case mrzMissing, printedFieldsMissing, barcodeMissing, expired, portraitMissing
        /// The MRZ is there and could not be read surely: a better image is wanted.
        case imageQuality
        case checkDigit
        /// A date that does not exist, a state that is none, a name that is missing and the like.
        case mrzField
        case imagesDisagree, expiryUnknown, specimen, authenticityNotChecked, ageRule, fieldRule
    }

    package struct Field: Codable, Equatable, Sendable {
        /// `DocumentFieldType`.
        package let type: Int
        package let mrz: String
        package let visual: String
        package let mrzStatus: DocumentField.ValueStatus
        package let visualStatus: DocumentField.ValueStatus
        package let overall: DocumentField.Outcome

        /// The document reader's English name of it.
        package var name: String { DocumentFieldType(rawValue: type)?.name ?? "" }
    }

    package let hasMRZ: Bool
    /// `Passport`; empty where nothing was read, as are the others.
    package let kindName: String
    /// The document reader's number of the kind; 0 where nothing was read.
    package let kindNumber: Int
    package let countryName: String
    /// Three letters of ICAO 9303-3 where they are known, else as printed.
    package let stateCode: String
    package let fields: [Field]
    package let findings: [Finding]
    package let imageCount: Int
    /// Several images that show one document with MRZ and portrait.
    package let isImagePairValid: Bool
    /// The decision on the document alone is "not verified".
    package let isRefused: Bool
    /// The decision on the document alone is "verified".
    package let isVerified: Bool
    /// JPEG.
    package let portrait: Data?
    /// Of the client's rules by name, whether each holds; nil where the client sent none, or nothing was read that a rule
    /// could be held against.
    package let ruleResults: [String: Bool]?
}

extension ReadDocument {
    init(_ assessed: AssessedDocument, requested: AddDocument.ClientRules?) {
        let (reading, mrz) = (assessed.reading, assessed.reading.mrz)
        let state = mrz.flatMap { IssuingState(code: $0.issuingState) }
        let fields = DocumentField.all(of: mrz, isChecked: reading.isChecked, today: assessed.today)
        hasMRZ = mrz != nil
        kindName = mrz?.kind.name ?? ""
        kindNumber = mrz?.kind.typeNumber ?? 0
        countryName = state?.name ?? ""
        stateCode = state?.threeLetterCode ?? mrz?.issuingState ?? ""
        self.fields = fields.map(Field.init)
        findings = Finding.all(
            mrz: mrz, hasPortrait: reading.portrait != nil, verdict: assessed.verdict, today: assessed.today)
        imageCount = assessed.images.count
        isImagePairValid =
            assessed.images.count > 1 && mrz != nil && !reading.imagesDisagree && reading.portrait != nil
        isRefused = if case .notVerified = assessed.verdict { true } else { false }
        isVerified = assessed.verdict == .verified
        portrait = reading.portrait.map { Data($0.jpeg) }
        ruleResults = Self.ruleResults(of: assessed, requested: requested, fields: fields)
    }

    private static func ruleResults(
        of assessed: AssessedDocument, requested: AddDocument.ClientRules?, fields: [DocumentField]
    ) -> [String: Bool]? {
        guard let requested, let mrz = assessed.reading.mrz else { return nil }
        let rules = assessed.rules
        var results: [String: Bool] = [:]
        let age = mrz.age(on: assessed.today)
        if let minimum = rules.minimumAge { results["minimumAge"] = age.map { $0 >= minimum } ?? false }
        if let maximum = rules.maximumAge { results["maximumAge"] = age.map { $0 <= maximum } ?? false }
        if requested.asksForUnexpired { results["documentNotExpired"] = mrz.isExpired(on: assessed.today) == false }
        if let asked = rules.fieldRules?.filter({ $0.concerns(mrz.documentTypeText) }), !asked.isEmpty {
            results["fieldsToValidate"] = asked.allSatisfy { $0.holds(of: fields) }
        }
        return results.isEmpty ? nil : results
    }
}

extension ReadDocument.Field {
    fileprivate init(_ field: DocumentField) {
        self.init(
            type: field.typeID, mrz: field.mrzValue, visual: field.visualValue, mrzStatus: field.mrzStatus,
            visualStatus: field.visualStatus, overall: field.overall)
    }
}

extension ReadDocument.Finding {
    /// All that hold for what was read and the decision on it, each once, in the order of the cases.
    static func all(
        mrz: MachineReadableZone?, hasPortrait: Bool, verdict: DocumentVerdict, today: CalendarDate
    ) -> [ReadDocument.Finding] {
        // Neither the printed fields nor barcodes are read in this form of the product.
        var found: Set<ReadDocument.Finding> = [.printedFieldsMissing, .barcodeMissing]
        if mrz == nil { found.insert(.mrzMissing) }
        if !hasPortrait { found.insert(.portraitMissing) }
        if mrz?.isExpired(on: today) == true { found.insert(.expired) }
        switch verdict {
        case .verified: break
        case .retry(let reason): found.insert(ReadDocument.Finding(reason))
        case .notVerified(let reasons): found.formUnion(reasons.map(ReadDocument.Finding.init))
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
