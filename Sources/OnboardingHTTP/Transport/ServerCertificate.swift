internal import Foundation
internal import NIOSSL
internal import OnboardingCrypto
internal import Synchronization
internal import Tenancy

/// The server's certificate and key; the library takes a pair as it is at the start. Who says hello is shown the pair in force; `renew` takes the one that the files hold
/// by now, so that a certificate of ninety days asks for no restart.
final class ServerCertificate: Sendable {
    private struct Pair {
        let chain: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey
        let digest: [UInt8]
    }

    private let certificateFile: String
    private let keyFile: String
    private let inForce: Mutex<Pair>

    /// - Throws: `ConfigurationError`, where the files hold no certificate, no key, or a key of another certificate.
    init(certificateFile: String, keyFile: String) throws {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        inForce = Mutex(try Self.pair(in: Files(certificateFile, keyFile)))
    }

    /// TLS 1.2 or later.
    var tls: TLSConfiguration {
        var tls = Self.tls(inForce.withLock(\.self))
        tls.sslContextCallback = { [self] _, promise in
            let pair = inForce.withLock(\.self)
            var shown = NIOSSLContextConfigurationOverride()
            shown.certificateChain = pair.chain.map { .certificate($0) }
            shown.privateKey = .privateKey(pair.key)
            promise.succeed(shown)
        }
        return tls
    }

    /// Whole days until it expires; below 0 once it has.
    var daysLeft: Int {
        let end = inForce.withLock { $0.chain.first.map { TimeInterval($0.notValidAfter) } ?? 0 }
        return Int((Date(timeIntervalSince1970: end).timeIntervalSinceNow / 86_400).rounded(.down))
    }

    /// Takes the pair that the files hold now.
    /// - Returns: false where it is the one in force.
    /// - Throws: `ConfigurationError` as `init`; the pair in force stays.
    func renew() throws -> Bool {
        let files = try Files(certificateFile, keyFile)
        guard inForce.withLock({ $0.digest != files.digest }) else { return false }
        let pair = try Self.pair(in: files)
        inForce.withLock { $0 = pair }
        return true
    }

    private struct Files {
        let certificate: [UInt8]
        let key: [UInt8]

        init(_ certificateFile: String, _ keyFile: String) throws {
            guard let certificate = FileManager.default.contents(atPath: certificateFile) else {
                throw ConfigurationError(description: "The TLS certificate \(certificateFile) cannot be read.")
            }
            self.certificate = [UInt8](certificate)
            key = try SecretFile.contents(of: keyFile, named: "The TLS key")
        }

        var digest: [UInt8] { Digest.sha256(parts: [certificate, key]) }
    }

    private static func pair(in files: Files) throws -> Pair {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(files.certificate) else {
            throw ConfigurationError(description: "The file of the TLS certificate holds no certificate in PEM.")
        }
        // Both forms of PEM say so in their head (RFC 7468 §11, RFC 1421 §4.6.1.1).
        guard !String(decoding: files.key, as: UTF8.self).contains("ENCRYPTED") else {
            throw ConfigurationError(description: "The TLS key is protected by a passphrase: give one that is not.")
        }
        guard let key = try? NIOSSLPrivateKey(bytes: files.key, format: .pem) else {
            throw ConfigurationError(description: "The file of the TLS key holds no key in PEM.")
        }
        let pair = Pair(chain: chain, key: key, digest: files.digest)
        do {
            _ = try NIOSSLContext(configuration: tls(pair))
        } catch {
            throw ConfigurationError(description: "The TLS key is not that of the certificate.")
        }
        return pair
    }

    /// Ours of TLS 1.2, on either side: forward secrecy and authenticated encryption, and nothing else (OWASP ASVS 5.0, V12.1.2). Those of TLS 1.3 are all
    /// of that kind.
    static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func tls(_ pair: Pair) -> TLSConfiguration {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.chain.map { .certificate($0) }, privateKey: .privateKey(pair.key))
        tls.minimumTLSVersion = .tlsv12
        tls.cipherSuiteValues = suites
        return tls
    }
}

extension ServerConfiguration {
    /// Nil where none is named.
    var certificate: ServerCertificate? {
        get throws {
            guard let tlsCertificate, let tlsKey else { return nil }
            return try ServerCertificate(certificateFile: tlsCertificate, keyFile: tlsKey)
        }
    }
}
