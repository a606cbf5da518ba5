internal import OnboardingJSON
internal import Foundation
internal import OnboardingAPI

/// `sortedKeyJSON` with the members of `value` in the order of `names`: for the one answer whose order the vendor's guide fixes.
/// Members that are not named are left out.
func sortedKeyJSON(_ value: some Encodable, inOrder names: [String]) throws -> [UInt8] {
    let object = try JSONDecoder().decode([String: JSONValue].self, from: Data(sortedKeyJSON(value)))
    let members = try names.compactMap { name in
        try object[name].map { try sortedKeyJSON(name) + [UInt8(ascii: ":")] + sortedKeyJSON($0) }
    }
    return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
}
