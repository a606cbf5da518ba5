import AsyncHTTPClient
import Foundation
import NIOCore
import OnboardingAPI
import OnboardingClient
import ServerProcess
import Synchronization
import Tenancy

/// A server process of its own on a free loopback port, with a tenant that guards against no replays, and raw calls on it.
final class BenchmarkServer: Sendable {
    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    /// From the start of the process to an answer of `readyz` that it is ready.
    let secondsToReady: Double
    let tenant: Tenancy.TenantCredentials
    /// Undecided captures of a step end an enrollment at the twentieth, and one that is live ends the step.
    let capturesAnEnrollment: Int
    /// One that holds as many connections as a load needs.
    let http: HTTPClient

    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let bearer = Mutex("")
    private let answers = Atomic(0)

    /// - Parameters:
    ///   - options: further options of `serve`.
    ///   - permitsStills: whether the tenant takes a few stills for a living face.
    ///   - prepare: given the data directory with the tenant in it, before the server starts.
    init(
        options: [String] = [], permitsStills: Bool = false, prepare: (_ data: String) async throws -> Void = { _ in }
    ) async throws {
        capturesAnEnrollment = permitsStills ? 1 : 19
        folder = try TemporaryFolder("onboarding-benchmark")
        let data = folder.path + "/data"
        let administration = try TenantAdministration(
            dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data),
            makesMissing: true)
        tenant = try await administration.create(name: "bench", isTest: true, profile: "compatible")
        try await administration.configure(
            name: "bench",
            change: """
                {"onboardingConfig":{"replayGuard":"off","captureSource":"rendered",\
                "allowStillPackages":\(permitsStills)}}
                """)
        try await prepare(data)

        let started = ContinuousClock().now
        process = try ServerProcess(
            program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appendingPathComponent("onboarding"),
            options: ["--data", data, "--log-level", "warning"] + options)
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let ready = try await http.execute(HTTPClientRequest(url: process.url + "/readyz"), timeout: .seconds(10))
        guard ready.status == .ok else { throw Unexpected(description: "it is not ready") }
        secondsToReady = (ContinuousClock().now - started) / .seconds(1)
        let answer = try await portal.token().answer?.accessToken
        guard let answer else { throw Unexpected(description: "no token") }
        bearer.withLock { $0 = answer }
    }

    var url: String { process.url }

    /// The database of everything but keys.
    var databasePath: String { folder.path + "/data/onboarding.sqlite" }

    var portal: PortalClient {
        get throws { try PortalClient(credentials: credentials) }
    }

    var credentials: OnboardingClient.TenantCredentials {
        OnboardingClient.TenantCredentials(
            publicURL: url, realm: tenant.realm, clientID: tenant.clientId, clientSecret: tenant.clientSecret,
            apiKey: tenant.apiKey)
    }

    /// Processor time used so far, in seconds.
    var processorSeconds: Double {
        let fields =
            (try? String(contentsOfFile: "/proc/\(process.identifier)/stat", encoding: .utf8))?
            .split(separator: ")").last?.split(separator: " ").compactMap { Double($0) } ?? []
        // Without the process's state, which is a letter: user and system time are the 11th and 12th number.
        return fields.count > 11 ? (fields[10] + fields[11]) / Double(sysconf(Int32(_SC_CLK_TCK))) : 0
    }

    /// Resident memory in MiB.
    var residentMegabytes: Double {
        let pages =
            (try? String(contentsOfFile: "/proc/\(process.identifier)/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }

    /// How many threads it has.
    var threads: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.identifier)/task"))?.count ?? 0
    }

    /// The most that was ever resident, in MiB.
    var peakMegabytes: Double {
        let status = (try? String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }

    /// Bytes of the databases, and of everything else in the data directory. Once the server has stopped, nothing is left in
    /// the databases' logs.
    var dataBytes: (databases: Int, evidence: Int) {
        let data = folder.path + "/data"
        var (databases, evidence) = (0, 0)
        for case let path as String in FileManager.default.enumerator(atPath: data) ?? .init() {
            let attributes = try? FileManager.default.attributesOfItem(atPath: data + "/" + path)
            guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            let size = attributes[.size] as? Int ?? 0
            if path.contains(".sqlite") { databases += size } else { evidence += size }
        }
        return (databases, evidence)
    }

    func addFace(_ body: [UInt8]) async throws -> (status: UInt, body: [UInt8]) {
        try await call("/onboarding/enrollment/addFace", json: body)
    }

    /// The tenant's bearer and API key, as every call carries them.
    var authorization: [(name: String, value: String)] {
        [("Authorization", "Bearer " + bearer.withLock { $0 }), ("apikey", tenant.apiKey)]
    }

    /// One call with the tenant's bearer and API key.
    /// - Returns: status and body.
    func call(_ path: String, json: [UInt8]? = nil) async throws -> (status: UInt, body: [UInt8]) {
        var request = HTTPClientRequest(url: url + path)
        for (name, value) in authorization { request.headers.add(name: name, value: value) }
        if let json {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: json))
        }
        let response = try await http.execute(request, timeout: .seconds(120))
        let body = try await response.body.collect(upTo: 8 << 20)
        return (response.status.code, [UInt8](body.readableBytesView))
    }

    /// A request's body as the client library writes it.
    static func json(_ request: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(request))
    }

    /// How many calls of a load were answered so far.
    var answered: Int { answers.load(ordering: .relaxed) }

    func countAnswer() {
        answers.add(1, ordering: .relaxed)
    }

    /// Begins an enrollment as the tenant's own client does.
    /// - Returns: its token.
    func enroll(_ username: String) async throws -> String {
        let enroll = EnrollRequest(username: username, email: username)
        let enrolled = try await call("/onboarding/enrollment/enroll", json: Self.json(enroll))
        let answer = try JSONDecoder().decode(EnrollResponse.self, from: Data(enrolled.body))
        guard let token = answer.enrollmentToken else { throw Unexpected(description: "no enrollment token") }
        return token
    }

    /// Begins an enrollment and brings it up to the face.
    /// - Returns: its token.
    func begin(_ username: String) async throws -> String {
        let token = try await enroll(username)
        let device = AddDeviceRequest(enrollmentToken: token, deviceId: username)
        _ = try await call("/onboarding/enrollment/addDevice", json: Self.json(device))
        return token
    }

    func stop() async {
        try? await http.shutdown()
        process.stop()
    }
}
