import Foundation
import OnboardingAPI
import OnboardingJSON
import TestSupport
import Testing

@Suite struct JSONShapeTests {
    private func objection(_ text: String) -> JSONShape.ValidationError? {
        JSONShape.validationError(in: Array(text.utf8))
    }

    @Test(arguments: [
        "{}", #" { "a" : [ 1 , -0.5e+3 , true , false , null , "x" , { } , [ ] ] } "#,
        #"{"a":"\"\\\/\b\f\n\r\t\u00e9\ud834\udd1e é 𝄞 "}"#, #"{"a":0,"b":{"a":1},"A":[{"a":1},{"a":1}]}"#,
    ])
    func anObjectIsWorthDecoding(text: String) {
        #expect(objection(text) == nil)
    }

    /// The decoder would let each of them pass, because nobody asks for the member `x`.
    @Test(arguments: [
        "{\"x\":01}", "{\"x\":1.}", "{\"x\":.5}", "{\"x\":-}", "{\"x\":1e}", "{\"x\":+1}", "{\"x\":nul}",
        "{\"x\":\"\\q\"}", "{\"x\":\"\\u12\"}", "{\"x\":\"\\ud834\"}", "{\"x\":\"\\udd1e\\ud834\"}",
        "{\"x\":\"\u{1}\"}", "{\"x\":1,}", "{\"x\":[1,]}", "{\"x\":1 2}", "{\"x\" 1}", "{x:1}", "{\"x\":1]",
        "{\"x\":[1}",
        "{\"x\":1}}", "{,}", "{\"x\":1} {}", "{\"x\":1", "{\"x\":\"", "{", "", " ", "\u{feff}{}", "{}\0",
    ])
    func whatIsNotJSONIsRefusedWhereverItStands(text: String) {
        #expect(objection(text) == .notJSON)
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
            [0x80],
        ] as [[UInt8]])
    func textThatIsNotUTF8IsRefused(bytes: [UInt8]) {
        #expect(JSONShape.validationError(in: Array("{\"x\":\"".utf8) + bytes + Array("\"}".utf8)) == .notJSON)
    }

    /// RFC 8259 §8.1. The decoder guesses these encodings, and a `∢` of UTF-16 holds a quotation mark's byte, behind which
    /// any depth would be hidden.
    @Test func otherEncodingsThanUTF8AreRefused() {
        let text = "{\"a\":\"∢\"}"
        #expect(JSONShape.validationError(in: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == .notJSON)
        #expect(JSONShape.validationError(in: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == .notJSON)
        #expect(
            JSONShape.validationError(in: text.unicodeScalars.flatMap { [UInt8($0.value & 0xFF), 0, 0, 0] }) == .notJSON
        )
    }

    @Test(arguments: ["[]", "null", "\"a\"", "17", " [ {} ] "])
    func jsonThatIsNoObjectIsCalledSo(text: String) {
        #expect(objection(text) == .notAnObject)
    }

    /// What one reader takes and what another takes may differ.
    @Test(arguments: [
        #"{"a":0,"a":1}"#, #"{"a":0,"\u0061":1}"#, #"{"x":[{"b":{"c":1,"d":2,"c":3}}]}"#, #"{"":0,"b":[],"":1}"#,
        #"{"\n":0,"\u000a":0}"#, #"{"é":0,"\u00E9":0}"#, #"{"a":{"b":1},"b":2,"a":3}"#,
    ])
    func aMemberThatStandsTwiceIsRefused(text: String) {
        #expect(objection(text) == .memberRepeated)
    }

    /// Names are kept while their object is open.
    @Test func moreMembersThanARequestCanMeanAreTooLarge() {
        func object(_ count: Int) -> String { "{\((0..<count).map { "\"m\($0)\":0" }.joined(separator: ","))}" }
        #expect(objection(object(JSONShape.maximumValues - 1)) == nil)
        #expect(objection(object(JSONShape.maximumValues)) == .tooManyValues)
        let half = object(JSONShape.maximumValues / 2)
        #expect(objection("{\"x\":[\(half),\(half)]}") == .tooManyValues)
    }

    @Test func depthIsCountedAndBracketsInTextsAreNot() {
        func nested(_ depth: Int) -> String {
            "{\"x\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
        }
        #expect(objection(nested(JSONShape.maximumDepth)) == nil)
        #expect(objection(nested(JSONShape.maximumDepth + 1)) == .tooDeep)
        #expect(objection("{\"x\":\"\\\"" + String(repeating: "[", count: 100) + "\"}") == nil)
    }

    /// Decoding the second kind took 50 s for 8 MiB before there was a limit.
    @Test(arguments: ["\"\"", "[]", "{}", "null", "[[[[[[[[\"\"]]]]]]]]"])
    func moreValuesThanARequestCanMeanAreTooLarge(value: String) {
        let many = Array(repeating: value, count: JSONShape.maximumValues).joined(separator: ",")
        #expect(objection("{\"x\":[\(many)]}") == .tooManyValues)
        let few = Array(repeating: value, count: 500).joined(separator: ",")
        #expect(objection("{\"x\":[\(few)]}") == nil)
    }

    @Test func aPackageMayBeAnArrayOfByteNumbers() {
        let bytes = "0" + String(repeating: ",255", count: 1_000_000)
        #expect(objection("{\"p\":[\(bytes)]}") == nil)
        let tooMany = "0" + String(repeating: ",0", count: JSONShape.maximumByteNumbers)
        #expect(objection("{\"p\":[\(tooMany)]}") == .tooManyValues)
        #expect(objection("{\"faceLivenessData\":{\"iv\":[0],\"p\":[\(bytes)]},\"x\":[1]}") == nil)
    }

    /// To decode 2.4 million of them took 2 s.
    @Test(arguments: ["x", "meta_data", "pp", "P"]) func numbersElsewhereAreValuesLikeOthers(name: String) {
        let many = "0" + String(repeating: ",0", count: JSONShape.maximumValues)
        #expect(objection("{\"\(name)\":[\(many)]}") == .tooManyValues)
        #expect(objection("{\"p\":[[\(many)]]}") == .tooManyValues)
        #expect(objection("{\"p\":{\"x\":[\(many)]}}") == .tooManyValues)
        #expect(objection("{\"p\":[{}],\"\(name)\":[\(many)]}") == .tooManyValues)
    }

    /// Foundation's other reader is strict in what it checks, so both have to agree on every short text of JSON's signs.
    @Test func aTextIsJSONExactlyWhereTheSystemReadsItToo() {
        var generator = SeededGenerator.announced()
        let tokens = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\n\"", "0", "-1", "1.5", "1e0", "true", "null", " ", "\"", "-",
            ".",
        ]
        for _ in 0..<50_000 {
            let inside = (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
                tokens.randomElement(using: &generator)
            }
            let text = "{\"a\":" + inside.joined() + "}"
            // It lets a comma pass before the end; nothing else is known.
            let hasCommaBeforeEnd = [",}", ",]", ", }", ", ]", ",  "].contains { text.contains($0) }
            if hasCommaBeforeEnd { continue }
            let objection = objection(text)
            // It takes one of the two.
            if objection == .memberRepeated { continue }
            let isRead = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
            #expect((objection == nil) == isRead, "\(text), seed \(generator.seed)")
        }
    }
}
