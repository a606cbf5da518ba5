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

    /// The known key that the fewest letters have to be changed for, a third of it at most.
    private static func nearest(to name: String) -> String? {
        let last = lastPart(of: name)
        let near = ConfigurationTable.keys.filter { !$0.isGroup }
            .map { (key: $0.name, changes: changes(from: last, to: lastPart(of: $0.name))) }
            .filter { $0.changes * 3 <= max(last.count, lastPart(of: $0.key).count) }
        return near.min { ($0.changes, $0.key) < ($1.changes, $1.key) }?.key
    }

    private static func lastPart(of name: String) -> [Character] {
        Array(name.lowercased().split(separator: ".").last ?? "")
    }

    /// The Levenshtein distance.
    private static func changes(from first: [Character], to second: [Character]) -> Int {
        var row = Array(0...second.count)
        for (index, letter) in first.prefix(128).enumerated() {
            var (diagonal, left) = (row[0], index + 1)
            row[0] = left
            for place in second.indices {
                left = min(row[place + 1] + 1, left + 1, diagonal + (second[place] == letter ? 0 : 1))
                (diagonal, row[place + 1]) = (row[place + 1], left)
            }
        }
        return row[second.count]
    }
}
