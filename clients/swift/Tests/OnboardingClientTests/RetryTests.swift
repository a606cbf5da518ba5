import Foundation
import OnboardingAPI
import Testing

@testable import OnboardingCalls

/// What is tried again, as the clients in Python and TypeScript do.
@Suite struct RetryTests {
    private static let quick = Retry(pause: .milliseconds(1))
    private static let full = ScriptedServer.Reply(
        status: 503, headers: ["Retry-After: 0"], body: #"{"reason":"SERVER_OVERLOADED","status":503}"#)
    private static let proxy = ScriptedServer.Reply(status: 502, body: "<html>Bad Gateway</html>")

    private func exchange(
        _ replies: [ScriptedServer.Reply], retry: Retry = quick, isRepeatable: Bool = true
    ) async throws -> (status: Int?, requests: [String]) {
        let server = try ScriptedServer(replies)
        defer { server.stop() }
        let connection = try ServerConnection(
            baseURL: "http://127.0.0.1:\(server.port)", httpClient: .onboarding, retry: retry)
        let call = try ServerConnection.Request.post("/x", json: ["a": "b"]).keyed(nil)
        let status = try? await connection.response(to: isRepeatable ? call : call.once).status
        return (status, server.requests)
    }

    @Test(arguments: [
        [ScriptedServer.Reply(isLost: true)], [proxy], [full],
        [ScriptedServer.Reply(status: 504, body: #"{"reason":"SERVER_UNREACHABLE"}"#)],
        [ScriptedServer.Reply(status: 503, body: "")],
        [ScriptedServer.Reply(status: 409, headers: ["Retry-After: 0"], body: #"{"reason":"IDEMPOTENCY_KEY_BUSY"}"#)],
        [proxy, ScriptedServer.Reply(isLost: true), full, proxy],
    ])
    func itIsAskedAgainInTheSameWords(troubles: [ScriptedServer.Reply]) async throws {
        let (status, requests) = try await exchange(troubles + [ScriptedServer.Reply()])
        #expect(status == 200)
        #expect(requests.count == troubles.count + 1)
        #expect(Set(requests).count == 1, "the same bytes, and the same key")
        #expect(requests[0].contains("Idempotency-Key: "))
    }

    @Test(arguments: [
        ScriptedServer.Reply(status: 500, body: "{}"), ScriptedServer.Reply(status: 404, body: "{}"),
        ScriptedServer.Reply(status: 409, body: #"{"reason":"IDEMPOTENCY_KEY_REUSED"}"#),
        ScriptedServer.Reply(status: 503, body: #"{"reason":"ENGINE_MISSING"}"#),
        ScriptedServer.Reply(status: 503, headers: ["Retry-After: 3600"], body: #"{"reason":"SERVER_OVERLOADED"}"#),
        ScriptedServer.Reply(status: 429, headers: ["Retry-After: 0"], body: "{}"),
    ])
    func theLastWordIsGivenAtOnce(reply: ScriptedServer.Reply) async throws {
        let (status, requests) = try await exchange([reply])
        #expect(status == reply.status && requests.count == 1)
    }

    @Test func whatMayHaveBeenDoneIsNotSentTwiceWhereTwiceIsOnceTooOften() async throws {
        for trouble in [ScriptedServer.Reply(isLost: true), Self.proxy] {
            let (status, requests) = try await exchange([trouble], isRepeatable: false)
            #expect(status == (trouble.isLost ? nil : 502) && requests.count == 1)
        }
        let (status, requests) = try await exchange([Self.full, ScriptedServer.Reply()], isRepeatable: false)
        #expect(status == 200 && requests.count == 2, "the server itself has said that it did nothing")
    }

    @Test func theTriesAreCounted() async throws {
        #expect(try await exchange([Self.proxy]).requests.count == 5)
        #expect(try await exchange([Self.proxy], retry: .never).requests.count == 1)
        let (status, requests) = try await exchange([ScriptedServer.Reply(isLost: true)])
        #expect(status == nil && requests.count == 5)
    }

    @Test func pausesGrow() async throws {
        let clock = ContinuousClock()
        let begun = clock.now
        let (_, requests) = try await exchange([Self.proxy], retry: Retry(tries: 4, pause: .milliseconds(20)))
        #expect(requests.count == 4 && clock.now - begun >= .milliseconds(140))
    }

    @Test func whoeverIsCancelledWaitsNoLonger() async throws {
        let server = try ScriptedServer([Self.proxy])
        defer { server.stop() }
        let connection = try ServerConnection(
            baseURL: "http://127.0.0.1:\(server.port)", httpClient: .onboarding, retry: Retry(pause: .seconds(9)))
        let task = Task { try await connection.response(to: ServerConnection.Request(method: .GET, path: "/")).status }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        let begun = ContinuousClock().now
        _ = try? await task.value
        #expect(ContinuousClock().now - begun < .seconds(5))
    }

    @Test func aSessionIsBegunUnderOneKey() async throws {
        let token = ScriptedServer.Reply(
            body: #"{"access_token":"t","expires_in":300,"refresh_expires_in":0,"token_type":"Bearer","#
                + #""not-before-policy":0,"scope":"enroll"}"#)
        let server = try ScriptedServer([token, Self.proxy, ScriptedServer.Reply(status: 500)])
        defer { server.stop() }
        let portal = try PortalClient(
            credentials: TenantCredentials(
                publicURL: "http://127.0.0.1:\(server.port)", realm: "r", clientID: "c", clientSecret: "s", apiKey: "k"),
            retry: Self.quick)
        _ = try? await portal.triggerAuthenticate(TriggerAuthenticateRequest(username: "u"), idempotencyKey: "case-1")
        let sent = server.requests.dropFirst()
        #expect(sent.count == 2 && Set(sent).count == 1)
        #expect(sent.first?.contains("Idempotency-Key: case-1") == true)
    }
}
