internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// What is asked for: authentications and re-enrollments of which all that is said holds.
package struct AuthenticationSearch: Sendable {
    /// What the tenant called it by, letter by letter.
    package var reference: String?
    /// Of the registration, 32 hexadecimal digits.
    package var enrollmentID: String?
    /// Where the page before ended, as that page said.
    package var cursor: String?
    package var pageSize = Self.usualPageSize

    package static let usualPageSize = 50

    package init() {}

    /// - Throws: `searchInvalid` for an id or cursor that is none; `pageOutOfRange`.
    func place() throws -> (enrollment: EnrollmentID?, before: Int?) {
        guard (1...Limit.pageSize.value).contains(pageSize) else {
            throw Refusal(.pageOutOfRange, member: "pageSize", limit: .pageSize)
        }
        func known<Word>(_ word: Word?, _ member: String) throws(Refusal) -> Word {
            guard let word else { throw Refusal(.searchInvalid, member: member) }
            return word
        }
        return (
            try enrollmentID.map { try known(EnrollmentID(text: $0), "enrollmentId") },
            try cursor.map { try known(Self.number(of: $0), "cursor") }
        )
    }

    /// Base64url of a number, in decimal.
    static func cursor(of number: Int) -> String { Base64URL.encode([UInt8]("\(number)".utf8)) }

    private static func number(of cursor: String) -> Int? {
        Base64URL.decode(cursor).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
}
