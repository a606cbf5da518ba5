internal import Foundation
internal import OnboardingJSON
internal import Synchronization

/// The members of a request's body that nobody reads, such as a misspelt one: their names are said in the response.
final class IgnoredMembers: Sendable {
    /// More tell a developer nothing new.
    private static let mostNames = 16
    private static let longestName = 64

    private let names = Mutex<[String]>([])

    /// Notes what of `posted` is not in `message`, which was decoded from it.
    func note(_ posted: JSONValue, readAs message: some Encodable) {
        guard let json = try? JSONEncoder().encode(message),
            let read = try? JSONDecoder().decode(JSONValue.self, from: json)
        else { return }
        note(Self.names(in: posted, missingFrom: read, below: ""))
    }

    /// Notes names of members, of which only `known` are read.
    func note(_ names: [String], besides known: [String]) { note(names.filter { !known.contains($0) }.sorted()) }

    private func note(_ found: [String]) {
        guard !found.isEmpty else { return }
        // A body may be read twice.
        names.withLock { names in
            names = Array((names + found.filter { !names.contains($0) }).prefix(Self.mostNames))
        }
    }

    var isEmpty: Bool { names.withLock(\.isEmpty) }

    /// The value of the header that names them; nil where there are none. A name that is long or has other letters than names
    /// have is not repeated.
    var header: String? {
        let names = names.withLock(\.self)
        return names.isEmpty ? nil : names.map { Self.isPlain($0) ? $0 : "?" }.joined(separator: ", ")
    }

    private static func isPlain(_ name: String) -> Bool {
        name.utf8.count <= longestName && name.wholeMatch(of: /[A-Za-z0-9_.\-\[\]]+/) != nil
    }

    /// A member that is null counts as missing, and is no more than that.
    private static func names(in posted: JSONValue, missingFrom read: JSONValue, below prefix: String) -> [String] {
        switch (posted, read) {
        case (.object(let members), .object(let known)):
            members.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
                if value == .null { return [] }
                guard let other = known[name] else { return [prefix + name] }
                return names(in: value, missingFrom: other, below: prefix + name + ".")
            }
        case (.array(let elements), .array(let known)):
            zip(elements, known).enumerated().flatMap { index, pair in
                names(in: pair.0, missingFrom: pair.1, below: "\(prefix.dropLast())[\(index)].")
            }
        default: []
        }
    }
}
