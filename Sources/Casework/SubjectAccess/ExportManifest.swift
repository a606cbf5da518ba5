internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// What an archive holds: `manifest.json`, and in `manifest.jws` who says so.
///
///     {"enrollments":["…"],"files":[{"name":"…","sha256":"…","size":1234}],"tenant":"…","version":1,"writtenAt":"…"}
///
/// `files` are all of the archive but these two, by their names; `sha256` is lower-case hexadecimal. `manifest.jws` is a JWS
/// (RFC 7515, compact, ES256, `typ` `export+jwt`) by the key of receipts with the claims `typ` (`Export`), `version` (1),
/// `iat`, `tenant`, `realm` and `manifest_sha256`, which is of the bytes of `manifest.json`.
struct ExportManifest: Codable, Equatable, Sendable {
    struct File: Codable, Equatable, Sendable {
        let name: String
        let sha256: String
        let size: Int

        private enum CodingKeys: String, CodingKey {
            case name, sha256, size
        }
    }

    /// What the signature is of.
    struct Claims: Codable, Equatable, Sendable {
        static let kind = "Export"

        let kind: String
        let version: Int
        /// Seconds since 1970.
        let issuedAt: Int64
        let tenant: String
        let realm: String
        let manifestDigest: String

        private enum CodingKeys: String, CodingKey {
            case kind = "typ"
            case version, tenant, realm
            case issuedAt = "iat"
            case manifestDigest = "manifest_sha256"
        }
    }

    static let fileName = "manifest.json"
    static let signatureName = "manifest.jws"
    static let signatureType = "export+jwt"

    var version = FirstVersion()
    let tenant: String
    let enrollments: [String]
    let writtenAt: String
    let files: [File]

    private enum CodingKeys: String, CodingKey {
        case version, tenant, enrollments, writtenAt, files
    }

    init(tenant: String, enrollments: [String], writtenAt: String, files: [File]) {
        (self.tenant, self.enrollments, self.writtenAt) = (tenant, enrollments, writtenAt)
        self.files = files.sorted { $0.name < $1.name }
    }

    /// The signature of a manifest, as it stands in its file.
    static func signature(
        of manifest: [UInt8], tenant: String, realm: String, with key: TokenSigningKey, at now: Instant
    ) throws -> String {
        let claims = Claims(
            kind: Claims.kind, version: 1, issuedAt: now.secondsSince1970, tenant: tenant, realm: realm,
            manifestDigest: Digest.hex(manifest))
        return try JSONWebToken.sign(claims: try sortedKeyJSON(claims), type: signatureType, with: key)
    }
}
