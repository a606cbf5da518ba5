internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// A proposal as it is sealed under the tenant's key, JSON and bound to its identifier:
///
///     {"action":{"erase":{"enrollment":"…"}},"subject":"…","version":1}
///
/// with `subject` the SHA-256, in hexadecimal digits, of what it was made for as it stood then. Kept for two days at most, so that
/// no program reads what one of another version wrote longer than that.
struct SealedProposal: Codable, Equatable, Sendable {
    var version = FirstVersion()
    let action: ProposedAction
    let subject: String

    private enum CodingKeys: String, CodingKey {
        case version, action, subject
    }

    init(action: ProposedAction, subject: String) {
        (self.action, self.subject) = (action, subject)
    }

    init(opening sealed: [UInt8], of id: ProposalID, under key: KeyRing) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(try key.open(sealed, associated: Self.label(id))))
    }

    func sealed(as id: ProposalID, under key: KeyRing) throws -> [UInt8] {
        try key.seal(try sortedKeyJSON(self), associated: Self.label(id))
    }

    private static func label(_ id: ProposalID) -> [UInt8] { [UInt8]("proposal:\(id.text)".utf8) }
}

/// Why a colleague has declined, sealed as the proposal was.
enum DeclinedReason {
    static func sealed(_ text: String, of id: ProposalID, under key: KeyRing) throws -> [UInt8] {
        try key.seal([UInt8](text.utf8), associated: label(id))
    }

    static func open(_ sealed: [UInt8], of id: ProposalID, under key: KeyRing) throws -> String {
        String(decoding: try key.open(sealed, associated: label(id)), as: UTF8.self)
    }

    private static func label(_ id: ProposalID) -> [UInt8] { [UInt8]("proposal-declined:\(id.text)".utf8) }
}
