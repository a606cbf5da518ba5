import ArgumentParser
import Foundation
import OnboardingAPI

/// What durable writes cost: each addDevice commits one step, synced to the disk before its answer.
struct CommitBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commits",
        abstract: "Committed steps a second for 1, 16 and 64 clients at a time, beside bare syncs of the same disk.")

    @Option(help: "Commits in each part, at least one a client.")
    var commits = 1280

    func run() async throws {
        let server = try await BenchmarkServer()
        let bare = try Self.syncsPerSecond(count: 400)
        print("one thread alone     \(Int(bare)) syncs of 4 KiB a second")
        // What the first calls pay for (connections, statements, pages of the log) belongs to no part.
        _ = try await measure(clients: 16, rounds: 4, named: "warm", on: server)
        for clients in [1, 16, 64] {
            let rate = try await measure(
                clients: clients, rounds: max(1, commits / max(clients, 4)), named: "commit-\(clients)", on: server)
            print(
                "\("\(clients)".padding(toLength: 3, withPad: " ", startingAt: 0)) at a time       "
                    + "\(Int(rate)) commits a second, \((rate / bare).twoDecimals) for each bare sync")
        }
        await server.stop()
    }

    /// - Returns: commits a second.
    private func measure(clients: Int, rounds: Int, named name: String, on server: BenchmarkServer) async throws
        -> Double
    {
        let bodies = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for client in 0..<clients {
                group.addTask {
                    var bodies: [[UInt8]] = []
                    for round in 0..<rounds {
                        let user = "\(name)-\(client)-\(round)@example.org"
                        let request = AddDeviceRequest(enrollmentToken: try await server.enroll(user), deviceId: user)
                        bodies.append(try BenchmarkServer.json(request))
                    }
                    return bodies
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let (url, headers) = (server.url, server.authorization + [("Content-Type", "application/json")])
        let (_, seconds) = try await timed {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for bodies in bodies { group.addTask { try await Self.send(bodies, headers: headers, to: url) } }
                try await group.waitForAll()
            }
        }
        return Double(clients * rounds) / seconds
    }

    /// One after the other, on a thread of their own.
    private static func send(
        _ bodies: [[UInt8]], headers: [(name: String, value: String)], to url: String
    ) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                done.resume(
                    with: Result {
                        let connection = try PlainConnection(url)
                        for body in bodies {
                            let status = try connection.send(
                                "POST", "/onboarding/enrollment/addDevice", headers: headers, body: body)
                            guard status == 200 else {
                                throw BenchmarkServer.Unexpected(description: "addDevice: \(status)")
                            }
                        }
                    })
            }
        }
    }

    /// How often a second this thread gets 4 KiB more of a file onto the disk that holds the server's data.
    private static func syncsPerSecond(count: Int) throws -> Double {
        let path = NSTemporaryDirectory() + "/onboarding-syncs-\(ProcessInfo.processInfo.globallyUniqueString)"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkServer.Unexpected(description: "no file \(path)") }
        defer {
            close(file)
            unlink(path)
        }
        let page = [UInt8](repeating: 0x5A, count: 4096)
        let start = ContinuousClock().now
        for _ in 0..<count {
            guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else {
                throw BenchmarkServer.Unexpected(description: "the disk refused a write")
            }
        }
        return Double(count) / ((ContinuousClock().now - start) / .seconds(1))
    }
}
