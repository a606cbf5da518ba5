internal import OnboardingCore

/// What a tenant is told of a month: counts and times, of no person. Its JSON is the answer of the route; `docs/openapi.yaml`
/// describes it.
package struct MonthlyReport: Encodable, Equatable, Sendable {
    struct Enrollments: Encodable, Equatable, Sendable {
        let openBefore, begun, registered, handedIn, refused, expired, cancelled, pending: Int
    }

    struct RefusedFor: Encodable, Equatable, Sendable {
        let step, reason, lastReason: String
        let count: Int
    }

    struct CheckReason: Encodable, Equatable, Sendable {
        let step, reason: String
        let count: Int
    }

    /// What was wrong with documents that were refused.
    struct Finding: Encodable, Equatable, Sendable {
        /// A code of `DocumentFinding`.
        let code: String
        /// Nil where it is of the whole document.
        let field: String?
        let count: Int
    }

    /// In seconds; median and ninetieth percentile are absent where there is none.
    struct Time: Encodable, Equatable, Sendable {
        let count: Int
        let medianInSeconds: Int64?
        let p90InSeconds: Int64?
    }

    struct StepTime: Encodable, Equatable, Sendable {
        let step: String
        let time: Time
    }

    struct Reviews: Encodable, Equatable, Sendable {
        /// - registered: because a human accepted, at once or by the capture that was asked for then.
        let requested, accepted, refused, registered: Int
    }

    struct Times: Encodable, Equatable, Sendable {
        let registration: Time
        let steps: [StepTime]
    }

    /// Persons by sex and age, where the tenant counts them.
    struct Demographics: Encodable, Equatable, Sendable {
        enum State: String, Encodable, Sendable {
            case counted
            /// Two reports of one month would tell of whoever came between them.
            case monthNotOver
        }

        let state: State
        /// Whether more documents are kept than were opened; nil where none were.
        let isIncomplete: Bool?
        let registered: Persons?
        let refused: Persons?
    }

    struct Persons: Encodable, Equatable, Sendable {
        /// Nil where nothing of them is told: fewer than five, or counts that give one another away.
        let total: Int?
        let cells: [Cell]
    }

    struct Cell: Encodable, Equatable, Sendable {
        /// A word of `StatedSex` and one of `AgeBand`, or `all`.
        let sex, age: String
        /// Nil where it is withheld.
        let count: Int?
        let isWithheld: Bool
    }

    let tenant: String
    /// Whether it is a test tenant, of which personas of the sandbox are counted too.
    let test: Bool
    /// `2026-10`
    package let month: String
    /// ISO 8601, as the next: the first instant of the month, the first after it, and when this was counted.
    let from, until, countedAt: String
    let isOver: Bool
    let enrollments: Enrollments
    let refusedFor: [RefusedFor]
    /// Checks that were decided against the person.
    let refusals: [CheckReason]
    /// Checks for which another capture was asked.
    let recaptures: [CheckReason]
    let documentFindings: [Finding]
    let times: Times
    let reviews: Reviews
    let authentications: Authentications
    let duplicates: Duplicates
    /// Nil where the tenant does not count persons.
    let demographics: Demographics?
}

extension MonthlyReport {
    init(
        _ figures: MonthlyFigures, authentications: AuthenticationFigures = AuthenticationFigures(), of tenant: String,
        isTest: Bool, in month: ReportMonth, at now: Instant, demographics: Demographics?
    ) {
        (self.tenant, test) = (tenant, isTest)
        self.month = month.text
        (from, until) = (month.start.iso8601WithMilliseconds, month.end.iso8601WithMilliseconds)
        (countedAt, isOver) = (now.iso8601WithMilliseconds, month.end <= now)
        enrollments = Enrollments(
            openBefore: figures.openBefore, begun: figures.begun, registered: figures.registered,
            handedIn: figures.handedIn, refused: figures.refused.values.reduce(0, +), expired: figures.expired,
            cancelled: figures.cancelled,
            pending: figures.pending)
        refusedFor = figures.refused.map { reason, count in
            RefusedFor(
                step: reason.step.rawValue, reason: reason.reason.rawValue, lastReason: reason.lastReason.rawValue,
                count: count)
        }.sorted { ($0.step, $0.reason, $0.lastReason) < ($1.step, $1.reason, $1.lastReason) }
        refusals = CheckReason.all(figures.refusals)
        recaptures = CheckReason.all(figures.recaptures)
        documentFindings = figures.findings.map { Finding(code: $0.code.rawValue, field: $0.field, count: $1) }
            .sorted { ($0.code, $0.field ?? "") < ($1.code, $1.field ?? "") }
        times = Times(
            registration: Time(figures.timesToRegister),
            steps: Step.allCases.compactMap { step in
                figures.timesOfSteps[step].map { StepTime(step: step.rawValue, time: Time($0)) }
            })
        reviews = Reviews(
            requested: figures.reviewsRequested, accepted: figures.reviewsAccepted, refused: figures.reviewsRefused,
            registered: figures.reviewsRegistered)
        self.authentications = Authentications(authentications)
        duplicates = Duplicates(found: figures.duplicatesFound, refused: figures.duplicatesRefused)
        self.demographics = demographics
    }
}

extension MonthlyReport.CheckReason {
    fileprivate static func all(_ counts: [MonthlyFigures.CheckReason: Int]) -> [Self] {
        counts.map { Self(step: $0.step.rawValue, reason: $0.reason.rawValue, count: $1) }
            .sorted { ($0.step, $0.reason) < ($1.step, $1.reason) }
    }
}

extension MonthlyReport.Time {
    fileprivate init(_ times: TimesNeeded) {
        self.init(count: times.count, medianInSeconds: times.percentile(50), p90InSeconds: times.percentile(90))
    }
}

extension MonthlyReport.Demographics {
    static let monthNotOver = Self(state: .monthNotOver, isIncomplete: nil, registered: nil, refused: nil)

    /// - Parameter isIncomplete: whether more documents are kept than were opened.
    init(registered: PersonCounts, refused: PersonCounts, isIncomplete: Bool) {
        self.init(
            state: .counted, isIncomplete: isIncomplete, registered: .init(registered.shown),
            refused: .init(refused.shown))
    }
}

extension MonthlyReport.Persons {
    static let all = "all"

    fileprivate init(_ shown: SmallCells?) {
        guard let shown else {
            self.init(total: nil, cells: [])
            return
        }
        var cells: [MonthlyReport.Cell] = []
        for (row, sex) in (StatedSex.allCases.map(\.rawValue) + [Self.all]).enumerated() {
            for (column, age) in (AgeBand.allCases.map(\.rawValue) + [Self.all]).enumerated() {
                let isWithheld = shown.isWithheld(row: row, column: column)
                cells.append(
                    .init(
                        sex: sex, age: age, count: isWithheld ? nil : shown.table[row][column], isWithheld: isWithheld))
            }
        }
        self.init(total: shown.table.last?.last, cells: cells)
    }
}
