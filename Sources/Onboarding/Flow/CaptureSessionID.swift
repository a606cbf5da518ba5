internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// The id of one capture, `meta_data.session_id`: a package that bears one is taken once in a tenant.
///
/// One that is handed out is
///
///     seconds since 1970, 4 bytes big-endian ‖ 6 random bytes ‖ the first 6 bytes of the tenant's keyed digest of those
///
/// so that it is known again, and how old it is, without being stored before it is used. A client may make its own.
struct CaptureSessionID: Equatable, Sendable {
    private static let lifetimeInSeconds: Int64 = 300
    private static let signedByteCount = 10

    /// 16, not all of them zero.
    private let bytes: [UInt8]

    /// A new one.
    init(of tenant: TenantID, keyRing: any KeyStore, at now: Instant) throws {
        let seconds = UInt32(truncatingIfNeeded: now.millisecondsSince1970 / 1000)
        let signed = withUnsafeBytes(of: seconds.bigEndian) { Array($0) } + (try Random.bytes(6))
        bytes = signed + (try Self.code(of: signed, tenant, keyRing))
    }

    /// What a package bears; nil for none, or null.
    init?(_ video: FaceVideo) throws(Refusal) {
        guard let value = JSONValue.object(video.others).value(at: ["meta_data", "session_id"]) else { return nil }
        guard case .string(let text) = value, let bytes = UUIDText.bytes(text) else { throw Refusal(.sessionIDInvalid) }
        self.bytes = bytes
    }

    var text: String { UUIDText.format(bytes) }

    /// Whether it was handed out, and longer ago than it lasts.
    func isLate(for tenant: TenantID, keyRing: any KeyStore, at now: Instant) throws -> Bool {
        let signed = Array(bytes.prefix(Self.signedByteCount))
        guard try Self.code(of: signed, tenant, keyRing) == Array(bytes.dropFirst(Self.signedByteCount)) else {
            return false
        }
        let seconds = signed.prefix(4).reduce(0) { $0 << 8 | Int64($1) }
        return Instant(millisecondsSince1970: seconds * 1000).adding(seconds: Self.lifetimeInSeconds) < now
    }

    /// What is kept of it when it was used.
    func digest(for tenant: TenantID, keyRing: any KeyStore) throws -> [UInt8] {
        try keyRing.lookupDigest(of: bytes, field: "capture session", tenant: tenant)
    }

    private static func code(of signed: [UInt8], _ tenant: TenantID, _ keyRing: any KeyStore) throws -> [UInt8] {
        try keyRing.lookupDigest(of: signed, field: "capture session made", tenant: tenant).prefix(6).map(\.self)
    }
}

extension Flow {
    /// getSessionId.
    func captureSession(_ call: Call, caller: Caller) throws -> CaptureSessionResponse {
        CaptureSessionResponse(
            sessionID: try CaptureSessionID(of: caller.tenant.id, keyRing: deployment.keyRing, at: call.now).text)
    }
}
