@testable import OnboardingCrypto

extension FuzzTarget {
    /// Public keys in DER as devices send them.
    static let publicKey = FuzzTarget(
        name: "public-key",
        dictionary: [
            [0x30, 0x59], [0x30, 0x82, 0x01, 0x22], [0x30, 0x80], [0x03, 0x42, 0x00, 0x04],
            [0x02, 0x03, 0x01, 0x00, 0x01],
            [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22],
            [0x05, 0x00], [0x00, 0x00], [0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x82, 0x01, 0x01, 0x00],
        ],
        costliestInputs: [
            // What 4,096 characters of base64 hold.
            CostliestInput(input: { [0x30, 0x82, 0x0B, 0xFC] + [UInt8](repeating: 0x30, count: 3068) }) { input in
                _ = try? ECPublicKey(spkiDER: input)
                _ = try? RSAPublicKey(spkiDER: input)
            }
        ],
        check: { input throws(Finding) in
            let ec = try? ECPublicKey(spkiDER: input)
            if let key = ec {
                try promise(key.spkiDER == input && input.count == 91, "a key is kept in other bytes than came")
                let again = try? ECPublicKey(uncompressedPoint: key.uncompressedPoint)
                try promise(again?.spkiDER == input, "the point of a key is no key")
                try promise(key.uncompressedPoint == [4] + key.x + key.y, "a point is not made of its coordinates")
            }
            let rsa = try? RSAPublicKey(spkiDER: input)
            if let key = rsa {
                try promise((256...512).contains(key.modulusByteCount), "a modulus of \(key.modulusByteCount) bytes")
                try promise(key.exponent == [1, 0, 1], "another exponent")
                let again = try? RSAPublicKey(spkiDER: key.spkiDER)
                try promise(again?.modulus == key.modulus, "a key written is another one")
                let isVerified = key.isValidSHA256PKCS1(
                    signature: [UInt8](repeating: 1, count: key.modulusByteCount), of: input)
                try promise(!isVerified, "a signature that nobody made is verified")
            }
            return ec != nil || rsa != nil
        },
        planted: { input throws(Finding) in
            // The form is checked, not whether the point lies on the curve.
            let known = TestKeys.ec.publicKeyDER
            guard input.count == known.count, input.starts(with: known.prefix(27)) else { return }
            try promise((try? ECPublicKey(spkiDER: input)) != nil, "a point beside the curve is taken")
        })

    /// ECDSA signatures in both forms: one byte, `r` for the raw form and anything else for DER, then the signature.
    static let signature = FuzzTarget(
        name: "signature",
        dictionary: [
            [0x30, 0x44], [0x30, 0x45], [0x30, 0x46], [0x02, 0x20], [0x02, 0x21, 0x00], [0x30, 0x80], [0, 0],
        ],
        check: { input throws(Finding) in
            guard let form = input.first else { return false }
            let signature = Array(input.dropFirst())
            let key = TestKeys.ec.publicKey
            if form == UInt8(ascii: "r") {
                let isValid = key.isValidES256(rawSignature: signature, of: signedMessage)
                try promise(isValid == (signature == knownSignature), "a signature is believed that nobody made")
                if let der = ECDSASignature.der(fromRaw: signature) {
                    let raw = try? ECDSASignature.raw(fromDER: der)
                    try promise(raw == signature, "a form in DER is another signature")
                } else {
                    try promise(signature.count != 64, "64 bytes have no form in DER")
                }
                return isValid
            } else {
                let isValid = key.isValidES256(derSignature: signature, of: signedMessage)
                let known = ECDSASignature.der(fromRaw: knownSignature)
                try promise(isValid == (signature == known), "a signature is believed that nobody made")
                if let raw = try? ECDSASignature.raw(fromDER: signature) {
                    try promise(raw.count == 64, "a raw signature of \(raw.count) bytes")
                }
                return isValid
            }
        },
        planted: { input throws(Finding) in
            // DER that is read to the end of its own length, whatever stands behind.
            guard let known = ECDSASignature.der(fromRaw: knownSignature), input.first == UInt8(ascii: "d") else {
                return
            }
            let signature = input.dropFirst()
            try promise(
                !(signature.count > known.count && signature.starts(with: known)),
                "bytes behind a signature are ignored")
        })

    static let signedMessage = Array("a message that was signed once".utf8)
    /// Made once with the key of `docs/package-format.md`; it lies in the corpus in both forms.
    static let knownSignature = TestKeys.base64(
        "d6faY0pP/XszswK4bmq5nt5QcSnqEQcpSxeoResI45C3wqY+3M39ixlbxDLU/+YsYYRe6UmV+IUDo9n90guQKQ==")
}
