internal import Foundation
internal import OnboardingCrypto

/// The site that passkeys are made for and used at (WebAuthn Level 2, 5.1.2).
struct RelyingParty: Equatable, Sendable {
    /// The host.
    let id: String
    /// Scheme, host and port, as browsers write them (RFC 6454 §6.2).
    let origin: String

    /// Nil where browsers make and use none: the host is an address, or without https and not this machine.
    init?(publicURL: String) {
        guard let parts = URLComponents(string: publicURL), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), IPAddress(IPAddress.withoutBrackets(host)) == nil,
            scheme == "https" || host == "localhost"
        else { return nil }
        let usual = scheme == "https" ? 443 : 80
        id = host
        origin = "\(scheme)://\(host)" + (parts.port.map { $0 == usual ? "" : ":\($0)" } ?? "")
    }

    var digest: [UInt8] { Digest.sha256([UInt8](id.utf8)) }
}
