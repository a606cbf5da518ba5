internal import OnboardingCore
internal import Foundation
internal import OnboardingCrypto

/// The form of the hash chains by which the audit trail can be checked.
///
/// There is one chain for the events of each enrollment and of each authentication, one for the events of tenants and the
/// server (table `audit`), and one for the list of all enrollments (`register`) and of all authentications. In each,
///
///     hash(0) = 32 zero bytes
///     hash(n) = SHA-256(hash(n − 1) ‖ text(n))      n = 1, 2, 3 …
///
/// where text(n) is UTF-8 without white space:
///
///     enrollment       {"at":A,"enrollment":"E","event":J,"sequence":n}
///     authentication   {"at":A,"authentication":"I","event":J,"sequence":n}
///     audit            {"at":A,"detail":D,"kind":"K","sequence":n,"tenant":"T"}
///     register         {"at":A,"enrollment":"E","number":n,"tenant":"T"}
///     authentications  {"at":A,"authentication":"I","enrollment":"E","number":n,"purpose":"P","tenant":"T"}
///
/// An entry of `audit` whose time is over may have been withdrawn: see `WithdrawnEntry`.
///
/// with instants A in UTC milliseconds since 1970, identifiers E, I and T of 32 hexadecimal digits (T empty where there is
/// no tenant), and J and D exactly the JSON texts of the columns `event` and `detail`. The last hash of each chain, its
/// head, is stored with a code:
///
///     code = HMAC-SHA-256(audit key, NAME ‖ 0x00 ‖ n in decimal ‖ 0x00 ‖ head)
///
/// NAME is `enrollment:E:` and the enrollment's number in decimal, `authentication:I:` and its number, `audit`, `register`,
/// `authentications` or `erasures`. The audit key is derived from the master key (HKDF-SHA-256, no salt, info
/// `onboarding-audit-v1`) and is not in the database.
///
/// Found by whoever has the key: an event, an enrollment or an audit entry that was changed, removed, inserted or moved,
/// and a tail that was cut, also where all hashes behind it were made anew. Not found: the whole database put back to
/// what it once was, but by `AuditHead`.
struct AuditChain: Sendable {
    let key: [UInt8]

    /// How far a chain has come.
    struct Position: Equatable, Sendable {
        var length: Int
        var head: [UInt8]

        static let start = Position(length: 0, head: [UInt8](repeating: 0, count: Digest.byteCount))

        /// Takes the next text in.
        mutating func append(_ text: String) {
            length += 1
            head = Digest.sha256(parts: [head, Array(text.utf8)])
        }
    }

    /// Which chain.
    struct Name: Equatable, Sendable {
        let text: String

        static let audit = Name(text: "audit")
        /// Not a chain of the database: how far `ErasureJournal` had come.
        static let erasures = Name(text: "erasures")

        static func list<Kind: KeptCase>(of _: Kind.Type) -> Name { Name(text: Kind.listName) }

        static func events<Kind: KeptCase>(of id: Identifier<Kind>, number: Int) -> Name {
            Name(text: "\(Kind.name):\(id.text):\(number)")
        }
    }

    /// Authenticates the head of a chain.
    func code(of position: Position, in name: Name) -> [UInt8] {
        MessageAuthenticationCode.hmacSHA256(
            key: key, message: Array("\(name.text)\u{0}\(position.length)\u{0}".utf8) + position.head)
    }

    static func text<Kind: KeptCase>(
        of id: Identifier<Kind>, sequence: Int, at milliseconds: Int64, event: String
    ) -> String {
        #"{"at":\#(milliseconds),"\#(Kind.name)":"\#(id.text)","event":\#(event),"sequence":\#(sequence)}"#
    }

    static func text(
        register number: Int, authentication: AuthenticationID, enrollment: EnrollmentID, purpose: String,
        tenant: TenantID, at milliseconds: Int64
    ) -> String {
        #"{"at":\#(milliseconds),"authentication":"\#(authentication.text)","enrollment":"\#(enrollment.text)","#
            + #""number":\#(number),"purpose":"\#(purpose)","tenant":"\#(tenant.text)"}"#
    }

    static func text(
        auditSequence sequence: Int, at milliseconds: Int64, tenant: String, kind: String, detail: String
    ) -> String {
        #"{"at":\#(milliseconds),"detail":\#(detail),"kind":"\#(kind)","sequence":\#(sequence),"tenant":"\#(tenant)"}"#
    }

    static func text(register number: Int, enrollment: EnrollmentID, tenant: TenantID, at milliseconds: Int64) -> String
    {
        #"{"at":\#(milliseconds),"enrollment":"\#(enrollment.text)","number":\#(number),"tenant":"\#(tenant.text)"}"#
    }
}

/// What a check of a chain found.
package enum ChainCheck: Equatable, Sendable {
    /// All is as it was written.
    case intact(length: Int)
    /// The first place where it is not.
    case broken(at: Int, ChainDamage)
}

package enum ChainDamage: String, Equatable, Sendable {
    /// The entry of this number is not there.
    case missing
    /// The entry of this number, or one before it, is not what was written.
    case changed
    /// There are entries beyond the authenticated end.
    case added
    /// The end of the chain was not written by a holder of the audit key.
    case headForged
    /// The end of the chain was removed.
    case headMissing
    /// The database cannot read the entry of this number.
    case unreadable
    /// The events are as they were written, but the stored state is not what they tell.
    case stateDiffers
}
