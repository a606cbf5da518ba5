import Foundation
import OnboardingAPI
import Synchronization
import Tenancy

/// How long addFace of one tenant takes while another takes all that it can get: with documents whose pages are more than the
/// engines have time for, and with bodies that fill the memory for bodies. Beside the same calls when nothing else happens.
struct SharesPart: Part {
    /// Of each row.
    var calls = 120
    /// Documents under way at a time.
    var documents = 4
    /// Bodies of 24 MiB, more than fit.
    var bodies = 14

    static let smallest = SharesPart(calls: 2, documents: 1, bodies: 1)

    private static let path = "/onboarding/enrollment/addDocumentOCR"

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let material = try Material.loaded.get()
        let greedy = Mutex<Tenancy.TenantCredentials?>(nil)
        let server = try await BenchmarkServer(of: tenant, settings: BenchmarkSettings(permitsStills: true)) { data in
            let administration = try BenchmarkTenant.administration(of: data)
            let made = try await administration.create(
                name: "greedy", isTest: true, profile: "compatible", scopes: BenchmarkTenant.scopes)
            try await administration.configure(name: "greedy", change: Self.documentsAlone)
            greedy.withLock { $0 = made }
        }
        defer { server.stop() }
        guard let greedy = greedy.withLock({ $0 }) else { throw Unexpected("no second tenant") }
        let sets = try ["warm", "quiet", "documents", "bodies"].map {
            try server.addFaceBodies(calls, of: material.threeFrames, named: $0)
        }
        _ = try await server.addFaces(sets[0])
        let quiet = try await server.addFaces(sets[1]).percentile(0.95)

        let load = DocumentLoad(material.document, by: greedy, on: server)
        let loading = Task { [documents] in try await load.run(atATime: documents) }
        // They are long when the first of them has been given up, or answered.
        while calls > Self.smallest.calls && load.answered == 0 { try await Task.sleep(for: .milliseconds(20)) }
        let besideDocuments = try await server.addFaces(sets[2]).percentile(0.95)
        load.stop()
        try await loading.value

        let headers = try load.authorization()
        let held = try (0..<bodies).map { _ in
            let connection = try server.connect()
            try connection.begin(Self.path, headers, announcing: 24 << 20, sending: (24 << 20) - 1)
            return connection
        }
        let besideBodies = try await server.addFaces(sets[3]).percentile(0.95)
        return try withExtendedLifetime(held) {
            [
                Row(
                    "addFace beside another tenant's documents, p95", besideDocuments, .milliseconds, limit: quiet,
                    goal: .shareRatio),
                Row(
                    "addFace beside another tenant's bodies, p95", besideBodies, .milliseconds, limit: quiet,
                    goal: .shareRatio),
            ]
        }
    }

    private static let documentsAlone = """
        {"onboardingConfig":{"onboardingOptions":{"enrollment":{"addDevice":false,"addFace":false,"addDocument":true},\
        "authentication":{"verifyFace":false,"verifyDevice":false},"reenrollment":{"verifyFace":false}}}}
        """
}

/// Documents of six pages that are read as often as the server lets them, whatever it answers.
private final class DocumentLoad: Sendable {
    private let page: [UInt8]
    private let tenant: Tenancy.TenantCredentials
    private let server: BenchmarkServer
    private let isStopped = Atomic(false)
    private let count = Atomic(0)

    init(_ page: [UInt8], by tenant: Tenancy.TenantCredentials, on server: BenchmarkServer) {
        self.page = page
        self.tenant = tenant
        self.server = server
    }

    /// How many were judged so far.
    var answered: Int { count.load(ordering: .relaxed) }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    func authorization() throws -> Headers {
        let form =
            "grant_type=client_credentials&client_id=\(tenant.clientId)&client_secret=\(tenant.clientSecret)&scope=openid"
        let path = "/auth/realms/\(tenant.realm)/protocol/openid-connect/token"
        let answer = try server.connect().post(path, form: form).json(TokenResponse.self)
        return [("Authorization", "Bearer " + answer.accessToken), ("apikey", tenant.apiKey)]
    }

    func run(atATime lanes: Int) async throws {
        let headers = try authorization()
        _ = try await onThreads(lanes) { [self] lane in
            let connection = try server.connect()
            var number = 0
            repeat {
                number += 1
                try send("\(lane)-\(number)@example.org", on: connection, headers)
            } while !isStopped.load(ordering: .relaxed)
        }
    }

    private func send(_ username: String, on connection: PlainConnection, _ headers: Headers) throws {
        let begun: EnrollResponse = try connection.post(
            "/onboarding/enrollment/enroll", headers,
            json: PlainConnection.json(EnrollRequest(username: username, email: username))
        ).json()
        guard let token = begun.enrollmentToken else { throw Unexpected("no enrollment token") }
        let images = (0..<6).map { AddDocumentRequest.Image(image: page + [UInt8](repeating: 0, count: $0)) }
        let body = try PlainConnection.json(
            AddDocumentRequest(
                enrollmentToken: token, documentsInfo: .init(documentImage: images, alreadyCropped: false)))
        // As a client does that is asked to come again.
        while !isStopped.load(ordering: .relaxed) {
            let answer = try connection.post("/onboarding/enrollment/addDocumentOCR", headers, json: body)
            guard answer.status == 503 else { break }
            Thread.sleep(forTimeInterval: 0.5)
        }
        count.add(1, ordering: .relaxed)
    }
}
