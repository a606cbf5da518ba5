package import OnboardingCore

/// How an authentication ended, as the metrics count it.
package struct AuthenticationEnd: Hashable, Sendable {
    package enum How: String, CaseIterable, Sendable {
        case completed, failed, cancelled, expired
        /// Another was begun for the same person.
        case superseded
    }

    let purpose: AuthenticationPurpose
    let how: How
    /// Of one that failed.
    var reason: AuthenticationFailure?

    package init(_ how: How, _ purpose: AuthenticationPurpose) {
        (self.how, self.purpose) = (how, purpose)
    }

    /// - Returns: nil for one that goes on.
    package init?(_ authentication: Authentication, _ purpose: AuthenticationPurpose) {
        switch authentication.state {
        case .triggered, .validated, .open: return nil
        case .complete: self.init(.completed, purpose)
        case .failed(let failure):
            self.init(.failed, purpose)
            reason = failure
        case .cancelled: self.init(.cancelled, purpose)
        case .expired: self.init(.expired, purpose)
        }
    }

    /// Every one that there can be.
    static let all: [AuthenticationEnd] = AuthenticationPurpose.allCases.flatMap { purpose in
        How.allCases.flatMap { how -> [AuthenticationEnd] in
            let end = AuthenticationEnd(how, purpose)
            guard how == .failed else { return [end] }
            return AuthenticationFailure.allCases.map { reason in
                var failed = end
                failed.reason = reason
                return failed
            }
        }
    }

    /// As they are shown; the reason is empty for all but those that failed.
    var labels: String {
        #"purpose="\#(purpose.rawValue)",end="\#(how.rawValue)",reason="\#(reason?.rawValue ?? "")""#
    }
}
