internal import Foundation
package import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// What is asked for: enrollments of which all that is said holds.
package struct EnrollmentSearch: Sendable {
    package var terms: [SearchTerm] = []
    /// 32 hexadecimal digits.
    package var enrollmentID: String?
    package var sessionToken: String?
    package var registrationCode: String?
    /// The first day (UTC), `2026-11-25`, or instant, ISO 8601, of beginning.
    package var from: String?
    /// The last day of beginning, all of it, or the instant before which it lies.
    package var to: String?
    /// Words of `EnrollmentStanding.State`.
    package var states: [String] = []
    /// Words of `EnrollmentReason`.
    package var reasons: [String] = []
    /// Words of `Review.Standing`.
    package var reviews: [String] = []
    /// Where the page before ended, as that page said.
    package var cursor: String?
    package var pageSize = Self.usualPageSize

    package static let usualPageSize = 50

    package init() {}

    /// - Throws: `searchInvalid` for a word, day or cursor that is none; `pageOutOfRange`.
    func query(in tenant: TenantID, keys: any KeyStore) throws -> (query: EnrollmentQuery, place: SearchPlace?) {
        guard (1...Limit.pageSize.value).contains(pageSize) else {
            throw Refusal(.pageOutOfRange, member: "pageSize", limit: .pageSize)
        }
        func known<Word>(_ word: Word?, _ member: String, of allowed: [String] = []) throws(Refusal) -> Word {
            guard let word else { throw Refusal(.searchInvalid, member: member, allowed: allowed) }
            return word
        }
        let (allStates, allReasons, allReviews) = (
            EnrollmentStanding.State.allCases.map(\.rawValue), EnrollmentReason.allCases.map(\.rawValue),
            Review.Standing.allCases.map(\.rawValue)
        )
        let query = EnrollmentQuery(
            // One without a letter or digit that counts would find all who gave such a one.
            keys: try terms.map { try known($0.isEmpty ? nil : $0, $0.kind.rawValue).key(in: tenant, keys: keys) },
            id: try enrollmentID.map { try known(EnrollmentID(text: $0), "enrollmentId") },
            sessionDigest: sessionToken.map(Cases.sessionDigest), registrationCode: registrationCode?.uppercased(),
            from: try from.map { try known(Self.instant($0, isEnd: false), "from") },
            until: try to.map { try known(Self.instant($0, isEnd: true), "to") },
            states: try Set(states).map { try known(EnrollmentStanding.State(rawValue: $0), "states", of: allStates) },
            reasons: try Set(reasons).map { try known(EnrollmentReason(rawValue: $0), "reasons", of: allReasons) },
            reviews: try Set(reviews).map {
                try known(Review.Standing(rawValue: $0), "reviews", of: allReviews)
            })
        return (query, try cursor.map { try known(SearchPlace(cursor: $0), "cursor") })
    }

    /// - Parameter isEnd: whether a day stands for its end.
    static func instant(_ text: String, isEnd: Bool) -> Instant? {
        let isDay = text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
        let text = isDay ? text + "T00:00:00Z" : text
        // The library takes 30 February for 2 March.
        guard Consent.isInstant(text), let date = try? Date(text, strategy: .iso8601) else { return nil }
        let instant = Instant(millisecondsSince1970: Int64((date.timeIntervalSince1970 * 1000).rounded()))
        return isDay && isEnd ? instant.adding(seconds: 86_400) : instant
    }
}

extension SearchPlace {
    /// Base64url of milliseconds since 1970, a stroke, and the number, both in decimal.
    var cursor: String { Base64URL.encode([UInt8]("\(begunAt.millisecondsSince1970)-\(number)".utf8)) }

    /// More than any database has, and small enough to be counted up and down.
    private static let numbers = 0...(1 << 48)

    init?(cursor: String) {
        let parts = Base64URL.decode(cursor).map { String(decoding: $0, as: UTF8.self).split(separator: "-") }
        guard let parts, parts.count == 2, let begun = Int64(parts[0]), let number = Int(parts[1]),
            Self.numbers.contains(number)
        else { return nil }
        self.init(begunAt: Instant(millisecondsSince1970: begun), number: number)
    }
}
