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

    @Option(help: "How far the head turns, in degrees: of 12 and more, networks have to compare the frames.")
    var amplitude = 4.0

    /// Packages after which the engines alone and the server change places.
    private static let turn = 19

    func run() async throws {
        let material = try FaceMaterial(amplitudeInDegrees: amplitude)
        print(
            "three frames of \(material.frames.map(\.data.bytes.count).reduce(0, +)) bytes together, "
                + "descriptor \(material.engine.descriptor.name), \(FaceMaterial.cores) cores"
        )

        print("\nwhere a movement is asked for (three frames are judged and more are wanted):")
        try await measure(material, permitsStills: false)
        print("\nwhere stills are permitted (they are live and make a template, with every network):")
        try await measure(material, permitsStills: true)
    }

    private func measure(_ material: FaceMaterial, permitsStills: Bool) async throws {
        let server = try await BenchmarkServer(permitsStills: permitsStills)
        for _ in 0..<Self.turn { try material.judge(permitsStills: permitsStills) }
        _ = try await server.addFaces(material.bodies(Self.turn, for: server, named: "warm"), atATime: 2)
        let one = try await material.bodies(packages, for: server, named: "one")
        // In turns, so that both have the same machine: its speed changes within seconds.
        var (bare, bareProcessor, sequential) = (Times(), 0.0, Times())
        var ratios: [Double] = []
        var processor = server.processorSeconds
        for start in stride(from: 0, to: packages, by: Self.turn) {
            let bodies = Array(one[start..<min(start + Self.turn, packages)])
            let before = ownProcessorSeconds()
            for _ in bodies { bare.add(try await timed { try material.judge(permitsStills: permitsStills) }.seconds) }
            let alone = ownProcessorSeconds() - before
            bareProcessor += alone
            let used = server.processorSeconds
            sequential.add(try await server.addFaces(bodies, atATime: 1))
            ratios.append((server.processorSeconds - used) / alone)
        }
        let count = Double(packages)
        let cost = (server.processorSeconds - processor) / count
        print(
            "engine calls alone, one thread     \(bare.summary), "
                + "\((bareProcessor / count * 1000).milliseconds) processor")
        print("addFace, one at a time             \(sequential.summary)")
        print("  server's processor time          \((cost * 1000).milliseconds) a call")
        ratios.sort()
        print(
            "  ratio to the engine calls        \((cost * count / bareProcessor).twoDecimals) as processor time, "
                + "\((sequential.percentile(0.5) / bare.percentile(0.5)).twoDecimals) as wall time (limit 1.5)")
        print(
            "  the same by turns of \(Self.turn)          \(ratios[0].twoDecimals) to "
                + "\(ratios[ratios.count - 1].twoDecimals), half of them at most "
                + "\(ratios[ratios.count / 2].twoDecimals), as processor time")

        let many = try await material.bodies(packages * 2, for: server, named: "many")
        let before = try await material.rateOnAllCores(
            packages: packages / 2, permitsStills: permitsStills)
        processor = server.processorSeconds
        let own = ownProcessorSeconds()
        let (times, seconds) = try await timed { try await server.addFaces(many, atATime: atATime) }
        let client = ownProcessorSeconds() - own
        let used = server.processorSeconds - processor
        let cores = Double(FaceMaterial.cores)
        let rate = Double(many.count) / seconds
        let withoutClient = Double(many.count) / max(0.001, seconds - client / cores)
        print("addFace, \(atATime) at a time               \(times.summary)")
        print("  processor time                   server \(used.twoDecimals) s, load client \(client.twoDecimals) s")
        print(
            "  a second                         \(rate.twoDecimals); \(withoutClient.twoDecimals) with the load "
                + "client's processor time left out (goal 60)")
        let after = try await material.rateOnAllCores(
            packages: packages / 2, permitsStills: permitsStills)
        let bareRate = (before + after) / 2
        print(
            "  the engine calls alone           \(bareRate.twoDecimals) a second on all cores, before and after: "
                + "the server reaches \((withoutClient / bareRate).twoDecimals) of it")
        await server.stop()
    }
}
