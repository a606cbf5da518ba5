import OnboardingAPI
import Testing

@Suite struct FormFieldsTests {
    @Test func plusAndPercentAreDecoded() throws {
        let form = try #require(
            FormFields([UInt8]("scope=openid+profile&text=%C3%A9+%2B&client_secret=a%2Bb%26c&empty=".utf8), atMost: 4))
        #expect(form["scope"] == "openid profile")
        #expect(form["client_secret"] == "a+b&c")
        #expect(form["text"] == "é +")
        #expect(form["empty"] == "")
        #expect(form["absent"] == nil)
    }

    @Test(arguments: ["a=1&a=2", "a=%zz", "%=x"])
    func aFormThatIsNotOneIsRefused(text: String) {
        #expect(FormFields([UInt8](text.utf8), atMost: 4) == nil)
    }

    @Test func fieldsThatMayComeAgainKeepTheirOrder() throws {
        let pairs = try #require(FormFields.pairs([UInt8]("b=1&a=x+y&b=%32".utf8), atMost: 4))
        #expect(pairs.map(\.name) == ["b", "a", "b"] && pairs.map(\.value) == ["1", "x y", "2"])
        #expect(FormFields.pairs([UInt8]("a=1&a=%zz".utf8), atMost: 4) == nil)
        #expect(FormFields.pairs([UInt8]("a=1&a=2&a=3".utf8), atMost: 2) == nil)
    }

    @Test func bytesThatAreNoTextAreRefused() {
        #expect(FormFields([0x61, 0x3d, 0xff, 0xfe], atMost: 4) == nil)
    }

    @Test func moreFieldsThanTheLimitAreRefused() {
        func form(of count: Int) -> FormFields? {
            FormFields([UInt8]((0..<count).map { "f\($0)=v" }.joined(separator: "&").utf8), atMost: 4)
        }
        #expect(form(of: 4)?["f3"] == "v")
        #expect(form(of: 5) == nil)
    }
}
