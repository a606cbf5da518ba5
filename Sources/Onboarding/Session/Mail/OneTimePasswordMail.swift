internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// What a user is told who gets a one-time password, as it waits sealed under the registration's own key; JSON with sorted keys:
///
///     {"displayName":"…","expiresAt":1800000600000,"isTest":false,"language":"en","password":"…","recipient":"…",
///      "version":1}
///
/// with `expiresAt` in milliseconds since 1970. A reader takes members that it does not know and refuses a version that it does not
/// know.
struct OneTimePasswordMail: Codable, Equatable, Sendable {
    /// As the outbox has it.
    static let kind = "one-time-password"

    var version = FirstVersion()
    /// Of whoever asks.
    let displayName: String
    let expiresAt: Int64
    let isTest: Bool
    let language: MessageLanguage
    let password: String
    /// An address that `MailAddress` takes.
    let recipient: String

    private enum CodingKeys: String, CodingKey {
        case version, displayName, expiresAt, isTest, language, password, recipient
    }
}

extension OneTimePasswordMail {
    init(of tenant: Tenant, to recipient: String, password: String, until expiresAt: Instant) {
        self.init(
            displayName: tenant.displayName, expiresAt: expiresAt.millisecondsSince1970, isTest: tenant.isTest,
            language: tenant.settings.messageLanguage, password: password, recipient: recipient)
    }

    /// - Parameter domain: of the sender.
    func outgoing(from domain: String) throws -> OutgoingMail {
        OutgoingMail(
            kind: Self.kind, content: try sortedKeyJSON(self), domain: domain,
            expiresAt: Instant(millisecondsSince1970: expiresAt))
    }

    /// - Returns: nil where it was sent or given up.
    /// - Throws: `storedValueInvalid` where it is not what was written.
    init?(_ mail: MailRow, under dataKey: SealingKey) throws {
        do {
            guard mail.kind == Self.kind, let content = try mail.content(under: dataKey) else { return nil }
            self = try JSONDecoder().decode(Self.self, from: Data(content))
        } catch is DecodingError {
            throw StorageError.storedValueInvalid
        } catch is CryptoError {
            throw StorageError.storedValueInvalid
        }
    }
}
