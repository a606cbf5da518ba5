import OnboardingAPI

/// addFace with three 640 × 480 JPEG frames in a sealed package, full sync, beside the engine calls alone. The load comes from
/// the same cores.
struct FacePart: Part {
    var packages = 380
    var atATime = 4

    static let smallest = FacePart(packages: 2, atATime: 2)

    /// Packages after which the engines alone and the server change places.
    private static let turn = 19

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let material = try Material.loaded.get()
        // Undecided, because a movement is wanted; then live, with a template.
        return try await measure(tenant, material.threeFrames, permitsStills: false, Goal.faceRate)
            + measure(tenant, material.threeFrames, permitsStills: true, Goal.stillsRate)
    }

    private func measure(_ tenant: BenchmarkTenant, _ frames: [FaceVideo.Frame], permitsStills: Bool, _ rate: Goal)
        async throws -> [Row]
    {
        let engines = try BareEngines.loaded.get()
        let server = try await BenchmarkServer(of: tenant, settings: BenchmarkSettings(permitsStills: permitsStills))
        defer { server.stop() }
        let judge = { @Sendable in try engines.judge(frames, permitsStills: permitsStills) }
        let (turn, own) = (min(packages, Self.turn), ProcessFigures())
        for _ in 0..<turn { try judge() }
        _ = try await server.addFaces(server.addFaceBodies(turn, of: frames, named: "warm"), atATime: 2)
        let one = try server.addFaceBodies(packages, of: frames, named: "one")
        // In turns, so that both have the same machine: its speed changes within seconds.
        var (bare, bareProcessor, sequential) = (Times(), 0.0, Times())
        let used = server.figures.processorSeconds
        for start in stride(from: 0, to: packages, by: turn) {
            let bodies = Array(one[start..<min(start + turn, packages)])
            let before = own.processorSeconds
            for _ in bodies { try bare.time(judge) }
            bareProcessor += own.processorSeconds - before
            sequential.add(try await server.addFaces(bodies))
        }
        let processor = server.figures.processorSeconds - used

        let many = try server.addFaceBodies(packages * 2, of: frames, named: "many")
        let each = max(1, packages / 2 / Machine.cores)
        let before = try await rateOnAllCores(each: each, judge)
        let client = own.processorSeconds
        let (_, seconds) = try await timed { try await server.addFaces(many, atATime: atATime) }
        let clientProcessor = own.processorSeconds - client
        let after = try await rateOnAllCores(each: each, judge)

        let (kind, count) = (permitsStills ? "live stills" : "movement wanted", Double(packages))
        return [
            Row(
                "\(kind): a call, server's processor time", processor / count * 1000, .milliseconds,
                limit: bareProcessor / count * 1000, goal: .faceRatio),
            Row(
                "\(kind): one at a time, p50", sequential.percentile(0.5), .milliseconds, limit: bare.percentile(0.5),
                goal: .faceRatio),
            Row(
                "\(kind): one at a time, p99", sequential.percentile(0.99), .milliseconds, limit: bare.percentile(0.99)),
            Row(
                "\(kind): \(atATime) at a time", Double(many.count) / seconds, .perSecond, limit: (before + after) / 2,
                goal: rate),
            Row(
                "\(kind): a call, load client's processor time", clientProcessor / Double(many.count) * 1000,
                .milliseconds),
        ]
    }
}
