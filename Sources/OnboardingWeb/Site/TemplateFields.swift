internal import Mustache

/// A structure as templates read it, its fields by their names; of a list `rows` that it has, `hasRows` says whether something is in it,
/// for what stands around the rows. The library would look through all fields of a structure, and of
/// those around it, for each name that a template has: more than half of what a long page took
/// (docs/measurements/desk.md).
struct TemplateFields: MustacheParent {
    private let fields: [String: Any]

    func child(named name: String) -> Any? { fields[name] }

    /// `value` with each structure in it replaced. What the library has a way of its own for stays as it is.
    static func replacingStructures(in value: Any) -> Any {
        if isLeftAlone(value) { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { replacingStructures(in: $0.value) } ?? value
        case .collection where value is any MustacheSequence:
            return mirror.children.map { replacingStructures(in: $0.value) }
        case .dictionary: return (value as? [String: Any])?.mapValues(replacingStructures) ?? value
        case .struct where !mirror.children.isEmpty && !hasOwnWay(value): return TemplateFields(mirror)
        default: return value
        }
    }

    /// What is met most, without a look into it.
    private static func isLeftAlone(_ value: Any) -> Bool {
        switch value {
        case is String, is Bool, is Int, is Words, is TemplateFields: true
        default: false
        }
    }

    private static func hasOwnWay(_ value: Any) -> Bool {
        value is any MustacheSequence || value is any MustacheParent || value is any MustacheTransformable
            || value is any MustacheCustomRenderable || value is any MustacheCustomRepresentation
            || value is any CustomStringConvertible
    }

    private init(_ mirror: Mirror) {
        var fields: [String: Any] = [:]
        for (label, value) in mirror.children {
            // As for the library, what is nil is not there.
            guard let label, let value = Self.unwrapped(value) else { continue }
            let field = Self.replacingStructures(in: value)
            fields[label] = field
            guard let list = field as? [Any] else { continue }
            let question = "has" + label.prefix(1).uppercased() + label.dropFirst()
            if fields[question] == nil { fields[question] = !list.isEmpty }
        }
        self.fields = fields
    }

    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}
