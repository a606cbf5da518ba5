import Testing

@testable import Tenancy

@Suite struct AddressBlockTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("10.0.0.0/8", "10.255.0.1"), ("0.0.0.0/0", "203.0.113.9"),
        ("10.0.0.0/9", "10.127.0.1"),
        ("2001:db8::/32", "2001:db8:ffff::1"), ("::1", "0:0:0:0:0:0:0:1"), ("192.0.2.7", "::ffff:192.0.2.7"),
    ])
    func aBlockHoldsWhatBeginsWithItsBits(block: String, address: String) throws {
        #expect(try #require(AddressBlock(block)).contains(try #require(IPAddress(address))))
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.8"), ("10.0.0.0/8", "11.0.0.1"), ("10.0.0.0/9", "10.128.0.1"),
        ("2001:db8::/32", "2001:db9::1"), ("0.0.0.0/0", "::1"), ("::/0", "192.0.2.7"),
    ])
    func aBlockHoldsNoOther(block: String, address: String) throws {
        #expect(try !#require(AddressBlock(block)).contains(try #require(IPAddress(address))))
    }

    @Test(arguments: [
        "", "proxy.example.org", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.1/8",
        "10.0.0", "2001:db8::/129", "2001:db8::1/32", " 10.0.0.1", "10.0.0.1\0", "10.0.0.0/99999999999999999999",
    ])
    func whatIsNoBlockIsNone(text: String) {
        #expect(AddressBlock(text) == nil)
    }

    @Test func loopbackIsTheNetAndTheOneAddress() throws {
        for text in ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1"] {
            #expect(try #require(IPAddress(text)).isLoopback)
        }
        for text in ["128.0.0.1", "0.0.0.0", "::", "::2", "::ffff:10.0.0.1"] {
            #expect(try !#require(IPAddress(text)).isLoopback)
        }
    }

    @Test(arguments: [
        ("192.0.2.77", "192.0.2.0/24"), ("255.255.255.255", "255.255.255.0/24"), ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:7:1::9", "2001:db8:7::/48"), ("::1", "::/48"),
    ]) func anAddressIsNotedAsItsBlock(address: String, block: String) throws {
        let noted = AddressBlock.noted(of: try #require(IPAddress(address)))
        #expect(noted == block)
        #expect(try #require(AddressBlock(noted)).contains(try #require(IPAddress(address))))
    }
}
