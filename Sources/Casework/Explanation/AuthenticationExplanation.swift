package import OnboardingCore
internal import OnboardingJSON

/// Why a registered person who came back was let in or was not, as `Explanation` of an enrollment. As JSON it is what
/// `docs/openapi.yaml` describes as `AuthenticationExplanation`.
package struct AuthenticationExplanation: Encodable, Equatable, Sendable {
    package let version = 1
    package let authenticationId: String
    /// The registration that it is of.
    package let enrollmentId: String
    package let tenant: String
    package let test: Bool
    /// A word of `AuthenticationPurpose`.
    package let purpose: String
    /// A word of `EnrollmentStanding.State`.
    package let state: String
    /// A code of `AuthenticationFailure`.
    package let reason: String?
    /// One paragraph for whoever knows nothing of the machine: what was asked for, what was seen, who has looked, and what can be
    /// asked for until when.
    package let summary: Explanation.Words
    /// What carried the checks of one that is complete; nil for every other.
    package let carriedBy: [Explanation.Words]?
    /// One sentence, exact.
    package let headline: String
    package let person: Explanation.Words
    package let begunAt: String
    package let endedAt: String?
    /// When it ends by itself; nil once it has ended.
    package let expiresAt: String?
    /// When the registration was erased, and with it what was measured.
    package let erasedAt: String?
    /// What was asked for, fixed when it started; nil before.
    package let policy: AuthenticationPolicy?
    /// Of the end: those that ended it. Empty while it goes on.
    package let rules: [Explanation.Rule]
    /// Oldest first; `check` is a word of `AuthenticationCheck`, `decision` one of `DeviceDecision`, `FaceDecision` or
    /// `DocumentDecision`.
    package let steps: [Explanation.Step]
    /// What became of the registration's devices: a word of `DeviceChange`; nil where none was registered.
    package let devices: String?
    /// Where a failure of it locked the registration.
    package let locked: Explanation.Lock?

    /// The JSON, with sorted keys.
    package var json: [UInt8] {
        get throws { try sortedKeyJSON(self) }
    }
}

extension AuthenticationExplanation {
    /// What the JSON says, for somebody to read, as those of `Explanation`.
    package func lines(in language: Explanation.Language) -> [String] {
        [summary[language], ""] + exactLines(in: language).map { WrittenTime.english.moments(in: $0, hasSeconds: true) }
    }

    private func exactLines(in language: Explanation.Language) -> [String] {
        var lines: [String] = []
        if let persona = steps.lazy.compactMap(\.sandboxPersona).first {
            lines.append("SANDBOX: the persona \(persona) decided, nothing was measured")
        }
        lines += [headline, "for the person: \(person[language])"]
        // What carried it stands in the paragraph, and says more than how many checks there were.
        if carriedBy == nil { lines += rules.map { "ended by \($0.sentence)" } }
        if let policy {
            lines.append(
                "asked for: \(policy.requiredChecks.map(\.rawValue).joined(separator: ", ")); attempts of all checks "
                    + "together \(policy.maximumAttempts), captures \(policy.maximumCaptures)")
        }
        lines += steps.flatMap { $0.lines(in: language) }
        if let devices { lines.append("another device was registered: \(devices)") }
        if let locked {
            lines += ["the registration was locked until \(locked.until)", "    \(locked.rule.sentence)"]
        }
        return lines + Explanation.Step.digests(of: steps)
    }
}
