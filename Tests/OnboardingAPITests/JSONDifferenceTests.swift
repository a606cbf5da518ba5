import Foundation
import OnboardingJSON
import Testing

@Suite struct JSONDifferenceTests {
    private func differences(_ before: String, _ after: String) throws -> String {
        let values = try [before, after].map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        return String(decoding: try sortedKeyJSON(JSONDifference.all(from: values[0], to: values[1])), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1}"#, "[]"),
        (#"{}"#, #"{"a":{"b":null}}"#, #"[{"after":{"b":null},"path":"/a"}]"#),
        (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"b":3,"c":2}}"#, #"[{"after":3,"before":1,"path":"/a/b"}]"#),
        (#"{"a":null}"#, #"{}"#, #"[{"before":null,"path":"/a"}]"#),
        (#"{"a":[1,2]}"#, #"{"a":[1,3]}"#, #"[{"after":[1,3],"before":[1,2],"path":"/a"}]"#),
        (#"{"a":{}}"#, #"{"a":1}"#, #"[{"after":1,"before":{},"path":"/a"}]"#),
        (#"{"x~y/z":1}"#, #"{"x~y/z":2}"#, #"[{"after":2,"before":1,"path":"/x~0y~1z"}]"#),
        (#"1"#, #"2"#, #"[{"after":2,"before":1,"path":""}]"#),
        (
            #"{"b":1,"a":1}"#, #"{"c":1}"#,
            #"[{"before":1,"path":"/a"},{"before":1,"path":"/b"},{"after":1,"path":"/c"}]"#
        ),
    ]) func everyPlaceThatDiffersIsNamed(before: String, after: String, expected: String) throws {
        #expect(try differences(before, after) == expected)
    }
}
