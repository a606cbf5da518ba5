import ArgumentParser
import AsyncHTTPClient
import Foundation
import NIOCore
import OnboardingAPI
import Synchronization

/// How long light calls take while the engines have more to do than they can.
struct LightBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "light", abstract: "Light and committing calls, alone and while the engines are full.")

    @Option(help: "Calls of each kind.")
    var calls = 1000

    @Option(help: "addFace calls under way at a time while the engines are to be full.")
    var load = 16

    func run() async throws {
        let material = try FaceMaterial()
        let server = try await BenchmarkServer()
        let session = try await server.portal.triggerEnroll(
            TriggerRequest(username: "s@example.org", email: "s@example.org"))
        guard case .triggered(let triggered) = session else { throw BenchmarkServer.Unexpected(description: "trigger") }
        let (realm, authorization) = ("/auth/realms/\(server.tenant.realm)", server.authorization)
        let form =
            "grant_type=client_credentials&client_id=\(server.tenant.clientId)"
            + "&client_secret=\(server.tenant.clientSecret)&scope=openid"
        let kinds = [
            Kind(name: "healthz", goal: 5) { connection, _ in try connection.send("GET", "/healthz", headers: []) },
            Kind(name: "JWKS", goal: 5) { connection, _ in
                try connection.send("GET", realm + "/protocol/openid-connect/certs", headers: [])
            },
            Kind(name: "operationStatus", goal: 5) { connection, _ in
                try connection.send(
                    "GET", "/onboarding/b2c/operationStatus/\(triggered.sessionToken)", headers: authorization)
            },
            Kind(name: "token", goal: 10) { connection, _ in
                try connection.send(
                    "POST", realm + "/protocol/openid-connect/token",
                    headers: [("Content-Type", "application/x-www-form-urlencoded")], body: [UInt8](form.utf8))
            },
            Kind(name: "enroll", goal: 25) { connection, number in
                try connection.send(
                    "POST", "/onboarding/enrollment/enroll",
                    headers: authorization + [("Content-Type", "application/json")],
                    body: BenchmarkServer.json(
                        EnrollRequest(username: "light-\(number)", email: "light@example.org")))
            },
        ]
        print("alone:")
        for kind in kinds { try await measure(kind, first: 0, on: server) }

        // Enough packages that the engines stay full for as long as all kinds are measured.
        let bodies = try await material.bodies(4000, for: server, named: "load")
        let loading = Task { try await server.load(with: bodies, atATime: load) }
        while server.answered < load { try await Task.sleep(for: .milliseconds(20)) }
        print("while the engines are full (\(load) addFace calls under way at a time):")
        for (index, kind) in kinds.enumerated() {
            let before = server.answered
            try await measure(kind, first: calls * (index + 1), on: server)
            if server.answered == before || loading.isCancelled { print("  the engines were not full all the time") }
        }
        loading.cancel()
        let refused = try? await loading.value
        print("addFace answered \(server.answered) times meanwhile, refused as overloaded \(refused ?? 0) times")
        await server.stop()
    }

    private struct Kind {
        let name: String
        /// For the 99th percentile, in milliseconds.
        let goal: Int
        /// Returns the status.
        let call: @Sendable (_ connection: PlainConnection, _ number: Int) throws -> Int
    }

    /// On a thread of its own, because it is timed beside a load.
    private func measure(_ kind: Kind, first: Int, on server: BenchmarkServer) async throws {
        let (url, numbers) = (server.url, first..<(first + calls))
        let times = try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread { done.resume(with: Result { try Self.times(of: kind, numbers, at: url) }) }
        }
        let name = kind.name.padding(toLength: 16, withPad: " ", startingAt: 0)
        print("  \(name)  \(times.summary), goal for p99 \(kind.goal) ms")
    }

    private static func times(of kind: Kind, _ numbers: Range<Int>, at url: String) throws -> Times {
        let connection = try PlainConnection(url)
        var times = Times()
        for number in numbers {
            let start = ContinuousClock().now
            let status = try kind.call(connection, number)
            times.add((ContinuousClock().now - start) / .seconds(1))
            guard status == 200 else { throw BenchmarkServer.Unexpected(description: "\(kind.name): \(status)") }
        }
        return times
    }
}
