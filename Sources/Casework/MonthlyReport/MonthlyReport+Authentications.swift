internal import OnboardingCore

extension MonthlyReport {
    /// How those who are registered came back.
    struct Authentications: Encodable, Equatable, Sendable {
        /// One of each purpose, in the order of `AuthenticationPurpose`.
        let purposes: [Ends]
        /// The failed, by reason.
        let failedFor: [FailedFor]
        /// Checks that were decided against the person.
        let refusals: [CheckDecision]
        /// Checks for which another capture was asked.
        let recaptures: [CheckDecision]
        /// How often failures locked a registration.
        let locks: Int
        /// Devices that were registered beside the others, and in the place of all.
        let devicesAdded, devicesReplaced: Int
    }

    struct Ends: Encodable, Equatable, Sendable {
        let purpose: String
        let openBefore, begun, completed, failed, expired, cancelled, pending: Int

        /// The names and their figures, in this order.
        var figures: [(name: String, count: Int)] {
            [
                ("open before", openBefore), ("begun", begun), ("completed", completed), ("failed", failed),
                ("expired", expired), ("cancelled", cancelled), ("pending", pending),
            ]
        }
    }

    struct FailedFor: Encodable, Equatable, Sendable {
        let purpose, reason: String
        let count: Int
    }

    struct CheckDecision: Encodable, Equatable, Sendable {
        let check, decision: String
        let count: Int
    }

    /// Enrollments whose face is another registration's, as far as a machine can tell.
    struct Duplicates: Encodable, Equatable, Sendable {
        let found, refused: Int
    }
}

extension MonthlyReport.Authentications {
    init(_ figures: AuthenticationFigures) {
        purposes = AuthenticationPurpose.allCases.map { purpose in
            let ends = figures.ends[purpose] ?? .init()
            return MonthlyReport.Ends(
                purpose: purpose.rawValue, openBefore: ends.openBefore, begun: ends.begun, completed: ends.completed,
                failed: ends.failed, expired: ends.expired, cancelled: ends.cancelled, pending: ends.pending)
        }
        failedFor = figures.failures.map { reason, count in
            MonthlyReport.FailedFor(purpose: reason.purpose.rawValue, reason: reason.reason.rawValue, count: count)
        }.sorted { ($0.purpose, $0.reason) < ($1.purpose, $1.reason) }
        refusals = MonthlyReport.CheckDecision.all(figures.refusals)
        recaptures = MonthlyReport.CheckDecision.all(figures.recaptures)
        locks = figures.locks
        (devicesAdded, devicesReplaced) = (figures.devices[.add] ?? 0, figures.devices[.replaceAll] ?? 0)
    }
}

extension MonthlyReport.CheckDecision {
    fileprivate static func all(_ counts: [AuthenticationFigures.CheckDecision: Int]) -> [Self] {
        counts.map { Self(check: $0.check.rawValue, decision: $0.decision, count: $1) }
            .sorted { ($0.check, $0.decision) < ($1.check, $1.decision) }
    }
}
