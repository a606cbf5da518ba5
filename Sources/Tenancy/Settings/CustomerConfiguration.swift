internal import OnboardingCore
internal import OnboardingJSON

/// The configuration document of a tenant.
package enum CustomerConfiguration {
    /// How a tenant begins.
    package enum Profile: String, CaseIterable, Sendable {
        /// What a tenant begins with where nobody says otherwise: the package forms 2 and OAEP with SHA-256, ES256, strangers
        /// match in one of ten thousand, images of faces go after 180 days and who did what after 90 (decision 0120).
        case standard
        /// Unmodified apps of the vendor work: accepts all package forms except PKCS#1 v1.5.
        case compatible
        /// Accepts form 2 alone, signs ES256, requires consent and authenticity (decision 0013).
        case strict
    }

    /// The document of a new tenant.
    static func initial(_ profile: Profile) -> JSONValue {
        ConfigurationTable.keys.filter { !$0.isShownOnly }.reduce(.object([:])) {
            $0.setting($1.initial(profile), at: $1.path[...])
        }
    }

    /// A stored document with the keys that it lacks, and without thresholds that are lower than they may be: it may have been
    /// stored before low ones needed a switch.
    static func filled(_ stored: JSONValue) -> JSONValue {
        let complete = ConfigurationTable.keys.reduce(stored) { $1.filled(in: $0) }
        return MatchThreshold.all.reduce(complete) { $1.raised(in: $0) }
    }

    /// A stored document as a client sees it, beside it its keys that nothing reads and what its retention waits for.
    static func shown(_ stored: JSONValue, at now: Instant) -> JSONValue {
        let waiting = (try? PendingRetention(stored))?.waiting(at: now) ?? PendingRetention()
        return waiting.laid(over: shown(stored))
    }

    /// The same with all that was ever left to wait.
    static func shown(_ stored: JSONValue) -> JSONValue {
        let unknown = UnknownKey.all(in: stored)
        let added =
            ConfigurationTable.keys.filter(\.isShownOnly).map { ($0.name, $0.initial.compatible) }
            + (unknown.isEmpty ? [] : [(UnknownKey.member, .array(unknown.map(\.json)))])
        return filled(stored).merged(with: .object(Dictionary(added, uniquingKeysWith: { first, _ in first })))
    }
}
