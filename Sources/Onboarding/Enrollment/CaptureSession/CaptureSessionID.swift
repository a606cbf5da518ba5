internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// The id of one capture, which a package may bear: a package that bears one is taken once in a tenant.
///
/// One that is handed out is
///
///     seconds since 1970, 4 bytes big-endian ‖ 6 random bytes ‖ the first 6 bytes of the tenant's keyed digest of those
///
/// so that it is known again, and how old it is, without being stored before it is used. A client may make its own.
package struct CaptureSessionID: Equatable, Sendable {
    private static let signedByteCount = 10

    /// 16, not all of them zero.
    private let bytes: [UInt8]

    /// A new one.
    init(of tenant: TenantID, keys: any KeyStore, at now: Instant) throws {
        let seconds = UInt32(truncatingIfNeeded: now.millisecondsSince1970 / 1000)
        let signed = withUnsafeBytes(of: seconds.bigEndian) { Array($0) } + (try Random.bytes(6))
        bytes = signed + (try Self.code(of: signed, tenant, keys))
    }

    /// What a package bears; nil where the text is not 16 bytes in the shape of a UUID, or all of them are zero.
    package init?(text: String) {
        guard let bytes = UUIDText.bytes(text) else { return nil }
        self.bytes = bytes
    }

    package var text: String { UUIDText.format(bytes) }

    /// Whether it was handed out, and longer ago than it lasts.
    func isLate(for tenant: TenantID, keys: any KeyStore, at now: Instant) throws -> Bool {
        let signed = Array(bytes.prefix(Self.signedByteCount))
        guard try Self.code(of: signed, tenant, keys) == Array(bytes.dropFirst(Self.signedByteCount)) else {
            return false
        }
        let seconds = signed.prefix(4).reduce(0) { $0 << 8 | Int64($1) }
        return Instant(millisecondsSince1970: seconds * 1000).adding(seconds: Limit.captureSessionLife.seconds) < now
    }

    /// What is kept of it when it was used.
    func digest(for tenant: TenantID, keys: any KeyStore) throws -> [UInt8] {
        try keys.lookupDigest(of: bytes, field: "capture session", tenant: tenant)
    }

    private static func code(of signed: [UInt8], _ tenant: TenantID, _ keys: any KeyStore) throws -> [UInt8] {
        try keys.lookupDigest(of: signed, field: "capture session made", tenant: tenant).prefix(6).map(\.self)
    }
}
