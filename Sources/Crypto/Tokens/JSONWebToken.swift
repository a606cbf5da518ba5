internal import Foundation

/// Why a token was not verified. For counters and tests; outside there is one answer.
public enum TokenError: Error, CaseIterable, Equatable, Sendable {
    /// Longer than `JSONWebToken.maximumCharacters`.
    case tooLarge
    /// Not three parts of strict base64url, or a header that is no object with `alg` and `kid`.
    case malformed
    /// An algorithm that the caller does not allow (`none` never is), or not the one of the key named.
    case algorithmNotAllowed
    /// The header says that something must be understood that we do not (`crit`, RFC 7515 §4.1.11).
    case criticalHeader
    /// No key of this name.
    case unknownKey
    case signatureInvalid
}

/// Signed tokens in the compact form (RFC 7515 §3.1, RFC 7519).
public enum JSONWebToken {
    /// What `verify` reads at most. Our own tokens have less than 2,000 characters.
    public static let maximumCharacters = 8192

    /// Signs `claims`, the JSON text of an object.
    /// - Parameters:
    ///   - type: `typ` of the header.
    ///   - key: gives `alg` and `kid` of the header as well.
    public static func sign(
        claims: [UInt8], type: String = "JWT", with key: TokenSigningKey
    ) throws(CryptoError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let fields = ["alg": key.algorithm.rawValue, "typ": type, "kid": key.keyID]
        guard let header = try? encoder.encode(fields) else { throw .libraryFailure }
        let signed = Base64URL.encode([UInt8](header)) + "." + Base64URL.encode(claims)
        return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8)))
    }

    /// The claims of `compact`, as the JSON text that was signed. Nothing in them is checked: issuer, audience, kind and
    /// times are the caller's part.
    /// - Parameters:
    ///   - keys: by `kid`. Each verifies its own algorithm only, whatever the header says.
    ///   - allowedAlgorithms: what the caller accepts at all.
    public static func verify(
        compact: String, keys: [String: TokenVerificationKey], allowedAlgorithms: Set<TokenAlgorithm>
    ) throws(TokenError) -> [UInt8] {
        let token = try Token(compact, allowedAlgorithms: allowedAlgorithms)
        guard let name = token.keyID else { throw .malformed }
        guard let key = keys[name] else { throw .unknownKey }
        guard key.algorithm == token.algorithm else { throw .algorithmNotAllowed }
        guard token.isSigned(by: key) else { throw .signatureInvalid }
        return token.claims
    }

    /// The same where the sender may name its keys as it likes: by whichever of `keys` it is signed.
    public static func verify(
        compact: String, byAnyOf keys: [TokenVerificationKey], allowedAlgorithms: Set<TokenAlgorithm>
    ) throws(TokenError) -> [UInt8] {
        let token = try Token(compact, allowedAlgorithms: allowedAlgorithms)
        guard keys.contains(where: { $0.algorithm == token.algorithm && token.isSigned(by: $0) }) else {
            throw .signatureInvalid
        }
        return token.claims
    }

    /// The same by the keys of another's set: by those that the header names, or by any of them where it names none.
    /// - Parameter limit: how many characters are read at most.
    /// - Throws: `unknownKey` also where it names none and none has signed: the set may be an older one.
    public static func verify(
        compact: String, by set: JSONWebKeySet, allowedAlgorithms: Set<TokenAlgorithm>, atMost limit: Int
    ) throws(TokenError) -> [UInt8] {
        let token = try Token(compact, allowedAlgorithms: allowedAlgorithms, atMost: limit)
        let named = set.keys.filter { token.keyID == nil || $0.name == token.keyID }
        guard !named.isEmpty else { throw .unknownKey }
        let fitting = named.filter { $0.key.algorithm == token.algorithm }
        guard token.keyID == nil || !fitting.isEmpty else { throw .algorithmNotAllowed }
        guard fitting.contains(where: { token.isSigned(by: $0.key) }) else {
            throw token.keyID == nil ? .unknownKey : .signatureInvalid
        }
        return token.claims
    }

    /// The claims of a token that brings its own key, and that key (`jwk`, RFC 7515 §4.1.3). The signature says that the sender
    /// holds the key; whose it is is the caller's part.
    /// - Parameter type: what `typ` of the header has to be.
    /// - Throws: `malformed` also for a key that is none of ours, or is a private one.
    static func verify(
        bringingItsKey compact: String, type: String, allowedAlgorithms: Set<TokenAlgorithm>, atMost limit: Int
    ) throws(TokenError) -> (claims: [UInt8], key: TokenVerificationKey) {
        let token = try Token(compact, allowedAlgorithms: allowedAlgorithms, atMost: limit)
        guard token.type?.lowercased() == type, let key = token.key else { throw .malformed }
        guard key.algorithm == token.algorithm else { throw .algorithmNotAllowed }
        guard token.isSigned(by: key) else { throw .signatureInvalid }
        return (token.claims, key)
    }

    /// The claims of `compact` without a look at its signature: to learn whose keys are to verify it, and nothing else.
    public static func unverifiedClaims(compact: String) -> [UInt8]? {
        try? Token(compact, allowedAlgorithms: Set(TokenAlgorithm.allCases)).claims
    }

    /// The parts of a token, taken apart.
    private struct Token {
        let algorithm: TokenAlgorithm
        let keyID: String?
        let type: String?
        let key: TokenVerificationKey?
        let claims: [UInt8]
        private let signed: [UInt8]
        private let signature: [UInt8]

        init(
            _ compact: String, allowedAlgorithms: Set<TokenAlgorithm>, atMost limit: Int = maximumCharacters
        ) throws(TokenError) {
            guard compact.utf8.count <= limit else { throw .tooLarge }
            let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let headerText = Base64URL.decode(String(parts[0])),
                let claims = Base64URL.decode(String(parts[1])), let signature = Base64URL.decode(String(parts[2])),
                let header = try? JSONDecoder().decode(Header.self, from: Data(headerText))
            else { throw .malformed }
            guard let algorithm = TokenAlgorithm(rawValue: header.algorithm), allowedAlgorithms.contains(algorithm)
            else { throw .algorithmNotAllowed }
            guard !header.namesCriticalMembers else { throw .criticalHeader }
            (self.algorithm, keyID, self.claims, self.signature) = (algorithm, header.keyID, claims, signature)
            (type, key) = (header.type, header.key)
            signed = Array("\(parts[0]).\(parts[1])".utf8)
        }

        func isSigned(by key: TokenVerificationKey) -> Bool { key.isValid(signature: signature, of: signed) }
    }

    private struct Header: Decodable {
        let algorithm: String
        let keyID: String?
        let type: String?
        let key: TokenVerificationKey?
        let namesCriticalMembers: Bool

        private enum Member: String, CodingKey {
            case algorithm = "alg"
            case keyID = "kid"
            case type = "typ"
            case key = "jwk"
            case critical = "crit"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            algorithm = try members.decode(String.self, forKey: .algorithm)
            keyID = try members.decodeIfPresent(String.self, forKey: .keyID)
            type = try? members.decodeIfPresent(String.self, forKey: .type)
            key = (try? members.decodeIfPresent(JSONWebKeySet.Members.self, forKey: .key))?.key
            namesCriticalMembers = members.contains(.critical)
        }
    }
}
