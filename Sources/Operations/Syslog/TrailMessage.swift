internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What a receiver is told of an entry of the audit trail.
///
/// Structured data `audit@32473` has `sequence`, `tenant` (by name; absent for what concerns the server), `event`, and where the
/// entry has them `actor`, `address`, `request`, `purpose`; `hash` (hexadecimal) and, where something was left out, `withheld`.
/// The text is the entry as its chain has it (`AuditChain`), so that the receiver can check that none is missing or changed:
///
///     hash(n) = SHA-256(hash(n − 1) ‖ text(n)), hash(0) = 32 zero bytes
///
/// Where `withheld` stands, the text is not what was hashed, and the receiver goes on from `hash`: names of texts, a blank
/// between, or `all` for an entry whose time was over or that was damaged. Of a `url` scheme and host stay, because an address may
/// hold a secret. Of an entry that is too long the longest texts are `sha256:` and their digest.
///
/// 32473 is the number of examples (RFC 5612): the program has none of its own.
enum TrailMessage {
    static let id = "audit@32473"

    /// - Parameters:
    ///   - tenants: names, by what entries call them.
    ///   - host: of the machine.
    static func message(of entry: ChainedEntry, tenants: [String: String], host: String) throws -> SyslogMessage {
        guard let texts = entry.texts else {
            return message(of: entry, [:], "all", text: try entry.text(showing: [:]), tenants, host)
        }
        guard !entry.isWithdrawn else { return message(of: entry, texts, "all", text: entry.text, tenants, host) }
        var (shown, withheld) = (texts, Set<String>())
        if let url = texts["url"], let place = place(of: url), place != url {
            shown["url"] = place
            withheld.insert("url")
        }
        while true {
            let text = withheld.isEmpty ? entry.text : try entry.text(showing: shown)
            let names = withheld.isEmpty ? nil : withheld.sorted().joined(separator: " ")
            let message = message(of: entry, texts, names, text: text, tenants, host)
            guard message.bytes.count > Limit.syslogMessage.value, let name = longest(of: shown) else { return message }
            shown[name] = digest(of: texts[name] ?? "")
            withheld.insert(name)
        }
    }

    private static func message(
        of entry: ChainedEntry, _ texts: [String: String], _ withheld: String?, text: String,
        _ tenants: [String: String], _ host: String
    ) -> SyslogMessage {
        let tenant = entry.tenant.isEmpty ? nil : tenants[entry.tenant] ?? entry.tenant
        let parameters: [(String, String?)] = [
            ("sequence", "\(entry.sequence)"), ("tenant", tenant), ("event", entry.kind), ("actor", texts["actor"]),
            ("address", texts["address"]), ("request", texts["request"]), ("purpose", texts["purpose"]),
            ("hash", Hexadecimal.encode(entry.hash)), ("withheld", withheld),
        ]
        return SyslogMessage(
            severity: failures.contains(entry.kind) ? .warning : .notice, timestamp: entry.at, host: host,
            application: "onboarding", id: entry.kind,
            elements: [
                SyslogMessage.Element(
                    id: id,
                    parameters: parameters.compactMap { name, value in
                        value.map { (name, String($0.prefix(shownCharacters))) }
                    })
            ], text: text)
    }

    /// What somebody has tried who may not.
    private static let failures: Set<String> = [
        AuditEvent.Kind.signInFailed.rawValue, AuditEvent.Kind.operatorSignInFailed.rawValue,
    ]

    /// Of a value in the structured data, so that the text has room; names and words are shorter.
    private static let shownCharacters = 300

    private static func place(of url: String) -> String? {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.encodedHost else {
            return digest(of: url)
        }
        let port = parts.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }

    private static func digest(of text: String) -> String {
        "sha256:" + Hexadecimal.encode(Digest.sha256(Array(text.utf8)))
    }

    /// Whose digest is shorter than it.
    private static func longest(of texts: [String: String]) -> String? {
        let longest = texts.max { ($0.value.utf8.count, $1.key) < ($1.value.utf8.count, $0.key) }
        return longest.flatMap { $0.value.utf8.count > digest(of: "").utf8.count ? $0.key : nil }
    }
}
