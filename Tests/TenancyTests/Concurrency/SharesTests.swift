import OnboardingCore
import TestSupport
import Testing

@testable import Tenancy

@Suite struct SharesTests {
    private let tenants = ["a", "b", "c"].compactMap { TenantID(text: String(repeating: $0, count: 32)) }

    private func requester(_ tenant: Int, _ block: String, session: UInt8? = nil) -> Requester {
        Requester(tenant: tenants[tenant], block: block, session: session.map { [$0] })
    }

    @Test func whoHoldsMoreThanAShareGivesWayToWhoeverWouldNot() {
        var shares = Shares(capacity: 80)
        let (attacker, other) = (requester(0, "192.0.2.1"), requester(1, "192.0.2.2"))
        shares.take(10, for: attacker)
        shares.take(10, for: requester(0, "192.0.2.3"))
        #expect(!shares.yields(attacker, to: other, wanting: 1), "a quarter is its own")
        shares.take(1, for: attacker)
        let another = requester(0, "192.0.2.3")
        #expect(shares.yields(another, to: other, wanting: 20))
        #expect(!shares.yields(another, to: other, wanting: 21), "more than a quarter")
        shares.take(20, for: other)
        #expect(!shares.yields(another, to: other, wanting: 1))
        shares.give(11, back: attacker)
        shares.give(10, back: another)
        shares.give(20, back: other)
        #expect(shares.total == 0)
        #expect(!shares.yields(attacker, to: other, wanting: 1))
    }

    @Test func anAddressBlockHasAnEighthAmongOthersOfItsTenant() {
        var shares = Shares(capacity: 80)
        let (attacker, other) = (requester(0, "192.0.2.1"), requester(0, "192.0.2.2"))
        shares.take(11, for: attacker)
        #expect(shares.yields(attacker, to: other, wanting: 10))
        #expect(!shares.yields(attacker, to: other, wanting: 11))
        #expect(!shares.yields(attacker, to: requester(0, "192.0.2.1"), wanting: 1))
    }

    @Test func ofOneBlockTheSessionThatHoldsMoreGivesWay() {
        var shares = Shares(capacity: 80)
        let (greedy, other) = (requester(0, "a", session: 1), requester(0, "a", session: 2))
        shares.take(5, for: greedy)
        shares.take(2, for: other)
        #expect(shares.yields(greedy, to: other, wanting: 2))
        #expect(!shares.yields(greedy, to: other, wanting: 3))
        #expect(!shares.yields(other, to: greedy, wanting: 1))
    }

    /// Two that hold something never give way to each other for the same amount, or both would be refused in turn.
    @Test func noTwoGiveWayToEachOther() {
        var random = SeededGenerator.announced()
        for _ in 0..<300 {
            var shares = Shares(capacity: .random(in: 1...40, using: &random))
            let all = (0..<3).flatMap { tenant in
                ["a", "b"].flatMap { block in [UInt8(1), 2].map { requester(tenant, block, session: $0) } }
            }
            for _ in 0..<12 {
                shares.take(.random(in: 1...8, using: &random), for: all.randomElement(using: &random) ?? all[0])
            }
            for one in all {
                for other in all where one.session != other.session && one.tenant == other.tenant {
                    #expect(
                        !(shares.yields(one, to: other, wanting: 1) && shares.yields(other, to: one, wanting: 1)))
                }
            }
        }
    }
}
