internal import OnboardingJSON

/// A key of a configuration that nothing reads. Clients of the vendor post such keys, so they are kept; a misspelt one is told
/// from those by the known key that it is nearest to.
package struct UnknownKey: Equatable, Sendable {
    /// With dots.
    package let name: String
    /// Nil where none is near.
    package let nearest: String?
}

extension UnknownKey {
    /// The member of an answer that names them. Posted back it is left out.
    static let member = "unknownKeys"

    /// Those of a document, in the order of their names.
    static func all(in document: JSONValue) -> [UnknownKey] {
        names(in: document, below: "").filter { $0 != PendingRetention.member }.sorted()
            .map { UnknownKey(name: $0, nearest: nearest(to: $0)) }
    }

    var json: JSONValue {
        .object(["name": .string(name)].merging(nearest.map { ["nearest": .string($0)] } ?? [:]) { $1 })
    }

    private static func names(in value: JSONValue, below prefix: String) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.flatMap { name, value -> [String] in
            let name = prefix + name
            if let key = ConfigurationTable.key(name), !key.isGroup { return [] }
            let isGroup = ConfigurationTable.keys.contains { $0.name.hasPrefix(name + ".") }
            return isGroup ? names(in: value, below: name + ".") : [name]
        }
    }

    /// The known key whose last part is nearest to that of `name`.
    private static func nearest(to name: String) -> String? {
        let keys = ConfigurationTable.keys.filter { !$0.isGroup }.map(\.name).sorted()
        let last = NearestWord.of(keys.map(lastPart), to: lastPart(of: name))
        return last.flatMap { last in keys.first { lastPart(of: $0) == last } }
    }

    private static func lastPart(of name: String) -> String {
        name.split(separator: ".").last.map(String.init) ?? ""
    }
}
