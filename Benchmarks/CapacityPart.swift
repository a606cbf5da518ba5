import OnboardingAPI

/// What `docs/capacity.md` is filled in with: how many whole enrollments a second a server bears, how its queue behaves, and
/// what an enrollment takes of disk and memory.
struct CapacityPart: Part {
    /// How many are at work at a time, one row after the other.
    var clients = [1, 2, 4, 8, 16, 64]
    /// Enrollments of each client; a row has a dozen at least.
    var each = 2
    var least = 12
    /// Of one document number ten checks may fail in a day; each of these fails five.
    var refused = 2

    static let smallest = CapacityPart(clients: [1], each: 1, least: 1, refused: 1)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let (material, engines) = (try Material.loaded.get(), try BareEngines.loaded.get())
        let empty = try await BenchmarkServer(of: tenant)
        let atRest = empty.figures.residentMegabytes
        empty.stop()
        let nothing = empty.dataBytes

        let bare = try await rateOnAllCores(each: each) { try engines.enroll(material) }
        let server = try await BenchmarkServer(of: tenant)
        defer { server.stop() }
        _ = try await onThreads { _ in
            try EnrollmentLane(server, material).enroll("warm", document: material.document)
        }
        var (rows, completed, own) = ([Row](), 1, 0.0)
        for clients in clients {
            let each = max(each, (least + clients - 1) / clients)
            let (used, before) = (server.figures.processorSeconds, ProcessFigures().processorSeconds)
            let (lanes, seconds) = try await timed {
                try await onThreads(clients) { number in
                    let lane = try EnrollmentLane(server, material)
                    for index in 0..<each {
                        try lane.enroll("c\(clients)-\(number)-\(index)", document: material.document)
                    }
                    return (times: lane.enrollments, refused: lane.refused)
                }
            }
            let times = lanes.reduce(into: Times()) { $0.add($1.times) }
            let (count, name) = (Double(clients * each), "\(clients) clients")
            completed += clients * each
            own += ProcessFigures().processorSeconds - before
            rows += [
                Row("\(name): enrollments", count / seconds, .perSecond, limit: bare),
                Row("\(name): whole enrollment, p50", times.percentile(0.5), .milliseconds),
                Row("\(name): whole enrollment, p99", times.percentile(0.99), .milliseconds),
                Row("\(name): refused by 503", Double(lanes.reduce(0) { $0 + $1.refused }), .count),
                Row(
                    "\(name): server's processor time of one",
                    (server.figures.processorSeconds - used) / count * 1000, .milliseconds),
            ]
        }
        let peak = server.figures.peakMegabytes
        server.stop()
        let kept = try await diskOfRefused(tenant, material)
        return rows + [
            Row("load client's processor time of one", own / Double(completed) * 1000, .milliseconds),
            Row("resident at rest", atRest, .mebibytes), Row("resident, the most under load", peak, .mebibytes),
        ] + disk("a registered enrollment", server.dataBytes, beyond: nothing, of: completed)
            + disk("a refused enrollment", kept, beyond: nothing, of: refused)
    }

    /// A live face, and another person's document as often as is allowed.
    private func diskOfRefused(_ tenant: BenchmarkTenant, _ material: Material) async throws -> (
        databases: Int, evidence: Int
    ) {
        let server = try await BenchmarkServer(of: tenant)
        defer { server.stop() }
        let refused = refused
        _ = try await onThreads { _ in
            let lane = try EnrollmentLane(server, material)
            for number in 0..<refused {
                try lane.enroll("refused-\(number)", document: material.othersDocument, until: .failed)
            }
        }
        server.stop()
        return server.dataBytes
    }

    private func disk(
        _ what: String, _ kept: (databases: Int, evidence: Int), beyond nothing: (databases: Int, evidence: Int),
        of enrollments: Int
    ) -> [Row] {
        func kilobytes(_ bytes: Int) -> Double { Double(bytes / enrollments) / 1000 }
        return [
            Row("\(what): evidence", kilobytes(kept.evidence - nothing.evidence), .kilobytes),
            Row("\(what): database", kilobytes(kept.databases - nothing.databases), .kilobytes),
        ]
    }
}
