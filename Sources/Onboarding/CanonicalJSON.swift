internal import Foundation
internal import OnboardingAPI

/// JSON with sorted keys and plain slashes, so that equal values are equal bytes: the one way in which this server writes
/// JSON, in answers, rows, chains and evidence.
func canonicalJSON(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
}

/// The same with the members of `value` in the order of `names`: for the one answer whose order the vendor's guide fixes.
/// Members that are not named are left out.
func canonicalJSON(_ value: some Encodable, inOrder names: [String]) throws -> [UInt8] {
    let object = try JSONDecoder().decode([String: JSONValue].self, from: Data(canonicalJSON(value)))
    let members = try names.compactMap { name in
        try object[name].map { try canonicalJSON(name) + [UInt8(ascii: ":")] + canonicalJSON($0) }
    }
    return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
}
