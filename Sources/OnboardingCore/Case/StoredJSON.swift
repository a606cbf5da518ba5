/// The version of every stored document of the core, as its member `version`. A change of a form gets the next number, and a
/// reader for this one.
///
/// All forms have in common: a JSON object with the member `version`; instants are UTC milliseconds since 1970; members that
/// a reader does not know are passed over; a version that it does not know is an error. A form that checks nothing names its
/// members in `CodingKeys` and leaves the rest to the compiler.
struct StoredVersion: Codable, Equatable, Sendable {
    private static let number = 1

    init() {}

    /// - Throws: where the document is of a version that this program does not read.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let version = try container.decode(Int.self)
        guard version == Self.number else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "version \(version) is not one that this program reads")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.number)
    }
}
