/// Whole enrollments, beside the two engine calls of each.
struct EnrollmentPart: Part {
    var enrollments = 10
    var atATime = 4

    static let smallest = EnrollmentPart(enrollments: 1, atATime: 1)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let (material, engines) = (try Material.loaded.get(), try BareEngines.loaded.get())
        var (faces, pages) = (Times(), Times())
        for _ in 0..<enrollments {
            try faces.time { try engines.judge(material.turningHead) }
            try pages.time { try engines.read(material.document) }
        }
        let (face, page) = (faces.percentile(0.5), pages.percentile(0.5))
        let server = try await BenchmarkServer(of: tenant)
        defer { server.stop() }
        let (steps, plain) = try await inTurn(on: server, material)
        var rows = steps.map { step, time in
            Row(
                "\(step.rawValue), p50", time, .milliseconds,
                limit: step == .addFace ? face : step == .addDocumentOCR ? page : nil)
        }
        rows.append(
            Row(
                "whole enrollment, all calls, p50", plain, .milliseconds, limit: face + page, goal: .enrollmentTime))

        let bare = try await rateOnAllCores(each: max(1, enrollments / Machine.cores)) { try engines.enroll(material) }
        let (used, each, lanes) = (server.figures.processorSeconds, max(1, enrollments / 2), atATime)
        let (_, seconds) = try await timed {
            try await onThreads(lanes) { number in
                let lane = try EnrollmentLane(server, material)
                for index in 0..<each { try lane.enroll("many-\(number)-\(index)", document: material.document) }
            }
        }
        let count = Double(lanes * each)
        rows += [
            Row("\(lanes) at a time", count / seconds, .perSecond, limit: bare, goal: .enrollmentRate),
            Row(
                "server's processor time of one", (server.figures.processorSeconds - used) / count * 1000,
                .milliseconds),
        ]

        let searching = try await BenchmarkServer(of: tenant, settings: BenchmarkSettings(looksForDuplicates: true))
        defer { searching.stop() }
        // All are one person, so that every search names ten in the end.
        let (_, time) = try await inTurn(on: searching, material)
        return rows + [Row("the same looking for duplicates, p50", time, .milliseconds, limit: plain)]
    }

    /// One after the other.
    /// - Returns: medians of each step and of the whole, in milliseconds.
    private func inTurn(
        on server: BenchmarkServer, _ material: Material
    ) async throws -> (steps: [(EnrollmentLane.Step, Double)], whole: Double) {
        let enrollments = enrollments
        let medians = try await onThreads { _ in
            let lane = try EnrollmentLane(server, material)
            for number in 0..<enrollments { try lane.enroll("one-\(number)", document: material.document) }
            let steps = EnrollmentLane.Step.allCases.map { ($0, lane.steps[$0]?.percentile(0.5) ?? .nan) }
            return (steps, lane.enrollments.percentile(0.5))
        }
        return (medians[0].0, medians[0].1)
    }
}
