import ArgumentParser
internal import OnboardingCore
import OnboardingJSON
import Tenancy

/// How a command that reads prints: every one of them takes this.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object a line; errors are JSON too, on standard error.")
    var json = false

    /// Prints rows under a head, or an object a line.
    /// - Parameters:
    ///   - nothing: what is said where there are none.
    ///   - object: a row in JSON. Members without a value are left out.
    ///   - columns: from left to right.
    func show<Row>(
        _ rows: [Row], nothing: String, object: (Row) -> [String: JSONValue?],
        columns: KeyValuePairs<String, (Row) -> String>
    ) throws {
        guard !rows.isEmpty else { throw CommandEnd(.nothingFound, nothing) }
        if json {
            for row in rows { try printJSON(object(row)) }
        } else {
            Table(columns.map(\.key), rows: rows.map { row in columns.map { $0.value(row) } }).lines.forEach {
                print($0)
            }
        }
    }

    /// Prints an object, or lines.
    func show(_ object: [String: JSONValue?], else lines: [String]) throws {
        if json { try printJSON(object) } else { lines.forEach { print($0) } }
    }
}

func printJSON(_ bytes: [UInt8]) { print(String(decoding: bytes, as: UTF8.self)) }

func printJSON(_ object: [String: JSONValue?]) throws {
    printJSON(try sortedKeyJSON(JSONValue.object(object.compactMapValues(\.self))))
}

extension JSONValue {
    static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

    static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .string($0) }) }

    static func count(_ count: Int) -> JSONValue { .number(Double(count)) }

    /// RFC 3339, in UTC.
    static func instant(_ instant: Instant?) -> JSONValue? { instant.map { .string($0.iso8601WithMilliseconds) } }

    /// An object without the members that have no value.
    static func members(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues(\.self)) }
}
