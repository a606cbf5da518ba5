import ArgumentParser
import Foundation
import OnboardingAPI
import OnboardingClient

/// From the start of the process to a judged capture, each time with a new data folder that has a tenant. With the tenant
/// the server's keys were made: a start that makes them (RSA-3072) takes some tenths of a second longer.
struct StartBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "From the start of the server to readyz and the first judged addFace.")

    @Option(help: "Starts in each part.")
    var starts = 5

    func run() async throws {
        let frames = try FaceMaterial().turningHead()
        let folder = NSTemporaryDirectory() + "/onboarding-models-\(ProcessInfo.processInfo.globallyUniqueString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for isKept in [false, true] {
            var (ready, judged, sum) = (Times(), Times(), Times())
            for number in 0..<starts {
                if number == 0 || !isKept { try Self.makeModelFolder(folder) }
                // Not counted: what keeps the networks.
                if number == 0 && isKept { await (try BenchmarkServer(options: ["--models", folder])).stop() }
                let server = try await BenchmarkServer(options: ["--models", folder])
                let first = try await Self.firstCapture(frames, on: server)
                await server.stop()
                ready.add(server.secondsToReady)
                judged.add(first)
                sum.add(server.secondsToReady + first)
            }
            print(
                "networks \(isKept ? "kept as compiled before" : "compiled at the start")  readyz p50 "
                    + "\(ready.percentile(0.5).milliseconds), most \(ready.percentile(1).milliseconds); first addFace of "
                    + "\(frames.count) frames p50 \(judged.percentile(0.5).milliseconds); together p50 "
                    + "\(sum.percentile(0.5).milliseconds), most \(sum.percentile(1).milliseconds) (promise 2000 ms)")
        }
    }

    /// The models by links, with nothing kept beside them.
    private static func makeModelFolder(_ folder: String) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: FaceMaterial.models) where !name.hasPrefix(".")
        {
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/" + name, withDestinationPath: FaceMaterial.models + "/" + name)
        }
    }

    /// - Returns: seconds until the capture was judged live.
    private static func firstCapture(_ frames: [FaceVideo.Frame], on server: BenchmarkServer) async throws -> Double {
        guard let keys = try await server.portal.packageKeys().answer else {
            throw BenchmarkServer.Unexpected(description: "no package keys")
        }
        let token = try await server.begin("first@example.org")
        let content = FacePackageContent(video: FaceVideo(workflowData: .init(workflow: "charlie4", frames: frames)))
        let package = try FacePackageSealer(keys: keys).seal(content, token: token)
        let body = try BenchmarkServer.json(AddFaceRequest(enrollmentToken: token, faceLivenessData: package))
        let (answer, seconds) = try await timed { try await server.addFace(body) }
        let judgement = String(decoding: answer.body, as: UTF8.self)
        guard answer.status == 200, judgement.contains("\"LIVE\"") else {
            throw BenchmarkServer.Unexpected(description: judgement)
        }
        return seconds
    }
}
