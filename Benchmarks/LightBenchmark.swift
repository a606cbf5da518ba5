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
        let kinds = [
            Kind(name: "healthz", goal: 5) { _ in try await server.call("/healthz").status },
            Kind(name: "JWKS", goal: 5) { _ in
                try await server.call("/auth/realms/\(server.tenant.realm)/protocol/openid-connect/certs").status
            },
            Kind(name: "operationStatus", goal: 5) { _ in
                try await server.call("/onboarding/b2c/operationStatus/\(triggered.sessionToken)").status
            },
            Kind(name: "token", goal: 10) { _ in try await server.token() },
            Kind(name: "enroll", goal: 25) { number in
                let request = EnrollRequest(username: "light-\(number)", email: "light@example.org")
                return try await server.call(
                    "/onboarding/enrollment/enroll", json: [UInt8](JSONEncoder().encode(request))
                ).status
            },
        ]
        print("alone:")
        for kind in kinds { try await measure(kind, first: 0) }

        // Enough packages that the engines stay full for as long as all kinds are measured.
        let bodies = try await material.bodies(4000, for: server, named: "load")
        let loading = Task { try await server.load(with: bodies, atATime: load) }
        while server.answered < load { try await Task.sleep(for: .milliseconds(20)) }
        print("while the engines are full (\(load) addFace calls under way at a time):")
        for (index, kind) in kinds.enumerated() {
            let before = server.answered
            try await measure(kind, first: calls * (index + 1))
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
        let call: @Sendable (_ number: Int) async throws -> UInt
    }

    private func measure(_ kind: Kind, first: Int) async throws {
        var times = Times()
        for number in first..<(first + calls) {
            let (status, seconds) = try await timed { try await kind.call(number) }
            guard status == 200 else { throw BenchmarkServer.Unexpected(description: "\(kind.name): \(status)") }
            times.add(seconds)
        }
        let name = kind.name.padding(toLength: 16, withPad: " ", startingAt: 0)
        print("  \(name)  \(times.summary), goal for p99 \(kind.goal) ms")
    }
}
