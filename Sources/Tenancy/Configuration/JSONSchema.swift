internal import OnboardingJSON

/// Parts of JSON Schemas (draft 2020-12).
enum JSONSchema {
    typealias Members = [String: JSONValue]

    /// A whole schema, of an object.
    static func document(_ title: String, _ purpose: String, properties: Members, _ more: Members = [:]) -> JSONValue {
        let head: Members = [
            "$schema": .string("https://json-schema.org/draft/2020-12/schema"), "title": .string(title),
        ]
        return .object(object(purpose, properties: properties).merging(head) { $1 }.merging(more) { $1 })
    }

    static func object(_ purpose: String, properties: Members) -> Members {
        ["type": .string("object"), "description": .string(purpose), "properties": .object(properties)]
    }

    static func number(_ type: String, _ range: ClosedRange<Double>) -> Members {
        ["type": .string(type), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    }

    static func words(_ words: [String]) -> Members {
        ["type": .string("string"), "enum": .array(words.map { .string($0) })]
    }

    static func list(_ items: Members) -> Members { ["type": .string("array"), "items": .object(items)] }

    static func text(_ pattern: String) -> Members { ["type": .string("string"), "pattern": .string(pattern)] }

    /// - Parameter bound: in code points.
    static func text(atMost bound: Int) -> Members {
        ["type": .string("string"), "maxLength": .number(Double(bound))]
    }

    static func either(_ first: Members, _ second: Members) -> Members {
        ["anyOf": .array([.object(first), .object(second)])]
    }
}
