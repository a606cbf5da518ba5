internal import Crypto
internal import Foundation
internal import OnboardingCalls

/// Why a receipt or a certificate is not taken.
public enum ReceiptError: Error, Equatable, Sendable {
    /// It is no receipt of this kind, realm and client, or was changed.
    case invalid
    /// The key set does not have its key: read it anew.
    case keyUnknown
}

/// What the server has signed (compact JWS, ES256), once its signature and both types are as they must be.
struct SignedStatement<Claims: Decodable> {
    let claims: Claims

    private struct Header: Decodable {
        let typ: String
        let alg: String
        let kid: String
    }

    private struct Kind: Decodable {
        let typ: String
        let version: Int
    }

    private struct KeySet: Decodable {
        struct Key: Decodable {
            let kid: String?
            let kty: String?
            let crv: String?
            let x: String?
            let y: String?
        }

        let keys: [Key]
    }

    /// - Parameters:
    ///   - headerType: `typ` of the header.
    ///   - claimedType: `typ` of the claims.
    init(
        _ token: String, by keys: RealmKeys, headerType: String, claimedType: String
    ) throws(ReceiptError) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header: Header = Self.read(parts[0]), let kind: Kind = Self.read(parts[1]),
            header.typ == headerType, header.alg == "ES256", let signature = Base64URL.strictlyDecoded(parts[2]),
            let set = try? JSONDecoder().decode(KeySet.self, from: Data(keys.keySet))
        else { throw .invalid }
        guard let key = set.keys.first(where: { $0.kid == header.kid }) else { throw .keyUnknown }
        guard key.kty == "EC", key.crv == "P-256", let x = key.x.flatMap({ Base64URL.strictlyDecoded($0) }),
            let y = key.y.flatMap({ Base64URL.strictlyDecoded($0) }),
            let publicKey = try? P256.Signing.PublicKey(rawRepresentation: x + y),
            let given = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            publicKey.isValidSignature(given, for: Data("\(parts[0]).\(parts[1])".utf8)),
            kind.typ == claimedType, kind.version == 1, let claims: Claims = Self.read(parts[1])
        else { throw .invalid }
        self.claims = claims
    }

    private static func read<Part: Decodable>(_ part: Substring) -> Part? {
        let decoder = JSONDecoder()
        // `begun_at` is `begunAt`.
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return Base64URL.strictlyDecoded(part).flatMap { try? decoder.decode(Part.self, from: $0) }
    }
}
