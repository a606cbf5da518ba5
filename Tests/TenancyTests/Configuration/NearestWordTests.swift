import Foundation
import Testing

@testable import Tenancy

/// What somebody may have meant who mistyped a word.
@Suite struct NearestWordTests {
    @Test(arguments: [
        ("tennant", "tenant"), ("LIST", "list"), ("lst", "list"), ("webhok", "webhook"), ("lits", nil), ("quux", nil),
        ("", nil),
    ])
    func theNearestIsAThirdOfItsLettersAway(typed: String, nearest: String?) {
        #expect(NearestWord.of(["tenant", "list", "webhook", "operator"], to: typed) == nearest)
    }

    @Test func ofTwoThatAreAsNearTheFirstIsNamed() {
        #expect(NearestWord.of(["lint", "lift"], to: "lixt") == "lift")
    }

    /// What somebody typed may be of any length.
    @Test func aLongWordIsNearNothing() {
        #expect(NearestWord.of(["tenant"], to: String(repeating: "tenant", count: 10_000)) == nil)
    }

    @Test func aMisspeltSettingOfTheServerIsNamedWithTheOneThatIsNear() async throws {
        let file = NSTemporaryDirectory() + UUID().uuidString + ".json"
        try Data(#"{"pblicUrl":"https://kyc.example.org"}"#.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        await #expect {
            try await ServerConfiguration.read(options: [:], file: file)
        } throws: {
            "\($0)".hasPrefix("pblicUrl is no setting. Did you mean publicUrl? There are data, host")
        }
    }
}
