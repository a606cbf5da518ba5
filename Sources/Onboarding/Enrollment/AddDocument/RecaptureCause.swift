package import DocVerify

extension AddDocument {
    /// Why the images decide nothing. Stored as a word of `RetryReason`, or `portraitNotFound`.
    package enum RecaptureCause: Equatable, Sendable {
        case mrz(RetryReason)
        /// Or none that could be compared.
        case portraitNotFound

        /// Nil for the portrait.
        package var retryReason: RetryReason? {
            switch self {
            case .mrz(let reason): reason
            case .portraitNotFound: nil
            }
        }
    }
}

extension AddDocument.RecaptureCause: RawRepresentable, Codable {
    private static let portrait = "portraitNotFound"

    package init?(rawValue: String) {
        if rawValue == Self.portrait {
            self = .portraitNotFound
        } else if let reason = RetryReason(rawValue: rawValue) {
            self = .mrz(reason)
        } else {
            return nil
        }
    }

    package var rawValue: String {
        switch self {
        case .mrz(let reason): reason.rawValue
        case .portraitNotFound: Self.portrait
        }
    }
}

extension AssessedDocument {
    /// Nil where no other capture is asked for.
    var recapture: AddDocument.RecaptureCause? {
        guard decision == .retryCapture else { return nil }
        return if case .retry(let reason) = documentDecision { .mrz(reason) } else { .portraitNotFound }
    }
}
