/// One address, or all that begin with the same bits: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32` (RFC 4632 §3.1, RFC 4291
/// §2.3).
public struct AddressBlock: Equatable, Sendable {
    let start: IPAddress
    let prefixLength: Int

    /// Nil also for a block that names an address within it, `10.0.0.1/8`: whether one or all are meant cannot be told.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let start = IPAddress(String(parts[0])) else { return nil }
        let bitCount = start.bytes.count * 8
        self.start = start
        if parts.count == 1 {
            prefixLength = bitCount
        } else {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]),
                length <= bitCount
            else { return nil }
            prefixLength = length
        }
        guard masked(start) == start.bytes else { return nil }
    }

    /// The block that an address is noted as, `192.0.2.0/24` or `2001:db8:7::/48`: of a company or a neighbourhood, hardly of
    /// one person.
    package static func noted(of address: IPAddress) -> String {
        let kept = address.bytes.count == 4 ? 24 : 48
        let start = address.bytes.enumerated().map { $0.offset * 8 < kept ? $0.element : 0 }
        return "\(IPAddress.text(start))/\(kept)"
    }

    package func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == start.bytes.count && masked(address) == start.bytes
    }

    /// The bytes of `address` without the bits behind the prefix.
    private func masked(_ address: IPAddress) -> [UInt8] {
        address.bytes.enumerated().map { index, byte in
            let kept = min(8, max(0, prefixLength - index * 8))
            return byte & UInt8(truncatingIfNeeded: 0xFF00 >> kept)
        }
    }
}
