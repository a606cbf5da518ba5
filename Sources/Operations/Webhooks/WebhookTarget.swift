internal import Foundation
internal import OnboardingCore
package import Tenancy

/// Where a webhook's messages go: checked when it is made, and its addresses at every attempt, because a name may lead
/// somewhere else tomorrow.
package struct WebhookTarget: Equatable, Sendable {
    /// As it was written.
    package let url: String
    package let host: String
    /// Whether it may lie in a private network.
    package let allowsPrivate: Bool

    /// - Throws: a sentence for what is no `https` URL of a host; `http` is for private networks, where they are allowed.
    package init(_ url: String, allowsPrivate: Bool) throws(ConfigurationError) {
        guard url.utf8.count <= Limit.webhookURL.value, let parts = URLComponents(string: url),
            let host = parts.host.map(IPAddress.withoutBrackets), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        else {
            throw ConfigurationError(
                description:
                    "A webhook's URL names a host, has no user and no fragment, a port up to 65535, and up to "
                    + "\(Limit.webhookURL.value) bytes.",
                kind: .misused)
        }
        guard parts.scheme == "https" || (parts.scheme == "http" && allowsPrivate) else {
            throw ConfigurationError(
                description: "A webhook's URL begins with https:// (or http:// where private networks are allowed).",
                kind: .misused)
        }
        if let address = IPAddress(host), !allowsPrivate, !address.isPublic {
            throw Self.liesInside(host)
        }
        (self.url, self.host, self.allowsPrivate) = (url, host, allowsPrivate)
    }

    /// Refuses at once what every attempt would refuse.
    /// - Parameter addresses: what the host's name leads to at this moment.
    /// - Throws: a sentence where that is nowhere, or also where nobody may send.
    func check(_ addresses: [String]) throws(ConfigurationError) {
        guard !addresses.isEmpty else {
            throw ConfigurationError(
                description: "\(host) leads to no address: no name server that was asked knows it at this moment.")
        }
        guard address(among: addresses) != nil else { throw Self.liesInside(host) }
    }

    private static func liesInside(_ host: String) -> ConfigurationError {
        ConfigurationError(
            description: "\(host) lies in a private network: allow that with --allow-private, or name another.",
            kind: .refused)
    }

    /// The address to connect to: the first, if all may be reached.
    /// - Parameter addresses: what the host's name leads to at this moment.
    /// - Returns: nil where it leads nowhere, or also to where nobody may send.
    package func address(among addresses: [String]) -> String? {
        let known = addresses.compactMap(IPAddress.init)
        guard !known.isEmpty, known.count == addresses.count, allowsPrivate || known.allSatisfy(\.isPublic) else {
            return nil
        }
        return addresses.first
    }
}
