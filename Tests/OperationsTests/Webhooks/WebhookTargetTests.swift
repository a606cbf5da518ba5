import Testing

@testable import Operations
@testable import Tenancy

@Suite struct WebhookTargetTests {
    @Test(arguments: [
        "https://example.org/hooks", "https://example.org:8443/a?b=c", "https://8.8.8.8/", "https://[2606:4700::1111]/",
    ]) func aURLOfTheOpenNetIsTaken(url: String) throws {
        #expect(try WebhookTarget(url, allowsPrivate: false).url == url)
    }

    @Test(arguments: [
        "", "example.org", "http://example.org/", "ftp://example.org/", "https:///path", "https://user@example.org/",
        "https://user:word@example.org/", "https://example.org/#part", "https://127.0.0.1/", "https://10.1.2.3/",
        "https://172.16.0.1/", "https://192.168.1.1/", "https://example.org:65536/", "https://example.org:0/",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/",
        "https://0.0.0.0/", "https://[::1]/", "https://[fd00::1]/", "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/",
        "https://[2002:a00:1::]/", "https://224.0.0.1/", "https://255.255.255.255/",
        "https://example.org/" + String(repeating: "a", count: 2048),
    ]) func otherURLsAreRefused(url: String) {
        #expect(throws: ConfigurationError.self) { try WebhookTarget(url, allowsPrivate: false) }
    }

    @Test func aPrivateNetworkIsForWhoAllowsIt() throws {
        for url in ["http://127.0.0.1:8080/", "https://10.0.0.1/", "http://[::1]/"] {
            #expect(throws: Never.self) { try WebhookTarget(url, allowsPrivate: true) }
        }
        #expect(throws: ConfigurationError.self) { try WebhookTarget("ftp://10.0.0.1/", allowsPrivate: true) }
    }

    @Test func aNameIsFollowedOnlyWhereAllItsAddressesArePublic() throws {
        let target = try WebhookTarget("https://example.org/", allowsPrivate: false)
        #expect(target.address(among: ["93.184.216.34", "2606:2800::1"]) == "93.184.216.34")
        #expect(throws: Never.self) { try target.check(["93.184.216.34"]) }
        for addresses in [
            [], ["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::ffff:127.0.0.1"], ["no address"], ["::"],
            ["64:ff9b::a00:1"],
        ] {
            #expect(target.address(among: addresses) == nil, "\(addresses)")
            #expect(throws: ConfigurationError.self, "\(addresses)") { try target.check(addresses) }
        }
        let inside = try WebhookTarget("https://hooks.internal/", allowsPrivate: true)
        #expect(inside.address(among: ["10.0.0.1"]) == "10.0.0.1")
        #expect(inside.address(among: []) == nil)
    }
}
