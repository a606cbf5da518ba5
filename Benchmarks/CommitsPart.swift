import Foundation
import OnboardingAPI

/// What durable writes cost: each addDevice commits one step, synced to the disk before its answer. Beside bare syncs of the
/// same disk.
struct CommitsPart: Part {
    /// In each row, at least one a client.
    var commits = 1280
    var clients = [1, 16, 64]
    var syncs = 400

    static let smallest = CommitsPart(commits: 1, clients: [1, 2], syncs: 4)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let server = try await BenchmarkServer(of: tenant)
        defer { server.stop() }
        let bare = try syncsPerSecond()
        // What the first calls pay for (connections, statements, pages of the log) belongs to no row.
        _ = try await measure(clients: clients.last ?? 1, rounds: 1, named: "warm", on: server)
        var rows: [Row] = []
        for clients in clients {
            let rate = try await measure(
                clients: clients, rounds: max(1, commits / max(clients, 4)), named: "commit-\(clients)", on: server)
            rows.append(Row("\(clients) at a time, beside syncs of 4 KiB", rate, .perSecond, limit: bare))
        }
        return rows
    }

    /// - Returns: commits a second.
    private func measure(clients: Int, rounds: Int, named name: String, on server: BenchmarkServer) async throws
        -> Double
    {
        let bodies = try await onThreads(clients) { client in
            let users = (0..<rounds).map { "\(name)-\(client)-\($0)@example.org" }
            return try zip(users, server.enroll(users)).map { user, token in
                try PlainConnection.json(AddDeviceRequest(enrollmentToken: token, deviceId: user))
            }
        }
        let headers = try server.authorization()
        let (_, seconds) = try await timed {
            try await onThreads(clients) { client in
                let connection = try server.connect()
                for body in bodies[client] {
                    try connection.post("/onboarding/enrollment/addDevice", headers, json: body).expect()
                }
            }
        }
        return Double(clients * rounds) / seconds
    }

    /// How often a second this thread gets 4 KiB more of a file onto the disk that holds the server's data.
    private func syncsPerSecond() throws -> Double {
        let path = NSTemporaryDirectory() + "/onboarding-syncs-\(ProcessInfo.processInfo.globallyUniqueString)"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Unexpected("no file \(path)") }
        defer {
            close(file)
            unlink(path)
        }
        let page = [UInt8](repeating: 0x5A, count: 4096)
        let (_, seconds) = try timed {
            for _ in 0..<syncs {
                guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else {
                    throw Unexpected("the disk refused a write")
                }
            }
        }
        return Double(syncs) / seconds
    }
}
