/// One place at which two JSON documents differ.
public struct JSONDifference: Equatable, Encodable, Sendable {
    /// A JSON pointer (RFC 6901).
    public let path: String
    /// Nil where there was nothing.
    public let before: JSONValue?
    /// Nil where there is nothing any more.
    public let after: JSONValue?

    /// All places at which `after` differs from `before`, in the order of their paths. Arrays and other values are compared
    /// as wholes, objects member by member.
    public static func all(from before: JSONValue, to after: JSONValue) -> [JSONDifference] {
        differences(from: before, to: after, at: "")
    }

    private static func differences(
        from before: JSONValue?, to after: JSONValue?, at path: String
    ) -> [JSONDifference] {
        guard before != after else { return [] }
        guard case .object(let old)? = before, case .object(let new)? = after else {
            return [JSONDifference(path: path, before: before, after: after)]
        }
        return Set(old.keys).union(new.keys).sorted().flatMap { name in
            let token = name.replacing("~", with: "~0").replacing("/", with: "~1")
            return differences(from: old[name], to: new[name], at: path + "/" + token)
        }
    }
}
