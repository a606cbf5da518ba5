internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// What a message says, as it waits in the outbox: JSON with sorted keys, sealed under the key of whom it is about.
protocol SealedMail: Codable, Sendable {
    /// As the outbox has it.
    static var kind: String { get }
    /// Of whoever asks.
    var displayName: String { get }
    /// Milliseconds since 1970, after which nobody is to be told.
    var expiresAt: Int64 { get }
    var isTest: Bool { get }
    var language: MessageLanguage { get }
    /// An address that `MailAddress` takes.
    var recipient: String { get }
}

extension SealedMail {
    /// - Parameter domain: of the sender.
    func outgoing(from domain: String) throws -> OutgoingMail {
        OutgoingMail(
            kind: Self.kind, content: try sortedKeyJSON(self), domain: domain,
            expiresAt: Instant(millisecondsSince1970: expiresAt))
    }

    /// - Returns: nil where it is of another kind, was sent or given up.
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
