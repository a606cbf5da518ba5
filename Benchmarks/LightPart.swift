import OnboardingAPI

/// How long light calls take while the engines have more to do than they can, beside the same calls when nothing else happens.
struct LightPart: Part {
    /// Of each kind.
    var calls = 1000
    /// addFace calls under way at a time while the engines are to be full.
    var load = 16
    /// Enough that the engines stay full for as long as all kinds are measured.
    var packages = 4000

    static let smallest = LightPart(calls: 2, load: 4, packages: 24)

    private struct Kind: Sendable {
        let name: String
        let goal: Goal
        let call: @Sendable (_ connection: PlainConnection, _ number: Int) throws -> PlainConnection.Answer
    }

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let server = try await BenchmarkServer(of: tenant)
        defer { server.stop() }
        let kinds = try kinds(on: server)
        var alone: [Times] = []
        for kind in kinds { alone.append(try await measure(kind, first: 0, on: server)) }

        let bodies = try server.addFaceBodies(packages, of: Material.loaded.get().threeFrames, named: "load")
        let load = AddFaceLoad(bodies, on: server, atATime: load)
        let loading = Task { try await load.run() }
        while load.answers.answered < self.load { try await Task.sleep(for: .milliseconds(20)) }
        var rows: [Row] = []
        for (index, kind) in kinds.enumerated() {
            let times = try await measure(kind, first: calls * (index + 1), on: server)
            rows.append(
                Row(
                    "\(kind.name) beside full engines, p99", times.percentile(0.99), .milliseconds,
                    limit: alone[index].percentile(0.99), goal: kind.goal))
        }
        let (answered, refused) = load.answers
        load.stop()
        try await loading.value
        // Without the smallest numbers, which end before anything is full.
        if calls > Self.smallest.calls && answered + self.load > packages {
            throw Unexpected("the engines were not full all the time")
        }
        return rows + [Row("addFace refused by 503 meanwhile", Double(refused) / Double(answered) * 100, .percent)]
    }

    private func kinds(on server: BenchmarkServer) throws -> [Kind] {
        let (authorization, token) = (try server.authorization(), server.tokenRequest)
        let triggered: TriggerResponse = try server.connect().post(
            "/onboarding/b2c/triggerEnroll", authorization,
            json: PlainConnection.json(TriggerRequest(username: "s@example.org", email: "s@example.org"))
        ).json()
        guard let session = triggered.sessionToken else { throw Unexpected("trigger") }
        let keys = "/auth/realms/\(server.tenant.realm)/protocol/openid-connect/certs"
        return [
            Kind(name: "healthz", goal: .lightRead) { connection, _ in try connection.get("/healthz") },
            Kind(name: "key set", goal: .lightRead) { connection, _ in try connection.get(keys) },
            Kind(name: "operationStatus", goal: .lightRead) { connection, _ in
                try connection.get("/onboarding/b2c/operationStatus/\(session)", authorization)
            },
            Kind(name: "token", goal: .lightToken) { connection, _ in
                try connection.post(token.path, form: token.form)
            },
            Kind(name: "enroll", goal: .lightEnroll) { connection, number in
                let request = EnrollRequest(username: "light-\(number)", email: "light@example.org")
                return try connection.post(
                    "/onboarding/enrollment/enroll", authorization, json: PlainConnection.json(request))
            },
        ]
    }

    /// On a thread of its own, because it is timed beside a load.
    private func measure(_ kind: Kind, first: Int, on server: BenchmarkServer) async throws -> Times {
        let calls = calls
        return try await onThreads { _ in
            let connection = try server.connect()
            var times = Times()
            for number in first..<(first + calls) { try times.time { try kind.call(connection, number) }.expect() }
            return times
        }.reduce(into: Times()) { $0.add($1) }
    }
}
