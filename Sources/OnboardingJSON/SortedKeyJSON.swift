internal import Foundation

/// JSON with sorted keys and plain slashes, so that equal values are equal bytes: the one way in which this server writes
/// JSON, in answers, rows, chains and evidence.
package func sortedKeyJSON(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
}
