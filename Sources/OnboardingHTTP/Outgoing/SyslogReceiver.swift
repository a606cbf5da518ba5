internal import Foundation
internal import NIOSSL
internal import Tenancy

/// Who takes the audit trail, and how it is known. Files are read for each connection, so that a renewed certificate asks for no
/// restart.
struct SyslogReceiver: Sendable {
    let address: SyslogConfiguration.Receiver
    private let configuration: SyslogConfiguration

    /// - Throws: `ConfigurationError` where a file cannot be used.
    init(_ configuration: SyslogConfiguration) throws {
        address = try configuration.parsed
        self.configuration = configuration
        _ = try context()
    }

    /// Of TLS 1.2 or later; nil where there is none.
    /// - Throws: `ConfigurationError` where a file cannot be used.
    func context() throws -> NIOSSLContext? {
        guard !address.isPlain else { return nil }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.cipherSuiteValues = ServerCertificate.suites
        tls.certificateVerification = .fullVerification
        // Who does not take the end of a connection in turn must not hold up the end of the server.
        tls.shutdownTimeout = .seconds(1)
        if let file = configuration.certificates {
            tls.trustRoots = .certificates(try Self.certificates(in: file, named: "syslog-ca-file"))
        }
        if let certificateFile = configuration.certificate, let keyFile = configuration.key {
            tls.certificateChain = try Self.certificates(in: certificateFile, named: "syslog-cert")
                .map { .certificate($0) }
            let key = try SecretFile.contents(of: keyFile, named: "syslog-key")
            guard let key = try? NIOSSLPrivateKey(bytes: key, format: .pem) else {
                throw ConfigurationError(
                    description: "syslog-key \(keyFile) holds no key in PEM, or one with a passphrase.")
            }
            tls.privateKey = .privateKey(key)
        }
        do {
            return try NIOSSLContext(configuration: tls)
        } catch {
            throw ConfigurationError(
                description: configuration.key == nil
                    ? "syslog: the system's certificates cannot be read."
                    : "syslog-key is not that of the certificate in syslog-cert."
            )
        }
    }

    private static func certificates(
        in file: String, named setting: String
    ) throws(ConfigurationError) -> [NIOSSLCertificate] {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ConfigurationError(description: "\(setting) \(file) cannot be read.")
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes([UInt8](data)), !certificates.isEmpty else {
            throw ConfigurationError(description: "\(setting) \(file) holds no certificate in PEM.")
        }
        return certificates
    }
}
