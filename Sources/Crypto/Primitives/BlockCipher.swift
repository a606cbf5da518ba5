internal import COpenSSL

/// AES in cipher block chaining mode with PKCS#7 padding (NIST SP 800-38A, RFC 5652 §6.3).
///
/// Not authenticated: only for the layouts of others (QR data, packages of the vendor's form). A failure to decrypt must
/// never be told apart from any other failure by whoever sent the ciphertext.
public enum BlockCipher {
    public static let blockByteCount = 16

    /// - Parameters:
    ///   - key: 16 bytes for AES-128, 32 for AES-256.
    ///   - initializationVector: 16 bytes, random for each call.
    /// - Returns: 16 · k bytes, k ≥ 1.
    /// - Throws: `invalidLength` for a key or initialization vector of another length.
    public static func encrypt(
        _ plain: [UInt8], key: [UInt8], initializationVector: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let cipher = try cipher(key: key, initializationVector: initializationVector)
        guard let length = Int32(exactly: plain.count) else { throw .invalidLength }
        return try emptyingErrorQueue { () throws(CryptoError) in
            let context = try CipherContext()
            var output = [UInt8](repeating: 0, count: plain.count + blockByteCount)
            var last = [UInt8](repeating: 0, count: blockByteCount)
            var written: Int32 = 0
            var writtenLast: Int32 = 0
            try require(EVP_EncryptInit_ex(context.pointer, cipher, nil, key, initializationVector))
            try require(EVP_EncryptUpdate(context.pointer, &output, &written, plain, length))
            try require(EVP_EncryptFinal_ex(context.pointer, &last, &writtenLast))
            return Array(output.prefix(Int(written))) + last.prefix(Int(writtenLast))
        }
    }

    /// - Throws: `invalidLength` for a key, initialization vector or ciphertext whose length is not one that `encrypt`
    ///   takes or gives; `authenticationFailed` for wrong padding.
    public static func decrypt(
        _ ciphertext: [UInt8], key: [UInt8], initializationVector: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let cipher = try cipher(key: key, initializationVector: initializationVector)
        guard let length = Int32(exactly: ciphertext.count), length > 0, length.isMultiple(of: 16) else {
            throw .invalidLength
        }
        return try emptyingErrorQueue { () throws(CryptoError) in
            let context = try CipherContext()
            var output = [UInt8](repeating: 0, count: ciphertext.count + blockByteCount)
            var last = [UInt8](repeating: 0, count: blockByteCount)
            var written: Int32 = 0
            var writtenLast: Int32 = 0
            try require(EVP_DecryptInit_ex(context.pointer, cipher, nil, key, initializationVector))
            try require(EVP_DecryptUpdate(context.pointer, &output, &written, ciphertext, length))
            try require(
                EVP_DecryptFinal_ex(context.pointer, &last, &writtenLast), else: .authenticationFailed)
            output.replaceSubrange(Int(written)..., with: last.prefix(Int(writtenLast)))
            return output
        }
    }

    private static func cipher(key: [UInt8], initializationVector: [UInt8]) throws(CryptoError) -> OpaquePointer? {
        guard initializationVector.count == blockByteCount else { throw .invalidLength }
        switch key.count {
        case 16: return EVP_aes_128_cbc()
        case 32: return EVP_aes_256_cbc()
        default: throw .invalidLength
        }
    }
}
