import AsyncHTTPClient
import OnboardingAPI
import Testing

@testable import OnboardingCalls
@testable import OnboardingClient

@Suite struct ServerConnectionTests {
    @Test(arguments: [
        "", "kyc.example.org", "ftp://kyc.example.org", "https://", "https://a/?b=c", "https://a/#b",
        "http://kyc.example.org",
    ])
    func aBaseURLHasASchemeAHostAndNothingBehindItsPath(baseURL: String) {
        #expect(throws: ClientError.invalidURL) {
            try ServerConnection(baseURL: baseURL, httpClient: .onboarding)
        }
    }

    @Test(arguments: [
        ("https://kyc.example.org", "https://kyc.example.org"), ("https://kyc.example.org/", "https://kyc.example.org"),
        ("http://127.0.0.1:8080/base", "http://127.0.0.1:8080/base"),
    ])
    func aSlashAtTheEndIsDropped(given: String, kept: String) throws {
        #expect(try ServerConnection(baseURL: given, httpClient: .onboarding).baseURL == kept)
    }

    @Test func theSameRequestIsTheSameBytes() throws {
        let request = AddDeviceRequest(enrollmentToken: "t", deviceId: "d", publicKey: "a/b")
        let bodies = try (0..<20).map { _ in try ServerConnection.Request.post("/x", json: request).body }
        #expect(Set(bodies).count == 1)
        #expect(
            bodies.first.flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
                == #"{"deviceId":"d","enrollmentToken":"t","publicKey":"a/b"}"#)
    }

    @Test func whereNobodyListensTheConnectionFails() async throws {
        // Port 1 (tcpmux) is served by no system that runs tests.
        let connection = try ServerConnection(baseURL: "http://127.0.0.1:1", httpClient: .onboarding, retry: .never)
        await #expect(throws: ClientError.connectionFailed) {
            try await connection.response(to: ServerConnection.Request(method: .GET, path: "/healthz"))
        }
    }

    @Test func stepsBeforeEnrollSendNothing() async throws {
        let handOff = QRHandOff(host: "http://127.0.0.1:1", apiKey: "k", sessionToken: "s")
        let client = try EnrollmentClient(handOff: handOff)
        await #expect(throws: ClientError.notEnrolled) { try await client.addDevice(identifier: "d") }
        await #expect(throws: ClientError.notEnrolled) { try await client.addFace(frames: [], workflow: "charlie4") }
        await #expect(throws: ClientError.notEnrolled) { try await client.addDocument(images: []) }
        await #expect(throws: ClientError.notEnrolled) { try await client.cancel() }
    }

    @Test func credentialsDoNotPrintTheirSecret() {
        let credentials = TenantCredentials(
            publicURL: "https://a", realm: "r", clientID: "c", clientSecret: "do-not-print", apiKey: "k")
        var dumped = ""
        dump(credentials, to: &dumped)
        #expect(!"\(credentials) \(String(reflecting: credentials)) \(dumped)".contains("do-not-print"))
    }

    @Test func formFieldsAreEscaped() {
        #expect(BearerSource.formEncoded("a b&c=d+é~-_.%/\n") == "a%20b%26c%3Dd%2B%C3%A9~-_.%25%2F%0A")
    }
}
