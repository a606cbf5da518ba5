import OnboardingAPI
import SimulatedPhone
import Synchronization

extension BenchmarkServer {
    static let workflow = "charlie4"

    /// Bodies of addFace, sealed, for as many new enrollments as they take.
    func addFaceBodies(_ count: Int, of frames: [FaceVideo.Frame], named name: String) throws -> [[UInt8]] {
        let tokens = try enroll(
            stride(from: 0, to: count, by: capturesAnEnrollment).map { "\(name)-\($0)@example.org" })
        let (connection, headers) = (try connect(), try authorization())
        for (number, token) in tokens.enumerated() {
            let device = AddDeviceRequest(enrollmentToken: token, deviceId: "\(name)-\(number)")
            try connection.post(
                "/onboarding/enrollment/addDevice", headers, json: PlainConnection.json(device)
            ).expect()
        }
        let sealer = try sealer()
        return try (0..<count).map { index in
            try Self.addFaceBody(frames, sealer, token: tokens[index / capturesAnEnrollment])
        }
    }

    static func addFaceBody(
        _ frames: [FaceVideo.Frame], _ sealer: FacePackageSealer, token: String
    ) throws -> [UInt8] {
        let content = FacePackageContent(video: FaceVideo(workflowData: .init(workflow: workflow, frames: frames)))
        let package = try sealer.seal(content, token: token)
        return try PlainConnection.json(AddFaceRequest(enrollmentToken: token, faceLivenessData: package))
    }

    /// Sends the bodies, so many at a time, each of which has to be judged.
    func addFaces(_ bodies: [[UInt8]], atATime lanes: Int = 1) async throws -> Times {
        let headers = try authorization()
        return try await onThreads(lanes) { lane in
            let connection = try self.connect()
            var times = Times()
            for index in stride(from: lane, to: bodies.count, by: lanes) {
                try times.time { try connection.post(Self.addFacePath, headers, json: bodies[index]) }.expect()
            }
            return times
        }.reduce(into: Times()) { $0.add($1) }
    }

    static let addFacePath = "/onboarding/enrollment/addFace"
}

/// Calls of addFace that keep a server's engines full until it is told to stop.
final class AddFaceLoad: Sendable {
    private let server: BenchmarkServer
    private let bodies: [[UInt8]]
    private let lanes: Int
    private let isStopped = Atomic(false)
    private let counts = Mutex((answered: 0, refused: 0))

    init(_ bodies: [[UInt8]], on server: BenchmarkServer, atATime lanes: Int) {
        self.server = server
        self.bodies = bodies
        self.lanes = lanes
    }

    /// How many calls were answered so far, and how many of them by 503.
    var answers: (answered: Int, refused: Int) { counts.withLock { $0 } }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    /// Sends until it is stopped or no body is left, whatever is answered.
    func run() async throws {
        let headers = try server.authorization()
        _ = try await onThreads(lanes) { [self] lane in
            let connection = try server.connect()
            for index in stride(from: lane, to: bodies.count, by: lanes) where !isStopped.load(ordering: .relaxed) {
                let answer = try connection.post(BenchmarkServer.addFacePath, headers, json: bodies[index])
                counts.withLock {
                    $0.answered += 1
                    if answer.status == 503 { $0.refused += 1 }
                }
            }
        }
    }
}
