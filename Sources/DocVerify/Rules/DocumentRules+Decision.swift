extension DocumentRules {
    /// The decision on what was read.
    package func decision(on document: AgreedDocument) -> Decision {
        if let reason = document.retryReason { return .retry(reason) }
        let reasons = all.flatMap { $0.reasons(against: document) }
        return reasons.isEmpty ? .verified : .notVerified(reasons)
    }

    /// Whether a document is verified, and if not, why.
    package enum Decision: Equatable, Sendable {
        case verified
        /// In the order of the rules; never empty.
        case notVerified([Reason])
        /// The images do not decide it: another capture is requested, and nothing is held against anybody.
        case retry(RetryReason)

        package enum Reason: Equatable, Sendable {
            /// A finding of a source that refuses the document by itself.
            case finding(SourceFinding)
            /// Two images show different documents.
            case imagesDisagree
            /// Two sources state different values.
            case sourcesDisagree
            case expired
            /// It must not have expired, and says nowhere until when it is valid.
            case expiryUnknown
            case specimen
            case authenticityNotChecked
            case tooYoung
            case tooOld
            /// There is an age rule and no birth date to check it with.
            case ageUnknown
            /// A field that a rule names was not read, or is wrong.
            case fieldNotValid
        }
    }
}
