internal import COpenSSL

/// AES-256 in Galois/counter mode (NIST SP 800-38D) with nonces of 12 and tags of 16 bytes.
///
/// The caller answers for a nonce never coming twice under one key.
enum GaloisCounterMode {
    static let keyByteCount = 32
    static let nonceByteCount = 12
    static let tagByteCount = 16

    /// Ciphertext and, behind it, the tag.
    static func seal(
        _ plain: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try checkLengths(key: key, nonce: nonce)
        guard let plainLength = Int32(exactly: plain.count),
            let associatedLength = Int32(exactly: associated.count)
        else { throw .invalidLength }
        return try emptyingErrorQueue { () throws(CryptoError) in
            let context = try CipherContext()
            var sealed = [UInt8](repeating: 0, count: plain.count + tagByteCount)
            var tag = [UInt8](repeating: 0, count: tagByteCount)
            var written: Int32 = 0
            try require(EVP_EncryptInit_ex(context.pointer, EVP_aes_256_gcm(), nil, key, nonce))
            try require(EVP_EncryptUpdate(context.pointer, nil, &written, associated, associatedLength))
            try require(EVP_EncryptUpdate(context.pointer, &sealed, &written, plain, plainLength))
            guard written == plainLength else { throw .libraryFailure }
            try require(EVP_EncryptFinal_ex(context.pointer, &tag, &written))
            try require(EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tagByteCount), &tag))
            sealed.replaceSubrange(plain.count..., with: tag)
            return sealed
        }
    }

    /// The plain text of `sealed` (ciphertext and tag).
    /// - Throws: `authenticationFailed` for anything but what `seal` made with the same key, nonce and associated bytes.
    static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try checkLengths(key: key, nonce: nonce)
        guard sealed.count >= tagByteCount else { throw .authenticationFailed }
        let plainCount = sealed.count - tagByteCount
        guard let plainLength = Int32(exactly: plainCount),
            let associatedLength = Int32(exactly: associated.count)
        else { throw .invalidLength }
        return try emptyingErrorQueue { () throws(CryptoError) in
            let context = try CipherContext()
            // One byte more than needed, so that the array of an empty plain text has an address as well.
            var plain = [UInt8](repeating: 0, count: plainCount + 1)
            var tag = Array(sealed[plainCount...])
            var written: Int32 = 0
            try require(EVP_DecryptInit_ex(context.pointer, EVP_aes_256_gcm(), nil, key, nonce))
            try require(EVP_DecryptUpdate(context.pointer, nil, &written, associated, associatedLength))
            try require(EVP_DecryptUpdate(context.pointer, &plain, &written, sealed, plainLength))
            guard written == plainLength else { throw .libraryFailure }
            try require(EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tagByteCount), &tag))
            try require(EVP_DecryptFinal_ex(context.pointer, &tag, &written), else: .authenticationFailed)
            plain.removeLast()
            return plain
        }
    }

    private static func checkLengths(key: [UInt8], nonce: [UInt8]) throws(CryptoError) {
        guard key.count == keyByteCount, nonce.count == nonceByteCount else { throw .invalidLength }
    }
}
