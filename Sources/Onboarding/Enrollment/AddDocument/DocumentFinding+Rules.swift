package import DocVerify
package import OnboardingCore

extension DocumentFinding {
    /// What a decision says is wrong with a document, each once, in its order; none of one that was not refused by a rule.
    /// - Parameter document: which of its fields a rule was broken by; nil where it is not known any more.
    package static func all(
        of decision: DocumentRules.Decision, _ rules: DocumentRules, document: AgreedDocument?
    ) -> [DocumentFinding] {
        guard case .notVerified(let reasons) = decision else { return [] }
        var seen: Set<DocumentFinding> = []
        return reasons.flatMap { all(of: $0, rules, document) }.filter { seen.insert($0).inserted }
    }

    private static func all(
        of reason: DocumentRules.Decision.Reason, _ rules: DocumentRules, _ document: AgreedDocument?
    ) -> [DocumentFinding] {
        func one(_ code: Code, _ field: DocumentFieldType? = nil) -> [DocumentFinding] {
            [DocumentFinding(code, field: field?.rawValue)]
        }
        switch reason {
        case .finding(let finding):
            return one(finding.meaning == .checkDigitWrong ? .checkDigitWrong : .contentsInvalid, finding.field)
        case .imagesDisagree: return one(.imagesDisagree)
        case .sourcesDisagree:
            let fields = document?.fields.filter { !$0.isAgreed } ?? []
            return fields.isEmpty
                ? one(.sourcesDisagree) : fields.flatMap { one(.sourcesDisagree, $0.type) }
        case .expired: return one(.expired, .dateOfExpiry)
        case .expiryUnknown: return one(.expiryUnknown, .dateOfExpiry)
        case .specimen: return one(.specimen)
        case .authenticityNotChecked: return one(.authenticityNotChecked)
        case .tooYoung: return one(.tooYoung, .dateOfBirth)
        case .tooOld: return one(.tooOld, .dateOfBirth)
        case .ageUnknown: return one(.ageUnknown, .dateOfBirth)
        case .fieldNotValid:
            // Names are a client's own: those that are no field are of the whole document.
            let fields = document.map { document in rules.fieldRules.flatMap { $0.broken(by: document) } } ?? []
            return fields.isEmpty ? one(.fieldNotValid) : fields.flatMap { one(.fieldNotValid, $0) }
        }
    }
}

extension SourceFinding {
    /// The field that its code names; nil where it is of the whole document.
    fileprivate var field: DocumentFieldType? {
        switch code.split(separator: ".").first {
        case "number": .documentNumber
        case "birth": .dateOfBirth
        case "expiry": .dateOfExpiry
        case "issue": .dateOfIssue
        case "surname": .surname
        case "optionalData": .optionalData
        case "composite": .compositeCheckDigit
        case "state": .issuingStateCode
        case "nationality": .nationalityCode
        case "name": .surnameAndGivenNames
        case "code": .documentClassCode
        default: nil
        }
    }
}

extension FieldRule {
    /// The fields that it names and that were not read, or are wrong.
    fileprivate func broken(by document: AgreedDocument) -> [DocumentFieldType] {
        guard applies(to: document), !holds(for: document) else { return [] }
        let named = Set(fields.map { $0.lowercased() })
        return document.fields.filter { field in
            named.contains(field.type.name.lowercased()) && field.check != .ok
                || named.contains("*") && field.check == .failed
        }.map(\.type)
    }
}

extension AssessedDocument {
    /// What is wrong with it by the rules; none where it was not refused by one.
    var ruleFindings: [DocumentFinding] { DocumentFinding.all(of: documentDecision, rules, document: document) }
}
