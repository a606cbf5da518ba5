import Testing

@testable import Tenancy

@Suite struct PublicURLTests {
    @Test(arguments: [
        "https://kyc.example.org", "https://kyc.example.org:8443", "https://kyc.example.org/onboarding/v1",
        "http://127.0.0.1:8080", "https://[2001:db8::1]:443", "http://my_service", "https://xn--bcher-kva.example",
    ])
    func aURLThatClientsCanBeToldIsUsable(url: String) {
        #expect(PublicURL.isUsable(url))
    }

    @Test(arguments: [
        "", "kyc.example.org", "ftp://kyc.example.org", "https://", "https:///path", "https://:443",
        "https://kyc.example.org:", "https://kyc.example.org:0", "https://kyc.example.org:65536",
        "https://jane@kyc.example.org", "https://jane:secret@kyc.example.org", "https://kyc example.org",
        "https://kyc.example.org/a b", "https://kyc.example.org?a=b", "https://kyc.example.org#a",
        "https://kyc.example.org/a&b", "https://kyc.example.org//", "https://kyc.example.org/",
        "https://kyc..example.org",
        "https://.example.org", "https://bücher.example", "https://300.0.0.1", "https://1234", "https://[127.0.0.1",
        "https://[1:2]", "https://kyc.example.org/../x", "https://kyc.example.org\n", "HTTPS://kyc.example.org",
        "https://" + String(repeating: "a", count: 512),
    ])
    func anotherIsNot(url: String) {
        #expect(!PublicURL.isUsable(url))
    }

    @Test(arguments: [
        ("https://kyc.example.org/", "https://kyc.example.org"), ("HTTPS://kyc.example.org", "https://kyc.example.org"),
        ("https://kyc.example.org/A", "https://kyc.example.org/A"), ("kyc.example.org", "kyc.example.org"),
    ])
    func itIsToldInOneForm(given: String, told: String) {
        #expect(PublicURL.normal(given) == told)
    }

    @Test(arguments: [
        ("http://kyc.example.org", true), ("http://127.evil.example", true), ("http://[2001:db8::1]:8080/a", true),
        ("http://192.0.2.1", true), ("http://localhost.example.org", true), ("https://kyc.example.org", false),
        ("http://127.0.0.1:8080", false), ("http://127.1.2.3", false), ("http://[::1]:8080", false),
        ("http://[::ffff:127.0.0.1]", false), ("http://localhost:8080/a", false),
    ])
    func withoutEncryptionOnlyThisMachineIsCloseEnough(url: String, isOpen: Bool) {
        #expect(PublicURL.isUsable(url))
        #expect(PublicURL.isOpenToOthers(url) == isOpen)
    }

    @Test(arguments: [
        ("https://kyc.example.org", "kyc.example.org"), ("https://kyc.example.org:443", "kyc.example.org"),
        ("https://kyc.example.org:8443", "kyc.example.org:8443"), ("https://[2001:db8::443]", "[2001:db8::443]"),
        ("https://[2001:db8::1]:443", "[2001:db8::1]"), ("http://127.0.0.1:443", "http://127.0.0.1:443"),
        ("https://example.org:443/kyc", "https://example.org:443/kyc"),
    ])
    func anImageNamesTheHostAloneWhereThatIsEnough(url: String, named: String) {
        #expect(PublicURL.hostPart(of: url) == named)
    }
}
