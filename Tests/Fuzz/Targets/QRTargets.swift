import Foundation
import OnboardingCrypto

extension FuzzTarget {
    /// The parameter `data` of a callback URL as anybody may send it. One text opens: the one that was signed.
    static let qrData = FuzzTarget(
        name: "qr-data", dictionary: words("=", "==", "+", "/", "-", "_", " ", "\n", "%2B"),
        costliestInputs: [
            CostliestInput(input: { [UInt8](repeating: 0x41, count: 64 << 10) }) { _ = opened($0) }
        ],
        check: { input throws(Finding) in
            guard let content = opened(input) else { return false }
            try promise(input.elementsEqual(TestKeys.qrData.utf8), "a text opened that nobody signed")
            try promise(
                content.host == "kyc.example.org" && content.apiKey == "TESTKEY1"
                    && content.sessionToken == "11111111-2222-4333-8444-555555555555", "something else was inside")
            return true
        },
        planted: { input throws(Finding) in
            // Base64 of either alphabet, with or without padding: one value, several texts.
            var text = String(decoding: input, as: UTF8.self).replacing("+", with: "-").replacing("/", with: "_")
            while text.hasSuffix("=") { text.removeLast() }
            let isOther = !input.elementsEqual(TestKeys.qrData.utf8)
            try promise(!(isOther && text == TestKeys.qrData), "a second text opens")
        })

    /// What is inside QR data: the input, signed and encrypted by their owner.
    static let qrContent = FuzzTarget(
        name: "qr-content", inputCount: 5_000, dictionary: words("&", "&&", "://", "é", "https://kyc.example.org/x"),
        check: { input throws(Finding) in
            guard let content = openedQRContent(input) else { return false }
            let parts = [content.host, content.apiKey, content.sessionToken]
            try promise(parts.joined(separator: "&").utf8.elementsEqual(input), "another content than was signed")
            try promise(parts.allSatisfy { !$0.isEmpty && !$0.contains("&") }, "a part is empty or two")
            let data = try? QRData.seal(content, signingKey: TestKeys.rsa, contentKey: TestKeys.qrContentKey)
            try promise(data != nil, "a content that was read cannot be written")
            return true
        },
        planted: { input throws(Finding) in
            // Three parts, of which nobody asks whether they say anything.
            guard openedQRContent(input) == nil, let text = String(validating: input, as: UTF8.self) else {
                return
            }
            let parts = text.split(separator: "&", omittingEmptySubsequences: false)
            try promise(parts.count != 3 || parts[0].isEmpty == parts[1].isEmpty, "an empty host or key is taken")
        })
}

private func opened(_ input: [UInt8]) -> QRContent? {
    guard let text = String(validating: input, as: UTF8.self) else { return nil }
    return try? QRData.open(text, publicKey: TestKeys.qrPublicKey, contentKey: TestKeys.qrContentKey)
}

private func openedQRContent(_ text: [UInt8]) -> QRContent? {
    let initializationVector = [UInt8](0..<16)
    guard
        let ciphertext = try? BlockCipher.encrypt(
            text, key: TestKeys.qrContentKey, initializationVector: initializationVector),
        let signature = try? TestKeys.rsa.signSHA256PKCS1(initializationVector + ciphertext)
    else { return nil }
    return try? QRData.open(
        Base64URL.encode(signature + initializationVector + ciphertext), publicKey: TestKeys.rsa.publicKey,
        contentKey: TestKeys.qrContentKey)
}
