import Foundation
import OnboardingAPI

/// From the start of the process to a judged capture, each time with a new data folder that has a tenant. With the tenant
/// the server's keys were made: a start that makes them (RSA-3072) takes some tenths of a second longer.
struct StartPart: Part {
    var starts = 5

    static let smallest = StartPart(starts: 1)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let frames = try Material.loaded.get().turningHead
        let folder = NSTemporaryDirectory() + "/onboarding-models-\(ProcessInfo.processInfo.globallyUniqueString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var rows: [Row] = []
        for isKept in [false, true] {
            var (ready, judged, sum) = (Times(), Times(), Times())
            for _ in 0..<starts {
                // The last start that compiled them has kept the networks.
                if !isKept { try Self.makeModelFolder(folder) }
                let server = try await BenchmarkServer(of: tenant, options: ["--models", folder])
                defer { server.stop() }
                let first = try Self.firstCapture(frames, on: server)
                ready.add(server.secondsToReady)
                judged.add(first)
                sum.add(server.secondsToReady + first)
            }
            let kind = isKept ? "networks kept" : "networks compiled"
            rows += [
                Row("\(kind): readyz, p50", ready.percentile(0.5), .milliseconds),
                Row("\(kind): first addFace of \(frames.count) frames, p50", judged.percentile(0.5), .milliseconds),
                Row("\(kind): together, most", sum.percentile(1), .milliseconds, goal: .start),
            ]
        }
        return rows
    }

    /// The models by links, with nothing kept beside them.
    private static func makeModelFolder(_ folder: String) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: Material.models) where !name.hasPrefix(".") {
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/" + name, withDestinationPath: Material.models + "/" + name)
        }
    }

    /// - Returns: seconds until the capture was judged live.
    private static func firstCapture(_ frames: [FaceVideo.Frame], on server: BenchmarkServer) throws -> Double {
        let body = try server.addFaceBodies(1, of: frames, named: "first")[0]
        let (connection, headers) = (try server.connect(), try server.authorization())
        let (answer, seconds) = try timed { try connection.post(BenchmarkServer.addFacePath, headers, json: body) }
        guard try answer.json(AddFaceResponse.self).livenessResult else { throw Unexpected("a face that is not live") }
        return seconds
    }
}
