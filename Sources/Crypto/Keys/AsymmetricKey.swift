internal import COpenSSL
internal import Foundation

/// An `EVP_PKEY`, freed with this object; the one place where keys are read, written, and used to sign and verify.
///
/// `@unchecked Sendable`: openssl-threads(7) allows one object to be used by several threads at once as long as none
/// changes it, and nothing changes the key after it was made.
final class AsymmetricKey: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over `pointer`.
    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// A new key, made by a generation context that `configure` has set up.
    static func generate(
        algorithm: String, configure: (OpaquePointer) -> Int32
    ) throws(CryptoError) -> AsymmetricKey {
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else { throw .libraryFailure }
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            try require(EVP_PKEY_keygen_init(context))
            try require(configure(context))
            try require(EVP_PKEY_generate(context, &key))
            guard let key else { throw .libraryFailure }
            return AsymmetricKey(owning: key)
        }
    }

    /// A private key from its PKCS#8 form (RFC 5208), nothing before or behind it.
    init(pkcs8DER: [UInt8]) throws(CryptoError) {
        pointer = try emptyingErrorQueue { () throws(CryptoError) in
            let key = pkcs8DER.withUnsafeBufferPointer { buffer -> OpaquePointer? in
                var position = buffer.baseAddress
                guard let information = d2i_PKCS8_PRIV_KEY_INFO(nil, &position, buffer.count) else { return nil }
                defer { PKCS8_PRIV_KEY_INFO_free(information) }
                guard position == buffer.baseAddress?.advanced(by: buffer.count) else { return nil }
                return EVP_PKCS82PKEY(information)
            }
            guard let key else { throw .invalidKey }
            return key
        }
    }

    /// A public key from its SubjectPublicKeyInfo (RFC 5280 §4.1.2.7), nothing before or behind it.
    init(subjectPublicKeyInfoDER: [UInt8]) throws(CryptoError) {
        pointer = try emptyingErrorQueue { () throws(CryptoError) in
            let key = subjectPublicKeyInfoDER.withUnsafeBufferPointer { buffer -> OpaquePointer? in
                var position = buffer.baseAddress
                guard let key = d2i_PUBKEY(nil, &position, buffer.count) else { return nil }
                guard position == buffer.baseAddress?.advanced(by: buffer.count) else {
                    EVP_PKEY_free(key)
                    return nil
                }
                return key
            }
            guard let key else { throw .invalidKey }
            return key
        }
    }

    /// A public key on P-256 from its uncompressed point. Its DER form would take ten times as long to read: the library
    /// asks all its decoders in turn.
    init(pointOnP256 point: [UInt8]) throws(CryptoError) {
        pointer = try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw .libraryFailure }
            defer { EVP_PKEY_CTX_free(context) }
            var curve = Array("P-256".utf8CString)
            var encoded = point
            var key: OpaquePointer?
            // A parameter keeps the pointer to its name, and a text passed as it is lives as long as the one call.
            let result = OSSL_PKEY_PARAM_GROUP_NAME.withCString { groupName in
                OSSL_PKEY_PARAM_PUB_KEY.withCString { pointName in
                    curve.withUnsafeMutableBufferPointer { curve in
                        encoded.withUnsafeMutableBytes { encoded -> Int32 in
                            var parameters = [
                                OSSL_PARAM_construct_utf8_string(groupName, curve.baseAddress, 0),
                                OSSL_PARAM_construct_octet_string(pointName, encoded.baseAddress, encoded.count),
                                OSSL_PARAM_construct_end(),
                            ]
                            guard EVP_PKEY_fromdata_init(context) == 1 else { return 0 }
                            let parts = OSSL_KEYMGMT_SELECT_PUBLIC_KEY | OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS
                            return EVP_PKEY_fromdata(context, &key, parts, &parameters)
                        }
                    }
                }
            }
            try require(result, else: .invalidKey)
            guard let key else { throw .libraryFailure }
            return key
        }
    }

    /// The PKCS#8 form of a private key.
    func pkcs8DER() throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let information = EVP_PKEY2PKCS8(pointer) else { throw .libraryFailure }
            defer { PKCS8_PRIV_KEY_INFO_free(information) }
            return try derEncoding { target in i2d_PKCS8_PRIV_KEY_INFO(information, target) }
        }
    }

    /// The SubjectPublicKeyInfo of the public half.
    func subjectPublicKeyInfoDER() throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            try derEncoding { target in i2d_PUBKEY(pointer, target) }
        }
    }

    /// A parameter of the key that is a number, for example RSA's `n`, as big-endian bytes without leading zeros.
    func number(_ name: String) throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            var number: OpaquePointer?
            defer { BN_clear_free(number) }
            try require(EVP_PKEY_get_bn_param(pointer, name, &number))
            var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
            guard BN_bn2bin(number, &bytes) == bytes.count else { throw .libraryFailure }
            return bytes
        }
    }

    /// The signature of `message` with SHA-256, in the algorithm's own form (PKCS#1 v1.5 for RSA, DER for ECDSA).
    func signSHA256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try sign(message, digest: EVP_sha256()) }

    /// - Parameter digest: nil for an algorithm that has its own, as Ed25519.
    func sign(_ message: [UInt8], digest: OpaquePointer?) throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            guard let context = EVP_MD_CTX_new() else { throw .libraryFailure }
            defer { EVP_MD_CTX_free(context) }
            var length = 0
            try require(EVP_DigestSignInit(context, nil, digest, nil, pointer))
            try require(EVP_DigestSign(context, nil, &length, message, message.count))
            var signature = [UInt8](repeating: 0, count: length)
            try require(EVP_DigestSign(context, &signature, &length, message, message.count))
            return Array(signature.prefix(length))
        }
    }

    /// Whether `signature` is one of `message` with SHA-256 in the algorithm's own form. False for any failure.
    func isValidSHA256Signature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        emptyingErrorQueue {
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1 else { return false }
            return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
    }
}

/// What an `i2d_…` function writes: asked once for the length, once for the bytes.
func derEncoding(
    _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(CryptoError) -> [UInt8] {
    let length = write(nil)
    guard length > 0 else { throw .libraryFailure }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let written = bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
        var position = buffer.baseAddress
        return write(&position)
    }
    guard written == length else { throw .libraryFailure }
    return bytes
}

/// A SubjectPublicKeyInfo as text (RFC 7468 §13): header, base64 in lines of 64 characters, footer, line feeds.
func publicKeyPEM(_ subjectPublicKeyInfoDER: [UInt8]) -> String {
    let options: Data.Base64EncodingOptions = [.lineLength64Characters, .endLineWithLineFeed]
    let body = Data(subjectPublicKeyInfoDER).base64EncodedString(options: options)
    return "-----BEGIN PUBLIC KEY-----\n\(body)\n-----END PUBLIC KEY-----\n"
}

/// The SubjectPublicKeyInfo of PEM text; nil where it is not one such, and nothing else.
func publicKeyDER(pem: String) -> [UInt8]? {
    let lines = pem.split(whereSeparator: \.isNewline)
    guard lines.count > 2, lines.first == "-----BEGIN PUBLIC KEY-----", lines.last == "-----END PUBLIC KEY-----" else {
        return nil
    }
    return Data(base64Encoded: lines.dropFirst().dropLast().joined()).map { [UInt8]($0) }
}
