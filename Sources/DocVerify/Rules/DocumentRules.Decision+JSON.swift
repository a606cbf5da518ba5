// A decision is stored as one of
//
//     {"decision":"verified"}
//     {"decision":"notVerified","reasons":[REASON, …]}
//     {"decision":"retry","retryReason":"mrzBlurred"}
//
// where `retryReason` is a raw value of `RetryReason`, and REASON is `{"reason":"expired"}` with one of the words of
// `Reason.Word`, or for a source's finding `{"finding":{…},"reason":"finding"}` as `SourceFinding` is stored. A word is
// never renamed.

extension DocumentRules.Decision: Codable {
    private enum CodingKeys: String, CodingKey {
        case decision, reasons, retryReason
    }

    private enum Word: String, Codable {
        case verified, notVerified, retry
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try members.decode(Word.self, forKey: .decision) {
            case .verified: .verified
            case .notVerified: .notVerified(try members.decode([Reason].self, forKey: .reasons))
            case .retry: .retry(try members.decode(RetryReason.self, forKey: .retryReason))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .verified:
            try members.encode(Word.verified, forKey: .decision)
        case .notVerified(let reasons):
            try members.encode(Word.notVerified, forKey: .decision)
            try members.encode(reasons, forKey: .reasons)
        case .retry(let reason):
            try members.encode(Word.retry, forKey: .decision)
            try members.encode(reason, forKey: .retryReason)
        }
    }
}

extension DocumentRules.Decision.Reason: Codable {
    private enum CodingKeys: String, CodingKey {
        case reason, finding
    }

    private enum Word: String, Codable {
        case finding, imagesDisagree, sourcesDisagree, expired, expiryUnknown, specimen, authenticityNotChecked
        case tooYoung, tooOld, ageUnknown, fieldNotValid
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try members.decode(Word.self, forKey: .reason) {
            case .finding: .finding(try members.decode(SourceFinding.self, forKey: .finding))
            case .imagesDisagree: .imagesDisagree
            case .sourcesDisagree: .sourcesDisagree
            case .expired: .expired
            case .expiryUnknown: .expiryUnknown
            case .specimen: .specimen
            case .authenticityNotChecked: .authenticityNotChecked
            case .tooYoung: .tooYoung
            case .tooOld: .tooOld
            case .ageUnknown: .ageUnknown
            case .fieldNotValid: .fieldNotValid
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(word, forKey: .reason)
        if case .finding(let finding) = self { try members.encode(finding, forKey: .finding) }
    }

    private var word: Word {
        switch self {
        case .finding: .finding
        case .imagesDisagree: .imagesDisagree
        case .sourcesDisagree: .sourcesDisagree
        case .expired: .expired
        case .expiryUnknown: .expiryUnknown
        case .specimen: .specimen
        case .authenticityNotChecked: .authenticityNotChecked
        case .tooYoung: .tooYoung
        case .tooOld: .tooOld
        case .ageUnknown: .ageUnknown
        case .fieldNotValid: .fieldNotValid
        }
    }
}
