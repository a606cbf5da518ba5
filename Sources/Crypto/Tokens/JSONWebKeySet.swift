internal import Foundation

/// The keys of another's key set (RFC 7517 §5) that verify tokens of our algorithms.
///
/// A set may hold keys of any kind and for any use: what cannot verify RS256 or ES256 is passed over, as §5 asks, and so is
/// every key beyond the first 64.
public struct JSONWebKeySet: Sendable {
    public struct Key: Sendable {
        /// What a token calls it by (`kid`); nil where the set does not name it.
        public let name: String?
        public let key: TokenVerificationKey
    }

    /// How many keys of a set are looked at.
    public static let maximumKeys = 64

    public let keys: [Key]

    /// Nil for what is no key set.
    /// - Parameter json: bounded by the caller, in bytes and in depth.
    public init?(json: [UInt8]) {
        guard let set = try? JSONDecoder().decode(Document.self, from: Data(json)) else { return nil }
        keys = set.keys.prefix(Self.maximumKeys).compactMap { members in
            members.key.map { Key(name: members.keyID, key: $0) }
        }
    }

    private struct Document: Decodable {
        let keys: [Members]
    }

    /// The members of a key that matter here (RFC 7517 §4, RFC 7518 §6); one of another type counts as missing.
    struct Members: Decodable {
        let type: String?
        let use: String?
        let operations: [String]?
        let algorithm: String?
        let keyID: String?
        let curve: String?
        let isPrivate: Bool
        let numbers: [Name: [UInt8]]

        enum Name: String, CodingKey, CaseIterable {
            case n, e, x, y
        }

        private enum Member: String, CodingKey {
            case type = "kty"
            case use
            case operations = "key_ops"
            case algorithm = "alg"
            case keyID = "kid"
            case curve = "crv"
            case secret = "d"
        }

        init(from decoder: any Decoder) throws {
            let members = try? decoder.container(keyedBy: Member.self)
            func text(_ member: Member) -> String? { try? members?.decode(String.self, forKey: member) }
            (type, use, algorithm, keyID, curve) = (
                text(.type), text(.use), text(.algorithm), text(.keyID), text(.curve)
            )
            operations = try? members?.decode([String].self, forKey: .operations)
            isPrivate = members?.contains(.secret) ?? false
            let coordinates = try? decoder.container(keyedBy: Name.self)
            var numbers: [Name: [UInt8]] = [:]
            for name in Name.allCases {
                numbers[name] = (try? coordinates?.decode(String.self, forKey: name)).flatMap(Base64URL.decode)
            }
            self.numbers = numbers
        }

        /// Nil where it is not for verifying, is a secret, or is no key of ours.
        var key: TokenVerificationKey? {
            guard !isPrivate, use ?? "sig" == "sig", operations?.contains("verify") ?? true else { return nil }
            let key: TokenVerificationKey
            switch type {
            case "RSA":
                guard let modulus = numbers[.n], let exponent = numbers[.e],
                    let made = try? RSAPublicKey(modulus: modulus, exponent: exponent)
                else { return nil }
                key = .rs256(made)
            case "EC":
                guard curve == "P-256", let x = numbers[.x], let y = numbers[.y], x.count == 32, y.count == 32,
                    let made = try? ECPublicKey(uncompressedPoint: [4] + x + y)
                else { return nil }
                key = .es256(made)
            default: return nil
            }
            return algorithm ?? key.algorithm.rawValue == key.algorithm.rawValue ? key : nil
        }
    }
}
