import Foundation
import OnboardingAPI
import ServerProcess
import SimulatedPhone
import Synchronization
import Tenancy

/// A server process of its own on a free loopback port, with one tenant, and calls on it.
final class BenchmarkServer: Sendable {
    /// From the start of the process to an answer of `readyz` that it is ready.
    let secondsToReady: Double
    let tenant: Tenancy.TenantCredentials
    /// Undecided captures of a step end an enrollment at the twentieth, and one that is live ends the step.
    let capturesAnEnrollment: Int

    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let bearer = Mutex<(token: String, end: ContinuousClock.Instant)?>(nil)

    /// - Parameters:
    ///   - options: further options of `serve`.
    ///   - prepare: given the data directory before the server starts.
    init(
        of tenant: BenchmarkTenant, options: [String] = [], settings: BenchmarkSettings = BenchmarkSettings(),
        prepare: (_ data: String) async throws -> Void = { _ in }
    ) async throws {
        capturesAnEnrollment = settings.permitsStills ? 1 : 19
        self.tenant = tenant.credentials
        folder = try TemporaryFolder("onboarding-benchmark")
        let data = try tenant.copyData(into: folder)
        try await BenchmarkTenant.administration(of: data).configure(
            name: BenchmarkTenant.name, change: settings.json)
        try await prepare(data)

        let started = ContinuousClock.now
        process = try ServerProcess(
            program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appendingPathComponent("onboarding"),
            options: ["--data", data, "--log-level", "warning"] + options)
        try PlainConnection(process.url).get("/readyz").expect()
        secondsToReady = started.duration(to: .now) / .seconds(1)
    }

    /// The database of everything but keys.
    var databasePath: String { BenchmarkTenant.data(in: folder) + "/onboarding.sqlite" }

    /// What the system counts of the server's process.
    var figures: ProcessFigures { ProcessFigures(of: process.identifier) }

    /// Bytes of the databases, and of everything else in the data directory. Once the server has stopped, nothing is left in
    /// the databases' logs.
    var dataBytes: (databases: Int, evidence: Int) {
        let data = BenchmarkTenant.data(in: folder)
        var (databases, evidence) = (0, 0)
        for case let path as String in FileManager.default.enumerator(atPath: data) ?? .init() {
            let attributes = try? FileManager.default.attributesOfItem(atPath: data + "/" + path)
            guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            let size = attributes[.size] as? Int ?? 0
            if path.contains(".sqlite") { databases += size } else { evidence += size }
        }
        return (databases, evidence)
    }

    func connect() throws -> PlainConnection {
        try PlainConnection(process.url)
    }

    /// The form by which the tenant's client asks for a bearer, and where.
    var tokenRequest: (path: String, form: String) {
        (
            "/auth/realms/\(tenant.realm)/protocol/openid-connect/token",
            "grant_type=client_credentials&client_id=\(tenant.clientId)&client_secret=\(tenant.clientSecret)&scope=openid"
        )
    }

    /// The bearer and the API key of the tenant's client, as every call carries them. A bearer is used for half of its life.
    func authorization() throws -> Headers {
        let token = try bearer.withLock { bearer in
            if let bearer, ContinuousClock.now < bearer.end { return bearer.token }
            let answer = try connect().post(tokenRequest.path, form: tokenRequest.form).json(TokenResponse.self)
            bearer = (answer.accessToken, .now + .seconds(answer.expiresIn / 2))
            return answer.accessToken
        }
        return authorization(bearer: token)
    }

    /// The same for a phone's bearer.
    func authorization(bearer: String) -> Headers {
        [("Authorization", "Bearer " + bearer), ("apikey", tenant.apiKey)]
    }

    /// Seals captures for the tenant.
    func sealer() throws -> FacePackageSealer {
        let keys = try connect().get(
            "/onboarding/admin/getPublicKey", authorization() + [("Accept", "application/json")])
        return try FacePackageSealer(keys: keys.json())
    }

    /// Begins enrollments as the tenant's own client does.
    /// - Returns: their tokens.
    func enroll(_ usernames: [String]) throws -> [String] {
        let (connection, headers) = (try connect(), try authorization())
        return try usernames.map { username in
            let request = EnrollRequest(username: username, email: username)
            let answer: EnrollResponse = try connection.post(
                "/onboarding/enrollment/enroll", headers, json: PlainConnection.json(request)
            ).json()
            guard let token = answer.enrollmentToken else { throw Unexpected("no enrollment token") }
            return token
        }
    }

    /// Ends the process, and waits for its end.
    func stop() {
        process.stop()
    }
}
