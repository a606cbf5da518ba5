import Testing

@testable import Tenancy

@Suite struct ProviderURLTests {
    @Test(arguments: [
        ("https://idp.example.org", "idp.example.org"), ("https://idp.example.org:8443/a/b?c=d", "idp.example.org"),
        ("https://192.0.2.7/", "192.0.2.7"), ("https://[2001:db8::1]:443/x", "2001:db8::1"),
        ("http://127.0.0.1:8080/o", "127.0.0.1"), ("http://localhost/", "localhost"), ("http://[::1]:1", "::1"),
    ]) func aURLHasAHostThatEveryReaderReadsAlike(text: String, host: String) throws {
        let url = try #require(ProviderURL(text))
        #expect(url.text == text && url.host == host)
    }

    @Test(arguments: [
        "", "idp.example.org", "http://idp.example.org", "http://192.0.2.7/", "ftp://idp.example.org",
        "HTTPS://idp.example.org", "https://", "https://user@idp.example.org", "https://a:b@idp.example.org/",
        "https://idp.example.org/#a", "https://idp.example.org:0", "https://idp.example.org:65536",
        "https://idp.example.org:", "https://idp.example.org/a b", "https://idp.example.org/ä",
        "https://id%70.example/",
        "https://idp.example.org\\@192.0.2.7/", "https://[::1", "https://[example]/", "https://idp..example.org/",
        "https://127.0.0.1@idp.example.org", "https://idp.example.org/\r\n", "javascript:alert(1)",
        "file:///etc/passwd",
    ]) func anythingElseIsNone(text: String) {
        #expect(ProviderURL(text) == nil)
    }

    @Test func aURLHasABound() {
        let start = "https://idp.example.org/"
        let longest = start + String(repeating: "a", count: 1024 - start.utf8.count)
        #expect(ProviderURL(longest) != nil)
        #expect(ProviderURL(longest + "a") == nil)
    }

    @Test func anIssuerHasNoQueryAndDescribesItselfBelowItsPath() {
        #expect(ProviderURL(issuer: "https://idp.example.org/?a=b") == nil)
        for issuer in ["https://idp.example.org/realm", "https://idp.example.org/realm/"] {
            #expect(
                ProviderURL(issuer: issuer)?.discovery?.text
                    == "https://idp.example.org/realm/.well-known/openid-configuration")
        }
        #expect(
            ProviderURL(issuer: "https://idp.example.org")?.discovery?.text
                == "https://idp.example.org/.well-known/openid-configuration")
    }

    @Test func whatIsAddedIsEscaped() throws {
        let fields = [("a b", "c&d=ü/?"), ("e", "-._~")]
        let plain = try #require(ProviderURL("https://idp.example.org/x"))
        #expect(plain.adding(fields) == "https://idp.example.org/x?a%20b=c%26d%3D%C3%BC%2F%3F&e=-._~")
        let asked = try #require(ProviderURL("https://idp.example.org/x?y=z"))
        #expect(asked.adding([("e", "f")]) == "https://idp.example.org/x?y=z&e=f")
    }

    @Test func noAddressInsideIsReachedUnlessItsNetworkIsNamed() throws {
        let url = try #require(ProviderURL("https://idp.example.org"))
        let inside = try #require(AddressBlock("10.1.0.0/16"))
        #expect(url.address(among: ["93.184.216.34", "2606:2800:21f::1"], networks: []) == "93.184.216.34")
        for address in ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.1.1", "::1", "fe80::1", "::ffff:10.1.2.3"]
        {
            #expect(url.address(among: [address], networks: []) == nil)
            #expect(url.address(among: ["93.184.216.34", address], networks: []) == nil, "one of several")
        }
        #expect(url.address(among: ["10.1.2.3"], networks: [inside]) == "10.1.2.3")
        #expect(url.address(among: ["10.2.2.3"], networks: [inside]) == nil)
        #expect(url.address(among: [], networks: [inside]) == nil)
        #expect(url.address(among: ["idp.example.org"], networks: [inside]) == nil)
    }

    /// A name of this machine may lead elsewhere.
    @Test func withoutTLSNoOtherMachineIsReached() throws {
        let url = try #require(ProviderURL("http://localhost:8080"))
        let networks = ["127.0.0.0/8", "10.0.0.0/8"].compactMap(AddressBlock.init)
        #expect(url.address(among: ["127.0.0.1"], networks: networks) == "127.0.0.1")
        #expect(url.address(among: ["10.0.0.1"], networks: networks) == nil)
        #expect(url.address(among: ["93.184.216.34"], networks: networks) == nil)
        #expect(url.address(among: ["127.0.0.1"], networks: []) == nil)
    }
}
