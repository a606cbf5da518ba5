package import OnboardingCore

/// How much of a capacity each session, address block and tenant holds, and who has to give way to whom.
///
/// A tenant's share is a quarter of the capacity and an address block's an eighth, at least one. Nobody is kept to it while
/// nobody else wants any: whoever holds more gives way to whoever comes and would not.
package struct Shares: Sendable {
    private enum Holder: Hashable {
        case tenant(TenantID?), block(String), session([UInt8]), others(TenantID?, block: String)
    }

    package let capacity: Int
    package private(set) var total = 0
    private var held: [Holder: Int] = [:]

    package init(capacity: Int) {
        self.capacity = capacity
    }

    package var shareOfTenant: Int { max(1, capacity / 4) }
    package var shareOfBlock: Int { max(1, capacity / 8) }

    package mutating func take(_ amount: Int, for requester: Requester) {
        total += amount
        for holder in Self.holders(of: requester) { held[holder, default: 0] += amount }
    }

    package mutating func give(_ amount: Int, back requester: Requester) {
        total -= amount
        for holder in Self.holders(of: requester) {
            let left = (held[holder] ?? 0) - amount
            held[holder] = left > 0 ? left : nil
        }
    }

    /// Whether the tenant holds its share or more.
    func isSated(_ tenant: TenantID?) -> Bool { (held[.tenant(tenant)] ?? 0) >= shareOfTenant }

    /// Whether one gives way to another, who wants so much: as a tenant, as an address block, or, where both hold their shares
    /// or less, as the session that holds more.
    package func yields(_ holder: Requester, to newcomer: Requester, wanting amount: Int) -> Bool {
        let (theirs, ours) = (Self.holders(of: holder), Self.holders(of: newcomer))
        for (level, share) in [shareOfTenant, shareOfBlock].enumerated() where theirs[level] != ours[level] {
            if held[theirs[level]] ?? 0 > share, (held[ours[level]] ?? 0) + amount <= share { return true }
        }
        return theirs[2] != ours[2] && theirs.prefix(2) == ours.prefix(2)
            && held[theirs[2]] ?? 0 > (held[ours[2]] ?? 0) + amount
    }

    private static func holders(of requester: Requester) -> [Holder] {
        [
            .tenant(requester.tenant), .block(requester.block),
            requester.session.map(Holder.session) ?? .others(requester.tenant, block: requester.block),
        ]
    }
}
