internal import DocVerify
internal import OnboardingCore
internal import Foundation
internal import OnboardingAPI

/// A judged document in the vendor's words.
extension JudgedDocument {
    func answer(_ after: Enrollment) -> AddDocumentResponse {
        let isRetry = outcome == .retryCapture
        return AddDocumentResponse(
            enrollmentStatus: EnrollmentStatus(after.status), registrationCode: after.registrationCode,
            matchResult: !isRetry && isMatching,
            matchScore: isRetry ? 0 : portraitScore?.value.roundedForAnswers ?? 0, ocrResults: ocrResults,
            retryDocumentCapture: isRetry, documentVerificationResult: !isRetry && verdict == .verified)
    }

    private var ocrResults: OCRResults {
        let mrz = reading.mrz
        let state = mrz.flatMap { IssuingState(code: $0.issuingState) }
        let countryName = state?.name ?? ""
        let kind = mrz?.kind
        let fields = DocumentField.all(of: mrz, isChecked: reading.isChecked, today: today)
        let judged = fields.filter { $0.overall != .undefined }
        let passed = judged.filter { $0.overall == .ok }
        return OCRResults(
            mrzPresence: mrz != nil,
            documentType: [countryName, kind?.name ?? ""].filter { !$0.isEmpty }.joined(separator: " - "),
            fidType: kind?.name ?? "", fidTypeId: String(kind?.typeNumber ?? 0), countryName: countryName,
            icaoCode: state?.threeLetterCode ?? mrz?.issuingState ?? "", overallResult: overallResult,
            overallResultScore: judged.isEmpty ? 0 : passed.count * 100 / judged.count,
            overallResultInfo: .init(
                fieldErrorCodes: FieldErrorCode.all(
                    mrz: mrz, hasPortrait: reading.portrait != nil, verdict: verdict, today: today
                ).map(\.rawValue),
                analysisEngineErrorCodes: ["AUTHENTICITY_NULL"],
                numberOfImages: images.count,
                imagePairValid: images.count > 1 && mrz != nil && !reading.imagesDisagree
                    && reading.portrait != nil),
            portraitImage: reading.portrait.map { Data($0.jpeg).base64EncodedString() } ?? "",
            documentValidationRulesResult: ruleResults(fields), fieldType: fields.map(\.entry))
    }

    /// Never OK as long as nobody looks at genuineness: what was not checked stays undefined (decisions 12).
    private var overallResult: CheckResultWord {
        switch verdict {
        case .verified, .retry: .undefined
        case .notVerified: .failed
        }
    }

    /// Nil where the client sent no rule, or nothing was read that a rule could be held against.
    private func ruleResults(_ fields: [DocumentField]) -> OCRResults.RuleResults? {
        guard let requested, let mrz = reading.mrz else { return nil }
        var results: [String: CheckResultWord] = [:]
        let age = mrz.age(on: today)
        if let minimum = rules.minimumAge {
            results["minimumAge"] = age.map { $0 >= minimum ? .ok : .failed } ?? .failed
        }
        if let maximum = rules.maximumAge {
            results["maximumAge"] = age.map { $0 <= maximum ? .ok : .failed } ?? .failed
        }
        if requested.documentValidationRules?.validateDocumentNotExpired == true {
            results["documentNotExpired"] = mrz.isExpired(on: today) == false ? .ok : .failed
        }
        if let asked = rules.fieldRules?.filter({ $0.concerns(mrz.documentTypeText) }), !asked.isEmpty {
            results["fieldsToValidate"] = asked.allSatisfy { $0.holds(of: fields) } ? .ok : .failed
        }
        return results.isEmpty ? nil : .init(requestedDocumentValidationRuleResults: results)
    }
}

extension DocumentField {
    fileprivate var entry: FieldTypeEntry {
        FieldTypeEntry(
            name: name, typeId: typeID, overallResult: overall.word,
            fieldResult: .init(
                mrz: mrzValue, visual: visualValue, isMrzStatusValid: mrzStatus.word,
                isVisualStatusValid: visualStatus.word))
    }
}

extension DocumentField.Outcome {
    fileprivate var word: CheckResultWord {
        switch self {
        case .ok: .ok
        case .failed: .failed
        case .undefined: .undefined
        }
    }
}

extension DocumentField.ValueStatus {
    fileprivate var word: ValidationWord {
        switch self {
        case .notValidated: .notValidated
        case .valid: .valid
        case .invalid: .invalid
        }
    }
}
