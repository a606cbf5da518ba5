internal import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage

extension DueForecast {
    /// - Throws: `ConfigurationRefusal` where it is no number of things.
    static func confirmed(in posted: JSONValue) throws(ConfigurationRefusal) -> Int? {
        guard let value = posted[member], value != .null else { return nil }
        guard case .number(let number) = value, let count = Int(exactly: number), (0...Int(Int32.max)).contains(count)
        else { throw ConfigurationRefusal(notAllowed: member) }
        return count
    }

    /// What `step` makes due of a tenant at `now`.
    init(of step: RetentionStep, tenant: TenantID, in store: any Store, at now: Instant) async throws {
        guard !step.shortened.isEmpty else {
            self.init(kinds: [])
            return
        }
        let end = Instant(millisecondsSince1970: .max)
        let everything = RetentionLimits(
            registrations: end, failed: end, faceEvidence: end, documentEvidence: end, trail: end)
        let all = try await store.overdue(tenant: tenant, everything).kinds
        let before = try await store.overdue(tenant: tenant, step.inForce.limits(at: now)).kinds
        let after = try await store.overdue(tenant: tenant, step.then.limits(at: now)).kinds
        self.init(
            kinds: step.shortened.map {
                Kind(name: Self.names[$0], count: max(0, after[$0] - before[$0]), total: all[$0])
            })
    }
}

extension RetentionCounts {
    /// In the order of `RetentionPolicy.days`.
    var kinds: [Int] { [registrations, failed, faceEvidence, documentEvidence, trail] }
}

extension Refusal {
    /// A change that makes much due whose number was not repeated.
    init(unconfirmed forecast: DueForecast) {
        let kinds = forecast.kinds.filter { $0.count > 0 }
        let words = kinds.map { "\($0.count) of \($0.total) \($0.name)" }.joined(separator: ", ")
        self.init(
            .retentionUnconfirmed,
            message: "It would make \(forecast.count) due for erasure (\(words)), a day after it is confirmed by "
                + "\(DueForecast.member) \(forecast.count)",
            details: RefusalDetails(member: DueForecast.member, due: forecast))
    }
}
