import TestSupport
import Testing

@testable import OnboardingCrypto

@Suite struct ImplicitRejectionTests {
    /// The promise of `contentKey(in:otherwise:)`, against a plain reading of the same rule, over blocks near the border
    /// between well and badly formed.
    @Test func onlyAWellFormedBlockGivesItsKey() {
        var generator = SeededGenerator.announced()
        var wellFormed = 0
        for _ in 0..<20_000 {
            let count = [256, 384, 512].randomElement(using: &generator) ?? 256
            let keyCount = [16, 32, 16, 32, 24, 31, 33, 0].randomElement(using: &generator) ?? 16
            var block = [0, 2] + (0..<count - 3 - keyCount).map { _ in UInt8.random(in: 1...255, using: &generator) }
            block += [0] + (0..<keyCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if Bool.random(using: &generator) {
                let position = [
                    0, 1, 2, count - 17, count - 18, count - 33, count - 34,
                    Int.random(in: 0..<count, using: &generator),
                ].randomElement(using: &generator)
                block[position ?? 0] = [0, 1, 2, 255].randomElement(using: &generator) ?? 0
            }
            let substitute = [UInt8](repeating: 0x5a, count: Bool.random(using: &generator) ? 16 : 32)
            let expected = plainlyRead(block)
            if expected != nil { wellFormed += 1 }
            #expect(
                ImplicitRejection.contentKey(in: block, otherwise: substitute) == expected ?? substitute,
                "seed \(generator.seed)")
        }
        #expect((2_000..<18_000).contains(wellFormed))
    }

    private func plainlyRead(_ block: [UInt8]) -> [UInt8]? {
        guard block[0] == 0, block[1] == 2, let end = block.dropFirst(2).firstIndex(of: 0) else { return nil }
        let key = Array(block[(end + 1)...])
        return key.count == 16 || key.count == 32 ? key : nil
    }

    @Test func wrongPaddingIsNoErrorButAKeyThatStaysTheSame() throws {
        let pair = try SharedKeys.rsa2048.get()
        let again = try RSAKeyPair(pkcs8DER: pair.pkcs8DER)
        var keys: Set<[UInt8]> = []
        var lengths: Set<Int> = []
        for _ in 0..<40 {
            // Below the modulus, whose first byte is at least 0x80.
            let ciphertext = [0x7f] + (try Random.bytes(255))
            let key = try pair.unwrap(ciphertext, padding: .pkcs1)
            #expect(try again.unwrap(ciphertext, padding: .pkcs1) == key)
            keys.insert(key)
            lengths.insert(key.count)
        }
        #expect(keys.count == 40)
        #expect(lengths == [16, 32])
    }

    @Test func aKeyOfAnotherLengthIsReplaced() throws {
        let pair = try SharedKeys.rsa2048.get()
        for count in [0, 15, 17, 24, 31, 33, 48] {
            let contentKey = try Random.bytes(count)
            let wrapped = try pair.publicKey.wrap(contentKey, padding: .pkcs1)
            let unwrapped = try pair.unwrap(wrapped, padding: .pkcs1)
            #expect(unwrapped != contentKey)
            #expect(unwrapped == pair.substitute(for: wrapped))
        }
    }

    @Test func substitutesOfTwoKeysDiffer() throws {
        let ciphertext = [UInt8](repeating: 1, count: 256)
        let first = try SharedKeys.rsa2048.get().substitute(for: ciphertext)
        let second = try SharedKeys.otherRSA2048.get().substitute(for: ciphertext)
        #expect(first.prefix(16) != second.prefix(16))
    }
}
