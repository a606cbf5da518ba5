/// The member `version` of a stored document in its first form: 1. Reading refuses every other, so a document with a property
/// of this type needs no more than `CodingKeys`, which name its members whatever its properties are called.
package struct FirstVersion: Codable, Equatable, Sendable {
    private static let number = 1

    package init() {}

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard try container.decode(Int.self) == Self.number else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an unknown version")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.number)
    }
}
