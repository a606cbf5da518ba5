internal import Tenancy

extension Doctor {
    private static let warnDaysBeforeExpiry = 14

    /// How clients reach the server.
    var network: [Finding] {
        var findings: [Finding] = []
        do {
            if let certificate = try configuration.certificate { findings.append(expiry(of: certificate)) }
        } catch {
            findings.append(.problem("certificate", "\(error)"))
        }
        if let url = configuration.publicURL, PublicURL.isOpenToOthers(url) {
            findings.append(.warning("public URL", "it is not https, so phones send packages in the clear"))
        }
        return findings
    }

    private func expiry(of certificate: ServerCertificate) -> Finding {
        let days = certificate.daysLeft
        return switch days {
        case ..<0: .problem("certificate", "it has expired")
        case ..<Self.warnDaysBeforeExpiry: .warning("certificate", "it expires in \(days) days")
        default: .good("certificate", "valid for \(days) days")
        }
    }
}
