import Testing

@testable import Tenancy

@Suite struct UUIDTextTests {
    @Test func aPrintedTextReadsBackInEitherCase() {
        let bytes = [UInt8](0..<16)
        let text = UUIDText.format(bytes)
        #expect(text == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(UUIDText.bytes(text) == bytes && UUIDText.bytes(text.uppercased()) == bytes)
    }

    @Test func aVersionFourHasItsSixBits() {
        #expect(
            UUIDText.version4([UInt8](repeating: 0xFF, count: 16)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(
            UUIDText.version4([UInt8](repeating: 0, count: 16)) == "00000000-0000-4000-8000-000000000000")
    }

    @Test(arguments: [
        "", "x", "00000000-0000-0000-0000-000000000000", "000102030405060708090a0b0c0d0e0f",
        "00010203-0405-0607-0809-0a0b0c0d0e0", "0001020-30405-0607-0809-0a0b0c0d0e0f",
        "{0010203-0405-0607-0809-0a0b0c0d0e0f", "00010203-0405-0607-0809-0a0b0c0d0e0é",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(UUIDText.bytes(text) == nil)
    }
}
