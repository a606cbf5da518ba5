import DemoMaterial
import FaceEngine
import Foundation
import LivenessScorer
import OnboardingAPI
import OnboardingClient
import Tenancy
import Vision

/// Three JPEG frames of 640 × 480 pixels of a rendered head, sealed for enrollments in advance, and the same frames for
/// the engines alone.
struct FaceMaterial: Sendable {
    static var root: String { Installation.root }
    static var models: String { ProcessInfo.processInfo.environment["ONBOARDING_MODELS"] ?? root + "/models" }
    static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

    let frames: [FaceVideo.Frame]
    let engine: FaceEngine
    let scorer: LivenessScorer

    /// - Parameter amplitudeInDegrees: how far the head turns to either side. Frames of 4 degrees are alike to the scorer,
    ///   which then asks no network who they show; from 12 degrees on it asks for each.
    init(amplitudeInDegrees: Double = 4) throws {
        let root = Self.root
        let models = ModelFolder(path: Self.models)
        engine = try FaceEngine(models: models, workers: Self.cores)
        scorer = LivenessScorer(engine: engine, networks: try TextureNetworks(models: models, workers: Self.cores))
        let photograph = try Image(decoding: Fixtures(folder: root + "/fixtures").bytes(of: "obama.jpg"))
        let head = try RenderedHead(
            photograph: photograph, engine: engine, size: ImageSize(width: 640, height: 480))
        let motion = HeadMotion(amplitudeInDegrees: amplitudeInDegrees, frameCount: 3, durationInMilliseconds: 800)
        frames = try head.frames(motion).map { FaceVideo.Frame(data: $0.bytes, timestamp: $0.timeInMilliseconds) }
    }

    /// The capture of a head that turns as it is asked to: 14 frames, which are judged live.
    func turningHead() throws -> [FaceVideo.Frame] {
        let photograph = try Image(decoding: Fixtures(folder: Self.root + "/fixtures").bytes(of: "obama.jpg"))
        return try RenderedHead(photograph: photograph, engine: engine).frames(HeadMotion()).map {
            FaceVideo.Frame(data: $0.bytes, timestamp: $0.timeInMilliseconds)
        }
    }

    /// What the engines do for one package, on the calling thread.
    func judge(permitsStills: Bool) throws {
        let captured = frames.map { frame in
            CapturedFrame(bytes: frame.data.bytes, timeInMilliseconds: frame.timestamp ?? 0, digest: "")
        }
        _ = try scorer.assess(
            FaceCapture(frames: captured, clockwiseRotationInDegrees: 0, level: .balanced, permitsStills: permitsStills)
        )
    }

    /// How many packages a second the engines alone do on a thread for each core.
    func rateOnAllCores(packages: Int, permitsStills: Bool) async throws -> Double {
        let (_, seconds) = try await timed {
            try await withThrowingTaskGroup { group in
                for _ in 0..<Self.cores {
                    group.addTask { for _ in 0..<(packages / Self.cores) { try judge(permitsStills: permitsStills) } }
                }
                try await group.waitForAll()
            }
        }
        return Double(packages / Self.cores * Self.cores) / seconds
    }

    /// Bodies of addFace for as many new enrollments as it takes.
    func bodies(_ count: Int, for server: BenchmarkServer, named name: String) async throws -> [[UInt8]] {
        guard let keys = try await server.portal.packageKeys().answer else {
            throw BenchmarkServer.Unexpected(description: "no package keys")
        }
        let sealer = try FacePackageSealer(keys: keys)
        let content = FacePackageContent(video: FaceVideo(workflowData: .init(workflow: "charlie4", frames: frames)))
        var bodies: [[UInt8]] = []
        var token = ""
        for index in 0..<count {
            if index % server.capturesAnEnrollment == 0 {
                token = try await server.begin("\(name)-\(index)@example.org")
            }
            let request = AddFaceRequest(
                enrollmentToken: token, faceLivenessData: try sealer.seal(content, token: token))
            bodies.append(try BenchmarkServer.json(request))
        }
        return bodies
    }
}

extension BenchmarkServer {
    /// Sends the bodies, so many at a time, and says how long each took.
    func addFaces(_ bodies: [[UInt8]], atATime lanes: Int) async throws -> Times {
        try await withThrowingTaskGroup(of: Times.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var times = Times()
                    for index in stride(from: lane, to: bodies.count, by: lanes) {
                        let (answer, seconds) = try await timed { try await self.addFace(bodies[index]) }
                        guard answer.status == 200 else {
                            throw Unexpected(description: String(decoding: answer.body, as: UTF8.self))
                        }
                        times.add(seconds)
                    }
                    return times
                }
            }
            var all = Times()
            for try await times in group { all.add(times) }
            return all
        }
    }

    /// Sends the bodies until it is cancelled or none is left, whatever is answered.
    /// - Returns: how often the answer was that the server is overloaded.
    func load(with bodies: [[UInt8]], atATime lanes: Int) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var refused = 0
                    for index in stride(from: lane, to: bodies.count, by: lanes) where !Task.isCancelled {
                        let answer = try await self.addFace(bodies[index])
                        if answer.status == 503 { refused += 1 }
                        self.countAnswer()
                    }
                    return refused
                }
            }
            return try await group.reduce(0, +)
        }
    }
}
