package import DocVerify
package import Foundation
package import OnboardingStorage

/// What was read from a document and what is wrong with it, as far as a client is told. JSON, as a member of
/// `AddDocument.Result`:
///
///     {"countryName":"Germany","fields":[{"check":"ok","mrz":"…","mrzStatus":"valid","printComparison":"equal",
///      "type":"documentNumber","visual":"…","visualStatus":"notValidated"},…],"findings":["expired",…],"hasMRZ":true,"imageCount":1,"isImagePairValid":false,
///      "isRefused":false,"kindName":"Passport","kindNumber":11,"portrait":"base64","ruleResults":{"minimumAge":true},
///      "stateCode":"DEU"}
///
/// with words of `Finding`, `FieldStatus`, `DocumentField.Check`, `PrintComparison` and `DocumentFieldType`; `portrait`,
/// `ruleResults` and a field's `printComparison` may be absent.
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
        package let type: DocumentFieldType
        /// Empty where the MRZ does not state it.
        package let mrz: String
        /// Printed, or computed of what is; empty where there is neither.
        package let visual: String
        package let mrzStatus: FieldStatus
        package let visualStatus: FieldStatus
        package let check: DocumentField.Check
        /// How what is printed compares with the MRZ; nil where one of both says nothing, or the type is not compared.
        package var printComparison: PrintComparison?
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
        let (reading, document) = (assessed.reading, assessed.document)
        let code = document.text(of: .issuingStateCode)
        let state = IssuingState(code: code)
        hasMRZ = document.hasValues(of: .mrz)
        kindName = document.kind?.name ?? ""
        kindNumber = document.kind?.typeNumber ?? 0
        countryName = state?.name ?? ""
        stateCode = state?.threeLetterCode ?? code
        fields = document.fields.map(Field.init)
        findings = Finding.all(
            document: document, hasPortrait: reading.portrait != nil, decision: assessed.documentDecision)
        imageCount = assessed.images.count
        isImagePairValid =
            assessed.images.count > 1 && document.hasValues && !document.hasFinding(.imagesDisagree)
            && reading.portrait != nil
        isRefused = if case .notVerified = assessed.documentDecision { true } else { false }
        isVerified = assessed.documentDecision == .verified
        portrait = reading.portrait.map { Data($0.jpeg) }
        ruleResults = Self.ruleResults(of: assessed, requested: requested)
    }

    private static func ruleResults(
        of assessed: AssessedDocument, requested: AddDocument.ClientRules?
    ) -> [String: Bool]? {
        let (rules, document) = (assessed.rules, assessed.document)
        guard let requested, document.hasValues else { return nil }
        var results: [String: Bool] = [:]
        if let minimum = rules.minimumAge { results["minimumAge"] = document.age.map { $0 >= minimum } ?? false }
        if let maximum = rules.maximumAge { results["maximumAge"] = document.age.map { $0 <= maximum } ?? false }
        if requested.asksForUnexpired { results["documentNotExpired"] = document.isExpired == false }
        let applying = rules.fieldRules.filter { $0.applies(to: document) }
        if !applying.isEmpty { results["fieldsToValidate"] = applying.allSatisfy { $0.holds(for: document) } }
        return results.isEmpty ? nil : results
    }
}

extension ReadDocument.Field {
    fileprivate init(_ field: DocumentField) {
        let mrz = field.statement(of: .mrz)
        // Clients read computed values, the age above all, from the visual column.
        let visual =
            field.statement(of: .visualInspectionZone) ?? (field.type.isComputed ? field.statements.first : nil)
        self.init(
            type: field.type, mrz: mrz?.value.text ?? "", visual: visual?.shown(as: field.type) ?? "",
            mrzStatus: mrz?.status ?? .notValidated, visualStatus: visual?.status ?? .notValidated,
            check: field.check, printComparison: field.printComparison)
    }
}

extension DocumentField.Statement {
    /// Names as they are printed; other values as they are compared.
    fileprivate func shown(as type: DocumentFieldType) -> String {
        switch type {
        case .surname, .givenNames, .surnameAndGivenNames: printed ?? value.text
        default: value.text
        }
    }
}

extension ReadDocument.Finding {
    /// All that hold for what was read and the decision on it, each once, in the order of the cases.
    static func all(
        document: AgreedDocument, hasPortrait: Bool, decision: DocumentRules.Decision
    ) -> [ReadDocument.Finding] {
        var found = Set(
            SourceKind.allCases.filter { !document.hasValues(of: $0) }.compactMap(ReadDocument.Finding.init(missing:)))
        if !hasPortrait { found.insert(.portraitMissing) }
        if document.isExpired == true { found.insert(.expired) }
        switch decision {
        case .verified: break
        case .retry(let reason): found.insert(ReadDocument.Finding(reason))
        case .notVerified(let reasons): found.formUnion(reasons.map(ReadDocument.Finding.init))
        }
        return allCases.filter(found.contains)
    }

    /// What is said where `source` was not read; nil for a source of which nothing is said.
    private init?(missing source: SourceKind) {
        switch source {
        case .mrz: self = .mrzMissing
        case .visualInspectionZone: self = .printedFieldsMissing
        case .barcode: self = .barcodeMissing
        case .chip: return nil
        }
    }

    private init(_ reason: RetryReason) {
        self =
            switch reason {
            case .mrzNotFound: .mrzMissing
            case .mrzTooSmall, .mrzBlurred, .mrzUnreadable, .mrzCutOff, .mrzUncertain, .severalDocuments, .tookTooLong:
                .imageQuality
            }
    }

    private init(_ reason: DocumentRules.Decision.Reason) {
        self =
            switch reason {
            case .finding(let finding): finding.meaning == .checkDigitWrong ? .checkDigit : .mrzField
            case .imagesDisagree, .sourcesDisagree: .imagesDisagree
            case .expired: .expired
            case .expiryUnknown: .expiryUnknown
            case .specimen: .specimen
            case .authenticityNotChecked: .authenticityNotChecked
            case .tooYoung, .tooOld, .ageUnknown: .ageRule
            case .fieldNotValid: .fieldRule
            }
    }
}

extension ReadDocument {
    /// What a list of cases says of it.
    package func measurements(portraitScore: Double?) -> CaseMeasurements {
        CaseMeasurements(
            portraitScore: portraitScore, documentType: kindName.isEmpty ? nil : kindName,
            issuingState: IssuingState(code: stateCode)?.threeLetterCode)
    }

    /// What enrollments with this document are found by.
    package var searchTerms: [SearchTerm] {
        fields.filter { $0.type == .documentNumber }.flatMap { [$0.mrz, $0.visual] }.map(SearchTerm.documentNumber)
            .filter { !$0.isEmpty }
    }
}
