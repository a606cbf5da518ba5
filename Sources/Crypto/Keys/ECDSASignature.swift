internal import COpenSSL

/// The two ways to write an ECDSA signature on P-256: ECDSA-Sig-Value in DER (RFC 3279 §2.2.3), and r and s as 32
/// bytes each (RFC 7518 §3.4).
enum ECDSASignature {
    static let coordinateByteCount = 32

    static func raw(fromDER der: [UInt8]) throws(CryptoError) -> [UInt8] {
        try emptyingErrorQueue { () throws(CryptoError) in
            let signature = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
                var position = buffer.baseAddress
                return d2i_ECDSA_SIG(nil, &position, buffer.count)
            }
            guard let signature else { throw .libraryFailure }
            defer { ECDSA_SIG_free(signature) }
            return try bytes(of: ECDSA_SIG_get0_r(signature)) + bytes(of: ECDSA_SIG_get0_s(signature))
        }
    }

    /// Nil unless `raw` has 64 bytes.
    static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 2 * coordinateByteCount else { return nil }
        return try? emptyingErrorQueue { () throws(CryptoError) -> [UInt8] in
            let s = Array(raw.suffix(coordinateByteCount))
            guard let signature = ECDSA_SIG_new() else { throw .libraryFailure }
            defer { ECDSA_SIG_free(signature) }
            let rNumber = BN_bin2bn(raw, Int32(coordinateByteCount), nil)
            let sNumber = BN_bin2bn(s, Int32(coordinateByteCount), nil)
            guard ECDSA_SIG_set0(signature, rNumber, sNumber) == 1 else {
                BN_free(rNumber)
                BN_free(sNumber)
                throw .libraryFailure
            }
            return try derEncoding { target in i2d_ECDSA_SIG(signature, target) }
        }
    }

    private static func bytes(of number: OpaquePointer?) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: coordinateByteCount)
        guard BN_bn2binpad(number, &bytes, Int32(coordinateByteCount)) == coordinateByteCount else {
            throw .libraryFailure
        }
        return bytes
    }
}
