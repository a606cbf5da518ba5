/// What shorter periods would make due for erasure that is not due without them.
package struct DueForecast: Equatable, Sendable {
    package struct Kind: Equatable, Sendable {
        /// `registrations`, `failed`, `faces`, `documents` or `trail`.
        package let name: String
        package let count: Int
        /// How many the tenant has, without what is held.
        package let total: Int
    }

    /// Of the periods that become shorter, in the order of `names`.
    package let kinds: [Kind]

    package init(kinds: [Kind]) {
        self.kinds = kinds
    }

    package var count: Int { kinds.reduce(0) { $0 + $1.count } }

    /// Whether it is so much that the number has to be repeated, and the periods wait: more than 100, or than 1 % of a kind.
    package var isMuch: Bool { count > 100 || kinds.contains { $0.count * 100 > $0.total } }

    /// Whether whoever asks knows how much. The number moves while it is read: 1 % beside it is the same.
    func isConfirmed(by number: Int?) -> Bool {
        guard let number else { return false }
        return abs(number - count) * 100 <= count
    }

    static let names = ["registrations", "failed", "faces", "documents", "trail"]

    /// The member of a posted change that repeats the number. It is not stored.
    package static let member = "confirmDue"
}
