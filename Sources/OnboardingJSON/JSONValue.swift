/// A JSON value whose shape is not ours: configurations carry keys that we keep and echo without knowing them.
public enum JSONValue: Equatable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The value at the end of `path`; nil where a member is absent, null or no object.
    public func value(at path: [String]) -> JSONValue? {
        let found = path.reduce(Optional(self)) { $0?[$1] }
        return found == .null ? nil : found
    }

    /// This value without its members that are null, however deep they lie.
    public var withoutNullMembers: JSONValue {
        switch self {
        case .object(let members): .object(members.filter { $1 != .null }.mapValues(\.withoutNullMembers))
        case .array(let elements): .array(elements.map(\.withoutNullMembers))
        case .string, .number, .bool, .null: self
        }
    }

    /// This value with `value` at the end of `path`; objects are made on the way.
    public func setting(_ value: JSONValue, at path: ArraySlice<String>) -> JSONValue {
        guard let key = path.first else { return value }
        var members: [String: JSONValue] = [:]
        if case .object(let existing) = self { members = existing }
        members[key] = (members[key] ?? .object([:])).setting(value, at: path.dropFirst())
        return .object(members)
    }

    /// This value with the members of `change` laid over it, object by object; keys that are not named stay.
    public func merged(with change: JSONValue) -> JSONValue {
        guard case .object(let old) = self, case .object(let new) = change else { return change }
        return .object(old.merging(new) { $0.merged(with: $1) })
    }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if var elements = try? decoder.unkeyedContainer() {
            self = .array(try Self.values(of: &elements))
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Numbers may come by the million, and cost a third where nothing is made to decode each.
    private static func values(of elements: inout any UnkeyedDecodingContainer) throws -> [JSONValue] {
        var values: [JSONValue] = []
        values.reserveCapacity(elements.count ?? 0)
        while !elements.isAtEnd {
            if let number = try? elements.decode(Double.self) {
                values.append(.number(number))
            } else {
                values.append(try elements.decode(JSONValue.self))
            }
        }
        return values
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .array(let elements): try container.encode(elements)
        case .string(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}

/// A member's name that is only known once it is read.
package struct MemberName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init?(intValue: Int) {
        nil
    }
}

extension Decoder {
    /// The members of the object being read that `Known` does not name. One that cannot be kept, such as a number beyond
    /// what a `Double` holds, is left out: nobody depends on it.
    package func members<Known: CodingKey & CaseIterable>(besides known: Known.Type) throws -> [String: JSONValue] {
        let container = try container(keyedBy: MemberName.self)
        let names = Set(known.allCases.map(\.stringValue))
        var others: [String: JSONValue] = [:]
        for key in container.allKeys where !names.contains(key.stringValue) {
            others[key.stringValue] = try? container.decode(JSONValue.self, forKey: key)
        }
        return others
    }
}

extension Encoder {
    /// Writes what `members(besides:)` read, beside the members that have a type.
    package func encode(others: [String: JSONValue]) throws {
        var container = container(keyedBy: MemberName.self)
        for (name, value) in others { try container.encode(value, forKey: MemberName(stringValue: name)) }
    }
}
