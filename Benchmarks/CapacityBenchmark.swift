import ArgumentParser
import DocVerify
import Foundation
import LivenessScorer
import OnboardingAPI
import OnboardingClient
import Synchronization

/// What `docs/capacity.md` is filled in with: how many whole enrollments a second a server bears, how its queue behaves,
/// and what an enrollment takes of disk and memory.
struct CapacityBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capacity",
        abstract: "Whole enrollments a second by clients at a time, refusals, disk and memory: docs/capacity.md.")

    @Option(parsing: .upToNextOption, help: "How many clients are at work at a time, one part after the other.")
    var clients = [1, 2, 4, 8, 16, 64]

    @Option(help: "Enrollments of each client in each part; a part has a dozen at least.")
    var each = 2

    /// Of one document number ten checks may fail in a day; each of these fails five.
    private static let refused = 2

    func run() async throws {
        let faces = try FaceMaterial()
        let material = try EnrollmentMaterial(faces)
        let bare = try BareEngines(faces, material)
        print(
            "a capture of \(material.frames.count) frames, \(material.frames.map(\.data.bytes.count).reduce(0, +)) bytes; a page of "
                + "\(material.document.count) bytes; \(FaceMaterial.cores) cores, descriptor \(faces.engine.descriptor.name)"
        )

        let empty = try await BenchmarkServer()
        let atRest = empty.residentMegabytes
        await empty.stop()
        let nothing = empty.dataBytes

        let before = try await bare.rate()
        let server = try await BenchmarkServer()
        let load = try Load(server: server, material: material)
        _ = try await load.enroll("warm", document: material.document)
        print(
            "\nclients  a second  enrollment p50         p99  refused by 503  resident  processor: server, load client")
        var (best, completed) = (0.0, 1)
        for count in clients {
            let part = try await measure(load, clients: count)
            completed += part.enrollments
            best = max(best, part.rate)
            print(part.line)
        }
        let peak = server.peakMegabytes
        await server.stop()
        let bareRate = (before + (try await bare.rate())) / 2
        print(
            "\nengine calls alone, on all cores   \(bareRate.twoDecimals) enrollments a second; the server reaches "
                + "\((best / bareRate).twoDecimals) of it, the load client on the same cores")
        print(
            "resident memory                    \(Int(atRest)) MiB at rest, \(Int(peak)) MiB at most under load")
        print("disk of a registered enrollment    \(Self.disk(server.dataBytes, beyond: nothing, of: completed))")
        print(
            "disk of a refused enrollment       \(try await diskOfRefused(material, beyond: nothing)): a live face, and "
                + "another person's document as often as is allowed")
    }

    private struct Part {
        let clients: Int
        let rate: Double
        let times: Times
        let refused: Int
        let resident: Double
        let processor: (server: Double, client: Double)

        var enrollments: Int { times.values.count }

        var line: String {
            String(
                format: "%7d  %8.2f  %10.1f s  %8.1f s  %14d  %4.0f MiB  %.2f s, %.2f s an enrollment", clients, rate,
                times.percentile(0.5) / 1000, times.percentile(0.99) / 1000, refused, resident,
                processor.server / Double(enrollments), processor.client / Double(enrollments))
        }
    }

    /// As many enrollments at a time as there are clients, until all are complete.
    private func measure(_ load: Load, clients: Int) async throws -> Part {
        let enrollments = max(12, clients * each)
        let (used, own) = (load.server.processorSeconds, ownProcessorSeconds())
        let (lanes, seconds) = try await timed {
            try await withThrowingTaskGroup(of: (Times, Int).self) { group in
                for lane in 0..<clients {
                    group.addTask {
                        var (times, refused) = (Times(), 0)
                        for number in stride(from: lane, to: enrollments, by: clients) {
                            let (ended, seconds) = try await timed {
                                try await load.enroll("c\(clients)-\(number)", document: load.material.document)
                            }
                            guard ended.status == .complete else {
                                throw BenchmarkServer.Unexpected(description: "an enrollment ended as \(ended.status)")
                            }
                            times.add(seconds)
                            refused += ended.refused
                        }
                        return (times, refused)
                    }
                }
                var (times, refused) = (Times(), 0)
                for try await lane in group {
                    times.add(lane.0)
                    refused += lane.1
                }
                return (times, refused)
            }
        }
        return Part(
            clients: clients, rate: Double(enrollments) / seconds, times: lanes.0, refused: lanes.1,
            resident: load.server.residentMegabytes,
            processor: (load.server.processorSeconds - used, ownProcessorSeconds() - own))
    }

    private func diskOfRefused(
        _ material: EnrollmentMaterial, beyond nothing: (databases: Int, evidence: Int)
    ) async throws -> String {
        let server = try await BenchmarkServer()
        let load = try Load(server: server, material: material)
        for number in 0..<Self.refused {
            let ended = try await load.enroll("refused-\(number)", document: material.othersDocument)
            guard ended.status == .failed else {
                throw BenchmarkServer.Unexpected(description: "another's document ended as \(ended.status)")
            }
        }
        await server.stop()
        return Self.disk(server.dataBytes, beyond: nothing, of: Self.refused)
    }

    private static func disk(
        _ kept: (databases: Int, evidence: Int), beyond nothing: (databases: Int, evidence: Int), of enrollments: Int
    ) -> String {
        func kilobytes(_ bytes: Int) -> Int { bytes / enrollments / 1000 }
        return "\(kilobytes(kept.evidence - nothing.evidence)) kB of evidence and "
            + "\(kilobytes(kept.databases - nothing.databases)) kB of database"
    }
}

