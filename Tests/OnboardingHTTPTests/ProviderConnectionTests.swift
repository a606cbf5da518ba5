import Testing

@testable import OnboardingHTTP
@testable import Tenancy

@Suite struct ProviderConnectionTests {
    @Test(arguments: ["http://127.0.0.1:9/", "https://localhost:9/", "https://169.254.169.254/", "https://[::1]:9/"])
    func noAddressInsideIsReached(text: String) async throws {
        let url = try #require(ProviderURL(text))
        await #expect(throws: ProviderFailure.addressRefused) {
            try await ProviderConnection(networks: []).exchange(ProviderRequest(url: url))
        }
    }

    @Test func nobodyWhoListensIsNoResponse() async throws {
        let url = try #require(ProviderURL("http://127.0.0.1:1/"))
        let networks = try [#require(AddressBlock("127.0.0.0/8"))]
        await #expect(throws: ProviderFailure.noResponse) {
            try await ProviderConnection(networks: networks).exchange(ProviderRequest(url: url))
        }
    }
}
