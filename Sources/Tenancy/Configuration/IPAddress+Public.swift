extension IPAddress {
    /// Blocks of IPv4 that lie in nobody's public network (IANA's registry of special-purpose addresses, RFC 6890).
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/3",
    ].compactMap(AddressBlock.init)

    /// Of IPv6 only global unicast is public; of it not what carries an address of IPv4 (Teredo, 6to4), nor documentation.
    private static let global = AddressBlock("2000::/3")
    private static let specialOfSix = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].compactMap(
        AddressBlock.init)

    /// Whether it is an address of the open net.
    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.special.contains { $0.contains(self) } }
        return Self.global?.contains(self) == true && !Self.specialOfSix.contains { $0.contains(self) }
    }
}
