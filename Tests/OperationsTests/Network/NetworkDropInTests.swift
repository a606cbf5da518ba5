import Operations
import Tenancy
import Testing

@Suite struct NetworkDropInTests {
    @Test func whoIsNamedIsAllowedAndWhoLooksUpNames() throws {
        let made = try NetworkDropIn(
            allowing: ["192.0.2.7", "2001:db8::/32"],
            resolverConfiguration: "# of the machine\nsearch example.org\nnameserver 127.0.0.53\nnameserver 10.0.0.2\n")
        #expect(made.resolvers == ["10.0.0.2"])
        #expect(made.text.hasSuffix("[Service]\nIPAddressAllow=192.0.2.7 2001:db8::/32 10.0.0.2\n"))
    }

    @Test func anyAddressNeedsNoOther() throws {
        let made = try NetworkDropIn(allowing: ["any"], resolverConfiguration: "nameserver 10.0.0.2")
        #expect(made.text.hasSuffix("IPAddressAllow=any\n"))
    }

    @Test(arguments: [
        [], ["hooks.example.org"], ["10.0.0.1/8"], ["192.0.2.7", "any"], ["192.0.2.7\nExecStart=/bin/sh"],
        ["192.0.2.7 any"], ["localhost"], ["192.0.2.7/33"],
    ])
    func whatIsNoAddressIsRefused(named: [String]) {
        #expect(throws: ConfigurationError.self) { try NetworkDropIn(allowing: named, resolverConfiguration: nil) }
    }

    @Test func namesAreLookedUpByThisMachineWhereNobodyIsNamed() {
        #expect(NetworkDropIn.resolvers(in: nil) == ["127.0.0.1"])
        #expect(NetworkDropIn.resolvers(in: "nameserver\nnameserver nobody\noptions edns0") == ["127.0.0.1"])
        #expect(NetworkDropIn.resolvers(in: "nameserver\tfe80::1%eth0\r\n") == ["fe80::1"])
    }
}
