internal import Foundation
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingStorage

/// The keys by which a webhook knows that a message is ours (Standard Webhooks 1.0): a secret that both have, and a pair of
/// which it has the public half. Every message is signed with both, and during a rotation with those before as well.
package struct WebhookKeys: Sendable {
    static let secretByteCount = 32

    /// Those that are good, the newest first.
    let secrets: [[UInt8]]
    let pairs: [Ed25519KeyPair]

    /// As receivers' libraries take them: `whsec_` and base64.
    var secretTexts: [String] { secrets.map { "whsec_" + Data($0).base64EncodedString() } }

    /// `whpk_` and base64.
    var publicKeyTexts: [String] { pairs.map { "whpk_" + Data($0.publicKey).base64EncodedString() } }

    /// The headers of a message: `webhook-id`, `webhook-timestamp`, `webhook-signature`.
    /// - Parameters:
    ///   - id: the same for every attempt.
    ///   - now: of this attempt.
    package func headers(
        id: String, body: [UInt8], at now: Instant
    ) throws(CryptoError) -> [(name: String, value: String)] {
        let timestamp = "\(now.secondsSince1970)"
        let signed = Array("\(id).\(timestamp).".utf8) + body
        var signatures = secrets.map {
            "v1," + Data(MessageAuthenticationCode.hmacSHA256(key: $0, message: signed)).base64EncodedString()
        }
        for pair in pairs { signatures.append("v1a," + Data(try pair.sign(signed)).base64EncodedString()) }
        return [
            ("webhook-id", id), ("webhook-timestamp", timestamp),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
    }
}

/// The kinds of secrets that a webhook has.
enum WebhookSecretKind: String, CaseIterable {
    case secret = "webhook-secret"
    case pair = "webhook-ed25519"

    func kind(of id: WebhookID) -> String { "\(rawValue):\(id.text)" }

    func label(_ tenant: TenantID, _ id: WebhookID) -> [UInt8] {
        [UInt8]("tenant-secret:\(tenant.text):\(kind(of: id))".utf8)
    }

    func newValue() throws(CryptoError) -> [UInt8] {
        switch self {
        case .secret: try Random.bytes(WebhookKeys.secretByteCount)
        case .pair: try Ed25519KeyPair.generate().pkcs8DER
        }
    }

    /// New ones of both kinds.
    static func newRows(
        of id: WebhookID, tenant: TenantID, keys: any KeyStore, at now: Instant
    ) throws -> [SecretRow] {
        let tenantKey = try keys.tenantKey(of: tenant)
        return try allCases.map { kind in
            try SecretRow(
                sealing: try kind.newValue(), kind: kind.kind(of: id), under: tenantKey,
                label: kind.label(tenant, id), at: now)
        }
    }
}

extension WebhookKeys {
    /// Those of a webhook that are good at `now`.
    static func read(
        of id: WebhookID, tenant: TenantID, store: any Store, keys: any KeyStore, at now: Instant
    ) async throws -> WebhookKeys {
        let tenantKey = try keys.tenantKey(of: tenant)
        let rows = try await store.secrets(of: .tenant(tenant))
        func good(_ kind: WebhookSecretKind) throws -> [[UInt8]] {
            try rows.filter { row in
                row.kind == kind.kind(of: id)
                    && (row.retiredAt.map { now < $0.adding(seconds: Limit.replacedKeyLife.seconds) } ?? true)
            }.map { try tenantKey.open($0.sealed, associated: kind.label(tenant, id)) }
        }
        return WebhookKeys(secrets: try good(.secret), pairs: try good(.pair).map(Ed25519KeyPair.init(pkcs8DER:)))
    }
}
