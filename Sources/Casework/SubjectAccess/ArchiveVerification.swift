internal import Foundation
internal import OnboardingCrypto
internal import OnboardingJSON
internal import Tenancy

/// Whether an archive is what a server wrote, as anybody can check who has the server's key set. Needs no data directory.
package struct ArchiveVerification: Equatable, Sendable {
    /// One sentence each; empty where all is as it was written.
    package private(set) var findings: [String] = []
    package private(set) var tenant = ""
    package private(set) var writtenAt = ""
    package private(set) var enrollments: [String] = []
    package private(set) var fileCount = 0
    /// Of the key that signed.
    package private(set) var keyID = ""

    /// - Parameters:
    ///   - archive: the path of a file.
    ///   - keySet: JSON Web Key Set (RFC 7517), as the server gives it out; keys that sign no archive are passed over.
    package init(archive: String, keySet: [UInt8]) throws {
        guard let keys = KeySet.verificationKeys(in: keySet) else {
            throw ConfigurationError(description: "The key set is no JSON Web Key Set.")
        }
        guard access(archive, R_OK) == 0 else {
            throw PathTrouble.error(archive, cannotBe: .read, errno)
        }
        do {
            try check(try ZipReader(contentsOf: archive), by: keys)
        } catch is ZipReader.ReadError {
            findings.append("the file is not an archive as it was written: it was changed, cut or packed anew")
        }
    }

    private mutating func check(_ archive: ZipReader, by keys: [String: TokenVerificationKey]) throws {
        var contents: [String: ZipFormat.Entry] = [:]
        for entry in archive.entries { contents[entry.name] = entry }
        guard let manifestEntry = contents.removeValue(forKey: ExportManifest.fileName),
            let signatureEntry = contents.removeValue(forKey: ExportManifest.signatureName)
        else {
            findings.append("\(ExportManifest.fileName) or \(ExportManifest.signatureName) is missing")
            return
        }
        let manifestBytes = try archive.contents(of: manifestEntry)
        let signature = String(decoding: try archive.contents(of: signatureEntry), as: UTF8.self)
        guard let claims = Self.claims(of: signature, by: keys) else {
            findings.append("\(ExportManifest.signatureName) is not signed by a key of the key set")
            return
        }
        guard claims.manifestDigest == Digest.hex(manifestBytes),
            let manifest = try? JSONDecoder().decode(ExportManifest.self, from: Data(manifestBytes)),
            manifest.tenant == claims.tenant
        else {
            findings.append("\(ExportManifest.fileName) is not what was signed")
            return
        }
        (tenant, writtenAt, enrollments) = (manifest.tenant, manifest.writtenAt, manifest.enrollments)
        (fileCount, keyID) = (manifest.files.count, Self.keyID(of: signature) ?? "")
        for file in manifest.files {
            guard let entry = contents.removeValue(forKey: file.name) else {
                findings.append("\(file.name) is missing")
                continue
            }
            guard Int(entry.size) == file.size, let bytes = try? archive.contents(of: entry),
                Digest.hex(bytes) == file.sha256
            else {
                findings.append("\(file.name) was changed")
                continue
            }
        }
        findings += contents.keys.sorted().map { "\($0) was added" }
    }

    private static func claims(
        of signature: String, by keys: [String: TokenVerificationKey]
    ) -> ExportManifest.Claims? {
        guard header(of: signature)?.type == ExportManifest.signatureType,
            let text = try? JSONWebToken.verify(compact: signature, keys: keys, allowedAlgorithms: [.es256]),
            let claims = try? JSONDecoder().decode(ExportManifest.Claims.self, from: Data(text)),
            claims.kind == ExportManifest.Claims.kind, claims.version == 1
        else { return nil }
        return claims
    }

    private struct Header: Decodable {
        let type: String?
        let keyID: String?

        private enum CodingKeys: String, CodingKey {
            case type = "typ"
            case keyID = "kid"
        }
    }

    private static func header(of signature: String) -> Header? {
        Base64URL.decode(String(signature.prefix { $0 != "." }))
            .flatMap { try? JSONDecoder().decode(Header.self, from: Data($0)) }
    }

    private static func keyID(of signature: String) -> String? { header(of: signature)?.keyID }
}

/// The keys of a JSON Web Key Set that can have signed an archive or a certificate.
struct KeySet: Decodable {
    private struct Key: Decodable {
        let keyID: String?
        let curve: String?
        let x: String?
        let y: String?

        private enum CodingKeys: String, CodingKey {
            case keyID = "kid"
            case curve = "crv"
            case x, y
        }
    }

    private let keys: [Key]

    private enum CodingKeys: String, CodingKey {
        case keys
    }

    /// Those on P-256, by their names; nil where `bytes` are no key set.
    static func verificationKeys(in bytes: [UInt8]) -> [String: TokenVerificationKey]? {
        (try? JSONDecoder().decode(KeySet.self, from: Data(bytes)))?.verificationKeys
    }

    private var verificationKeys: [String: TokenVerificationKey] {
        var known: [String: TokenVerificationKey] = [:]
        for key in keys where key.curve == "P-256" {
            guard let name = key.keyID, let x = key.x.flatMap(Base64URL.decode),
                let y = key.y.flatMap(Base64URL.decode),
                x.count == 32, y.count == 32, let point = try? ECPublicKey(uncompressedPoint: [4] + x + y)
            else { continue }
            known[name] = .es256(point)
        }
        return known
    }
}
