/// Names one thing of the kind `Thing` in the database, in file names and in logs: 16 random bytes as 32 lower-case
/// hexadecimal digits. Says nothing about a person and opens nothing.
package struct Identifier<Thing>: Hashable, Sendable, CustomStringConvertible {
    package static var byteCount: Int { 16 }

    package let text: String

    /// Nil unless there are 16 bytes.
    package init?(randomBytes bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        text = String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }

    /// Nil unless `text` is 32 lower-case hexadecimal digits.
    package init?(text: String) {
        guard text.utf8.count == 2 * Self.byteCount, isLowerCaseHexadecimal(text) else { return nil }
        self.text = text
    }

    package var description: String { text }

    /// Its bytes, in half the memory of its text.
    package var words: SIMD2<UInt64> {
        SIMD2(UInt64(text.prefix(16), radix: 16) ?? 0, UInt64(text.suffix(16), radix: 16) ?? 0)
    }

    package init?(words: SIMD2<UInt64>) {
        self.init(
            randomBytes: (0..<Self.byteCount).map {
                UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(56 - 8 * ($0 % 8)))
            })
    }
}

/// Stored as its text.
extension Identifier: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Self(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no identifier")
        }
        self = identifier
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

package typealias SubjectID = Identifier<SubjectThing>
package typealias TenantID = Identifier<TenantThing>
package typealias OperatorID = Identifier<OperatorThing>
package typealias ProposalID = Identifier<ProposalThing>
package typealias FaceID = Identifier<FaceThing>

/// What a `SubjectID` names: a person of a tenant, whose cases the core decides without knowing whose they are.
package enum SubjectThing {}

/// What a `TenantID` names; the core has no other type for it.
package enum TenantThing {}

/// What an `OperatorID` names: somebody of a tenant who signs in at the web side.
package enum OperatorThing {}

/// What a `ProposalID` names: what an operator wants to do and a colleague has to agree to.
package enum ProposalThing {}

/// What a `FaceID` names: an image of a face that a tenant's own client has handed in for one of its users.
package enum FaceThing {}

func isLowerCaseHexadecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
