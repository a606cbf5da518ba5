import ArgumentParser
import Foundation

/// addFace with three 640 × 480 JPEG frames in a sealed package, full sync, against the engine calls alone.
struct FaceBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "face", abstract: "addFace against the bare engine calls: latency, processor time, throughput.")

    @Option(help: "Packages in each part.")
    var packages = 380

    @Option(help: "How many calls are under way at a time when throughput is measured.")
    var atATime = 4

    func run() async throws {
        let material = try FaceMaterial()
        print(
            "three frames of \(material.frames.map(\.data.bytes.count).reduce(0, +)) bytes together, "
                + "descriptor \(material.engine.descriptor.name), \(ProcessInfo.processInfo.activeProcessorCount) cores"
        )

        for _ in 0..<10 { try material.judge() }
        let before = ownProcessorSeconds()
        let bare = try await timed { for _ in 0..<packages { try material.judge() } }.seconds / Double(packages)
        let bareProcessor = (ownProcessorSeconds() - before) / Double(packages)
        print(
            "engine calls alone, one thread     \((bare * 1000).milliseconds) wall, "
                + "\((bareProcessor * 1000).milliseconds) processor")

        let server = try await BenchmarkServer()
        _ = try await server.addFaces(material.bodies(19, for: server, named: "warm"), atATime: 2)
        let one = try await material.bodies(packages, for: server, named: "one")
        var processor = server.processorSeconds
        let sequential = try await server.addFaces(one, atATime: 1)
        let cost = (server.processorSeconds - processor) / Double(packages)
        print("addFace, one at a time             \(sequential.summary)")
        print("  server's processor time          \((cost * 1000).milliseconds) a call")
        print(
            "  ratio to the engine calls        \((cost / bareProcessor).twoDecimals) as processor time, "
                + "\((sequential.percentile(0.5) / 1000 / bare).twoDecimals) as wall time (goal 1.5)")

        let many = try await material.bodies(packages * 2, for: server, named: "many")
        processor = server.processorSeconds
        let own = ownProcessorSeconds()
        let (times, seconds) = try await timed { try await server.addFaces(many, atATime: atATime) }
        let client = ownProcessorSeconds() - own
        let used = server.processorSeconds - processor
        let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
        let rate = Double(many.count) / seconds
        let withoutClient = Double(many.count) / max(0.001, seconds - client / cores)
        print("addFace, \(atATime) at a time               \(times.summary)")
        print("  processor time                   server \(used.twoDecimals) s, load client \(client.twoDecimals) s")
        print(
            "  a second                         \(rate.twoDecimals); \(withoutClient.twoDecimals) with the load "
                + "client's processor time left out (goal 60)")
        await server.stop()
    }
}
