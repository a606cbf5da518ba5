import Testing

@testable import OnboardingCrypto

@Suite struct RandomTests {
    @Test(arguments: [0, 1, 16, 32, 100_000]) func asManyBytesComeAsWereAskedFor(count: Int) throws {
        #expect(try Random.bytes(count).count == count)
    }

    @Test func noTwoNoncesAreAlike() throws {
        let nonces = try (0..<1_000).map { _ in try Random.bytes(16) }
        #expect(Set(nonces).count == nonces.count)
    }

    @Test func aNegativeCountIsRefused() {
        #expect(throws: CryptoError.invalidLength) { try Random.bytes(-1) }
    }
}
