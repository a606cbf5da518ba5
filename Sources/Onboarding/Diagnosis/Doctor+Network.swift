internal import Foundation
internal import NIOSSL

extension Doctor {
    private static let warnDaysBeforeExpiry = 14

    /// How clients reach the server.
    var network: [Finding] {
        var findings: [Finding] = []
        if let certificate = configuration.tlsCertificate { findings.append(expiry(ofCertificate: certificate)) }
        if let url = configuration.publicURL, url.hasPrefix("http://"), !url.contains("://127."),
            !url.contains("://localhost")
        {
            findings.append(.warning("public URL", "it is not https, so phones send packages in the clear"))
        }
        return findings
    }

    private func expiry(ofCertificate file: String) -> Finding {
        guard let certificate = try? NIOSSLCertificate.fromPEMFile(file).first else {
            return .problem("certificate", "it cannot be read as PEM")
        }
        let days = Int(
            (Date(timeIntervalSince1970: TimeInterval(certificate.notValidAfter)).timeIntervalSinceNow) / 86_400)
        return switch days {
        case ..<0: .problem("certificate", "it has expired")
        case ..<Self.warnDaysBeforeExpiry: .warning("certificate", "it expires in \(days) days")
        default: .good("certificate", "valid for \(days) days")
        }
    }
}
