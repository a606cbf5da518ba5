import Testing

@testable import OnboardingCrypto

@Suite struct SecretValueTests {
    @Test func descriptionsOfKeysSayTheirTypeAlone() throws {
        let key = try SealingKey.generate()
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "SealingKey(secret)")
        #expect(String(reflecting: [key]) == "[SealingKey(secret)]")
        #expect(dumped == "- SealingKey(secret)\n")
        #expect(try "\(PackageKeyPair(rsa: SharedKeys.rsa2048.get(), ec: SharedKeys.ec.get()))".utf8.count < 200)
        #expect(try "\(TokenSigningKey.es256(SharedKeys.ec.get()))".contains("ECKeyPair(secret)"))
    }
}
