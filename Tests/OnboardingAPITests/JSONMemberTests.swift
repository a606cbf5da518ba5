import Foundation
import OnboardingJSON
import TestSupport
import Testing

@Suite struct JSONMemberTests {
    private func text(_ name: String, in text: String) -> String? { JSONMember.text(name, in: Array(text.utf8)) }

    @Test(arguments: [
        (#"{"t":"abc"}"#, "abc"), (#"{"a":{"t":"no"},"b":["t",{"t":"no"}],"t" : "é"}"#, "é"),
        (#"{"a":"\"t\":\"no\"","t":"yes"}"#, "yes"), (#"{"a":"\\","t":"yes"}"#, "yes"), (#"{"t":""}"#, ""),
    ])
    func itIsFoundWhereverItStands(given: String, expected: String) {
        #expect(text("t", in: given) == expected)
    }

    @Test(arguments: [
        "", "{", "{}", #"{"t":1}"#, #"{"t":null,"a":"t"}"#, #"{"t":{"a":"b"}}"#, #"{"t":["a"]}"#, #"{"t":"a\nb"}"#,
        #"{"t":"abc"#, #"{"a":"t"}"#, #"["t","a"]"#, #"{"a":{"t":"b"}}"#, #"{"tt":"a"}"#, "\u{1}\u{2}",
    ])
    func whatIsNoTextOrNotOutermostIsNotFound(given: String) {
        #expect(text("t", in: given) == nil)
    }

    /// What it says of JSON is what a decoder reads, and nothing makes it stop the process.
    @Test func itSaysWhatADecoderReads() {
        struct Wanted: Decodable { let t: String }
        var random = SeededGenerator.announced()
        let tokens = ["{", "}", "[", "]", ",", ":", #""t""#, #""a""#, #""\\""#, #""\"t""#, "0", "null", " "]
        for _ in 0..<20_000 {
            let given =
                "{"
                + (0..<Int.random(in: 0...9, using: &random)).map { _ in tokens.randomElement(using: &random) ?? "" }
                .joined() + "}"
            let found = text("t", in: given)
            guard JSONShape.validationError(in: given.utf8) == nil else { continue }
            let read = (try? JSONDecoder().decode(Wanted.self, from: Data(given.utf8)))?.t
            #expect(found == (read?.contains("\"") == true || read?.contains("\\") == true ? nil : read), "\(given)")
        }
    }
}
