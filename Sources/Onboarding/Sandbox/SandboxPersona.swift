/// Who an enrollment of a test tenant is of, where its username says so: a made-up person whose measurements are written
/// here and not made (decision 0087). Raw values are stored and never renamed.
package enum SandboxPersona: String, CaseIterable, Codable, Sendable {
    case live, attack, blurred, mismatch, expired, locked, overloaded, slow

    /// Followed by the persona's word, and that by nothing or by anything but a letter: `sandbox-live-17`,
    /// `sandbox-live@example.org`.
    private static let prefix = "sandbox-"

    /// Nil for every other username. Only for those of test tenants: `Cases.persona` asks for the tenant.
    package init?(username: String) {
        guard username.hasPrefix(Self.prefix) else { return nil }
        let word = username.dropFirst(Self.prefix.count).prefix { $0.isLetter }
        self.init(rawValue: String(word))
    }

    /// What a username of this persona begins with.
    package var username: String { Self.prefix + rawValue }

    /// What it answers, as `docs/sandbox.md` and `onboarding sandbox personas` say it.
    package var row: (face: String, document: String) {
        switch self {
        case .live: ("live", "verified and matching: `Success`")
        case .attack: ("a presentation attack, each time", "not reached")
        case .blurred:
            ("the first capture is too blurred (`BLUR`, measured and wanted), the next live", "the same: `MRZ_BLURRED`")
        case .mismatch: ("live", "verified, of another person: `DOCUMENT_NOT_MATCHING`")
        case .expired: ("live", "expired: `DOCUMENT_NOT_VERIFIED`")
        case .locked:
            (
                "refused with `RATE_LIMITED`; `triggerEnroll` fails with `retryAt`, a day from now",
                "refused with `RATE_LIMITED`"
            )
        case .overloaded: ("503 `OVERLOADED` with Retry-After twice an enrollment, then live", "as `live`")
        case .slow: ("live after 3 s", "as `live`, after 3 s")
        }
    }
}
