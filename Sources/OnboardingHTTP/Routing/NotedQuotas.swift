package import OnboardingCore
internal import Synchronization
package import Tenancy

/// The throttles that a request was held against, for the fields `RateLimit-Policy` and `RateLimit`
/// (draft-ietf-httpapi-ratelimit-headers-10: lists of strings with parameters, RFC 9651).
package final class NotedQuotas: Sendable {
    /// What a throttle counts. Stable: clients tell policies apart by it.
    package enum Policy: String {
        case tokenFailures = "token-failures"
        case sessionStarts = "session-starts"
        case unreadablePackages = "unreadable-packages"
        case previews
    }

    private typealias Noted = (policy: Policy, quota: @Sendable () -> AttemptThrottle.Quota)

    private let noted = Mutex<[Noted]>([])

    /// What is left is asked for once the request was answered.
    package func note(_ policy: Policy, _ throttle: AttemptThrottle, _ key: String, at now: Instant) {
        noted.withLock { $0.append((policy, { throttle.quota(key, at: now) })) }
    }

    /// The values of both fields; nil where the request was held against no throttle.
    var fields: (policy: String, limit: String)? {
        let noted = noted.withLock(\.self)
        guard !noted.isEmpty else { return nil }
        let quotas = noted.map { ($0.policy.rawValue, $0.quota()) }
        return (
            quotas.map { "\"\($0)\";q=\($1.limit);w=\($1.windowInSeconds)" }.joined(separator: ", "),
            quotas.map { name, quota in
                "\"\(name)\";r=\(quota.left)" + (quota.resetInSeconds.map { ";t=\($0)" } ?? "")
            }.joined(separator: ", ")
        )
    }
}
