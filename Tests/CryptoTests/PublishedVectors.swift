import Foundation
import Testing

@testable import OnboardingCrypto

/// A file of published vectors; its layout is described in `Vectors/README.md`.
struct PublishedVectors: Decodable {
    struct Group: Decodable {
        let key: String
        let tests: [[String]]
    }

    let columns: [String]
    let groups: [Group]

    /// The file `name` of the folder `Vectors` beside this one.
    static func load(_ name: String) throws -> PublishedVectors {
        try decode(Self.self, from: name)
    }

    /// One that has a layout of its own.
    static func decode<Value: Decodable>(_ type: Value.Type, from name: String) throws -> Value {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Vectors")
        return try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Calls `check` for every row, and says how many there were of each result, so that none is skipped unseen.
    func forEach(_ check: (PublishedRow) throws -> Void) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for group in groups {
            for values in group.tests {
                let row = PublishedRow(key: group.key, values: Dictionary(uniqueKeysWithValues: zip(columns, values)))
                counts[row.values["result"] ?? "", default: 0] += 1
                try check(row)
            }
        }
        return counts
    }
}

struct PublishedRow {
    let key: String
    let values: [String: String]

    var number: String { values["number"] ?? "?" }
    var isValid: Bool { values["result"] == "valid" }

    func bytes(_ column: String) throws -> [UInt8] {
        let text = try #require(values[column], "row \(number) has no \(column)")
        return try #require(Hexadecimal.decode(text), "row \(number), \(column)")
    }

    func keyBytes() throws -> [UInt8] {
        try #require(Hexadecimal.decode(key))
    }
}

/// The bytes of hexadecimal text that stands in a test.
func fromHexadecimal(_ text: String) throws -> [UInt8] {
    try #require(Hexadecimal.decode(text))
}
