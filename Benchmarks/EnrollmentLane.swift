import Foundation
import OnboardingAPI
import SimulatedPhone

/// Whole enrollments as a portal and a phone do them, one after the other on one connection: session, device, a capture of 14
/// frames, a passport page. What is refused as overloaded is sent again after a second.
final class EnrollmentLane {
    enum Step: String, CaseIterable {
        case triggerEnroll, validateSession, enroll, addDevice, addFace, addDocumentOCR, operationStatus
    }

    /// Of each step's calls, their waits after a refusal among them.
    private(set) var steps: [Step: Times] = [:]
    /// All steps of an enrollment together. What the phone itself does is in neither.
    private(set) var enrollments = Times()
    /// How often an answer was 503.
    private(set) var refused = 0

    private let server: BenchmarkServer
    private let material: Material
    private let connection: PlainConnection
    private let sealer: FacePackageSealer
    private var seconds = 0.0

    init(_ server: BenchmarkServer, _ material: Material) throws {
        self.server = server
        self.material = material
        connection = try server.connect()
        sealer = try server.sealer()
    }

    /// - Parameter document: the page that is sent, until something is decided.
    /// - Throws: `Unexpected` where it ends otherwise.
    func enroll(_ name: String, document: [UInt8], until expected: EnrollmentStatus = .complete) throws {
        seconds = 0
        let user = "\(name)@example.org"
        let portal = try server.authorization()
        let triggered: TriggerResponse = try post(
            .triggerEnroll, "/onboarding/b2c/triggerEnroll", portal, TriggerRequest(username: user, email: user))
        guard let session = triggered.sessionToken else { throw Unexpected("trigger: \(triggered)") }
        let bearer: ValidateSessionResponse = try post(
            .validateSession, "/tokenVerify/validateSession", [("apikey", server.tenant.apiKey)],
            ValidateSessionRequest(sessionToken: session))
        let phone = server.authorization(bearer: bearer.accessToken)
        let enrolled: EnrollResponse = try post(
            .enroll, "/onboarding/enrollment/enroll", phone, EnrollRequest(sessionToken: session))
        guard let token = enrolled.enrollmentToken else { throw Unexpected("no enrollment token") }
        let _: StepResponse = try post(
            .addDevice, "/onboarding/enrollment/addDevice", phone,
            AddDeviceRequest(enrollmentToken: token, deviceId: name))
        let package = try BenchmarkServer.addFaceBody(material.turningHead, sealer, token: token)
        let face: AddFaceResponse = try send(.addFace) {
            try connection.post(BenchmarkServer.addFacePath, phone, json: package)
        }
        guard face.livenessResult else { throw Unexpected("a face that is not live: \(face)") }
        var status = EnrollmentStatus.pending
        for attempt in 0..<10 where status == .pending {
            // Other bytes each time: the same ones are answered as before, and nothing is judged.
            let image = AddDocumentRequest.Image(image: document + [UInt8](repeating: 0, count: attempt))
            let answer: AddDocumentResponse = try post(
                .addDocumentOCR, "/onboarding/enrollment/addDocumentOCR", phone,
                AddDocumentRequest(
                    enrollmentToken: token, documentsInfo: .init(documentImage: [image], alreadyCropped: false)))
            status = answer.enrollmentStatus
        }
        guard status == expected else { throw Unexpected("an enrollment ended as \(status)") }
        let _: OperationStatusResponse = try send(.operationStatus) {
            try connection.get("/onboarding/b2c/operationStatus/\(session)", portal)
        }
        enrollments.add(seconds)
    }

    private func post<Answer: Decodable>(
        _ step: Step, _ path: String, _ headers: Headers, _ request: some Encodable
    ) throws -> Answer {
        let body = try PlainConnection.json(request)
        return try send(step) { try connection.post(path, headers, json: body) }
    }

    private func send<Answer: Decodable>(_ step: Step, _ call: () throws -> PlainConnection.Answer) throws -> Answer {
        let (answer, seconds) = try timed {
            var answer = try call()
            while answer.status == 503 {
                refused += 1
                Thread.sleep(forTimeInterval: 1)
                answer = try call()
            }
            return answer
        }
        steps[step, default: Times()].add(seconds)
        self.seconds += seconds
        return try answer.json()
    }
}
