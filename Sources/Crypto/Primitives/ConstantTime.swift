internal import COpenSSL

/// Whether `a` and `b` are the same bytes, found without stopping at the first difference.
///
/// For secrets and authentication codes. The lengths are not kept secret.
public func isEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
