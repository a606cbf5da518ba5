import ArgumentParser
import Casework
import Foundation
import Onboarding
import OnboardingAPI
import OnboardingClient
import Tenancy

/// A whole enrollment: session, device, a capture of 14 frames, a passport page.
struct EnrollmentBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrollment", abstract: "Whole enrollments: time of the server summed, and how many a second.")

    @Option(help: "Enrollments in each part.")
    var enrollments = 10

    @Flag(help: "Look for each face among the registrations, and report whoever enrolls twice: all are one person.")
    var duplicates = false

    func run() async throws {
        let cast = try EnrollmentMaterial(FaceMaterial())
        let server = try await BenchmarkServer(prepare: duplicates ? Self.lookForDuplicates : { _ in })
        _ = try await enroll("warm", cast, on: server)
        var steps: [String: Times] = [:]
        var whole = Times()
        for number in 0..<enrollments {
            var sum = 0.0
            for (step, seconds) in try await enroll("one-\(number)", cast, on: server) {
                steps[step, default: Times()].add(seconds)
                sum += seconds
            }
            whole.add(sum)
        }
        for step in Step.allCases {
            let name = step.rawValue.padding(toLength: 16, withPad: " ", startingAt: 0)
            print("  \(name)  p50 \((steps[step.rawValue]?.percentile(0.5) ?? .nan).milliseconds)")
        }
        print("whole enrollment  \(whole.summary), time of the calls summed (goal 1000 ms)")

        let processor = server.processorSeconds
        let own = ownProcessorSeconds()
        let (_, seconds) = try await timed {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<4 {
                    group.addTask {
                        for number in stride(from: lane, to: enrollments * 2, by: 4) {
                            _ = try await enroll("many-\(number)", cast, on: server)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let used = server.processorSeconds - processor
        print(
            "four at a time    \((Double(enrollments * 2) / seconds).twoDecimals) a second (goal 2.0); processor time "
                + "an enrollment \((used / Double(enrollments * 2)).twoDecimals) s, of the load client "
                + "\(((ownProcessorSeconds() - own) / Double(enrollments * 2)).twoDecimals) s")
        await server.stop()
    }

    private static func lookForDuplicates(inDataFolder data: String) async throws {
        let administration = try TenantAdministration(
            dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data),
            makesMissing: false)
        try await administration.configure(
            name: "bench",
            change: """
                {"onboardingConfig":{"onboardingOptions":{"enrollment":{"checkDuplicateEnrollment":{"enabled":true}}}}}
                """)
    }

    private enum Step: String, CaseIterable {
        case triggerEnroll, validateSession = "enroll by session", addDevice, addFace, addDocument, operationStatus
    }

    /// - Returns: the steps and how long each took, in seconds.
    private func enroll(
        _ name: String, _ cast: EnrollmentMaterial, on server: BenchmarkServer
    ) async throws -> [(String, Double)] {
        let portal = try server.portal
        _ = try await portal.token()
        let username = "\(name)@example.org"
        let triggered = try await timed {
            try await portal.triggerEnroll(TriggerRequest(username: username, email: username))
        }
        guard case .triggered(let session) = triggered.value else {
            throw BenchmarkServer.Unexpected(description: "trigger")
        }
        let keys = try QRKeys(publicKey: server.tenant.qrPublicKey, contentKey: server.tenant.qrKey)
        let phone = try EnrollmentClient(handOff: QRHandOff(openingCallbackURL: session.callbackURL, keys: keys))
        let enrolled = try await timed { try await phone.enroll() }
        let device = try await timed { try await phone.addDevice(identifier: name) }
        let face = try await timed { try await phone.addFace(frames: cast.frames, workflow: "charlie4") }
        let document = try await timed { try await phone.addDocument(images: [.init(image: cast.document)]) }
        guard document.value.answer?.enrollmentStatus == .complete else {
            throw BenchmarkServer.Unexpected(description: "\(face.value) \(document.value.refusal as Any)")
        }
        let status = try await timed { try await portal.operationStatus(of: session.sessionToken) }
        let times = [
            triggered.seconds, enrolled.seconds, device.seconds, face.seconds, document.seconds, status.seconds,
        ]
        return zip(Step.allCases.map(\.rawValue), times).map { ($0, $1) }
    }
}
