public import Tenancy

/// What an installed server may open connections to beside its own machine, as a drop-in of its unit, which denies all the rest.
public struct NetworkDropIn: Equatable, Sendable {
    public static let path = "/etc/systemd/system/onboarding.service.d/network.conf"

    /// `any` alone, or addresses and blocks.
    public let allowed: [String]
    /// Servers on other machines that names are looked up by; empty where `any` is allowed.
    public let resolvers: [String]

    /// - Parameters:
    ///   - named: addresses and blocks, `192.0.2.7` or `2001:db8::/32`; or `any` alone.
    ///   - resolverConfiguration: what `/etc/resolv.conf` says (resolv.conf(5)); nil where there is none.
    public init(allowing named: [String], resolverConfiguration: String?) throws(ConfigurationError) {
        guard named != ["any"] else {
            (allowed, resolvers) = (named, [])
            return
        }
        guard !named.isEmpty else { throw ConfigurationError(description: "Name an address, a block or any.") }
        for one in named where AddressBlock(one) == nil {
            throw ConfigurationError(
                description: "\(one) is no address and no block, as 192.0.2.7 and 2001:db8::/32 are. Names are not "
                    + "allowed here, because systemd knows addresses alone.")
        }
        allowed = named
        resolvers = Self.resolvers(in: resolverConfiguration).filter { IPAddress($0)?.isLoopback == false }
    }

    /// The drop-in's text (systemd.resource-control(5)).
    public var text: String {
        """
        # What the server may open connections to beside this machine; written by onboarding network allow.
        [Service]
        IPAddressAllow=\((allowed + resolvers).joined(separator: " "))

        """
    }

    /// Whom names are looked up by: those of `/etc/resolv.conf`, where it names none this machine (resolv.conf(5)).
    public static func resolvers(in configuration: String?) -> [String] {
        let named = (configuration ?? "").split(whereSeparator: \.isNewline).compactMap { line -> String? in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            // An address of IPv6 may name its link behind a percent sign, which is no part of the address.
            guard words.count >= 2, words[0] == "nameserver" else { return nil }
            let address = String(words[1].prefix { $0 != "%" })
            return IPAddress(address) == nil ? nil : address
        }
        return named.isEmpty ? ["127.0.0.1"] : Array(named.prefix(3))
    }
}