/// Enrollments as a patient client does them: what is refused as overloaded is sent again after a second.
private struct Load: Sendable {
    let server: BenchmarkServer
    let material: EnrollmentMaterial
    private let portal: PortalClient
    private let keys: QRKeys

    init(server: BenchmarkServer, material: EnrollmentMaterial) throws {
        self.server = server
        self.material = material
        portal = try PortalClient(credentials: server.credentials, httpClient: server.http)
        keys = try QRKeys(publicKey: server.tenant.qrPublicKey, contentKey: server.tenant.qrKey)
    }

    /// - Returns: how it ended, and how often an answer was 503.
    func enroll(_ name: String, document: [UInt8]) async throws -> (status: EnrollmentStatus, refused: Int) {
        let refused = Atomic(0)
        let username = "\(name)@example.org"
        let triggered = try await portal.triggerEnroll(TriggerRequest(username: username, email: username))
        guard case .triggered(let session) = triggered else {
            throw BenchmarkServer.Unexpected(description: "trigger: \(triggered)")
        }
        let phone = try EnrollmentClient(
            handOff: QRHandOff(openingCallbackURL: session.callbackURL, keys: keys), httpClient: server.http)
        _ = try await patiently(refused) { try await phone.enroll() }
        _ = try await patiently(refused) { try await phone.addDevice(identifier: name) }
        let face = try await patiently(refused) {
            try await phone.addFace(frames: material.frames, workflow: "charlie4")
        }
        guard face.livenessResult else { throw BenchmarkServer.Unexpected(description: "a face that is not live") }
        var status = EnrollmentStatus.pending
        for attempt in 0..<10 where status == .pending {
            // Other bytes each time: the same ones are answered as before, and nothing is judged.
            let image = document + [UInt8](repeating: 0, count: attempt)
            status = try await patiently(refused) {
                try await phone.addDocument(images: [.init(image: image)])
            }.enrollmentStatus
        }
        return (status, refused.load(ordering: .relaxed))
    }

    private func patiently<Answer>(
        _ refused: borrowing Atomic<Int>, _ call: () async throws -> StepResult<Answer>
    ) async throws -> Answer {
        while true {
            switch try await call() {
            case .accepted(let answer): return answer
            case .refused(let envelope) where envelope.status == 503:
                refused.add(1, ordering: .relaxed)
                try await Task.sleep(for: .seconds(1))
            case .refused(let envelope): throw BenchmarkServer.Unexpected(description: "\(envelope)")
            }
        }
    }
}

/// The two engine calls of an enrollment, without a server: the liveness check of the capture, the reading of the page.
private struct BareEngines: Sendable {
    private let scorer: LivenessScorer
    private let reader: DocumentReader
    private let frames: [CapturedFrame]
    private let document: DocumentImage
    private let today: CalendarDate

    init(_ faces: FaceMaterial, _ material: EnrollmentMaterial) throws {
        scorer = faces.scorer
        reader = DocumentReader(
            sources: try DocumentSources.load(models: .init(path: FaceMaterial.models), workers: FaceMaterial.cores),
            faceEngine: faces.engine)
        frames = material.frames.map { frame in
            CapturedFrame(bytes: frame.data.bytes, timeInMilliseconds: frame.timestamp ?? 0, digest: "")
        }
        document = DocumentImage(bytes: material.document, isCropped: false)
        let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
        guard let today = CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) else {
            throw BenchmarkServer.Unexpected(description: "no date")
        }
        self.today = today
    }

    /// How many enrollments a second on a thread for each core.
    func rate() async throws -> Double {
        let rounds = 4
        let (_, seconds) = try await timed {
            try await withThrowingTaskGroup { group in
                for _ in 0..<FaceMaterial.cores {
                    group.addTask { for _ in 0..<rounds { try judge() } }
                }
                try await group.waitForAll()
            }
        }
        return Double(rounds * FaceMaterial.cores) / seconds
    }

    private func judge() throws {
        _ = try scorer.assess(FaceCapture(frames: frames, clockwiseRotationInDegrees: 0, level: .balanced))
        _ = try reader.read([document], today: today)
    }
}
