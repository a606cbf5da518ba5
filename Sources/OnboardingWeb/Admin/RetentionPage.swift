internal import Casework
internal import OnboardingAPI
internal import OnboardingHTTP
internal import Tenancy

/// How long the tenant keeps what. A shorter period erases at once, so nothing is saved before it was shown how much that is.
struct RetentionPage: Sendable {
    let site: Site
    let retention: ChangeRetention
    let proposals: Proposals

    var routes: [Route] {
        [
            site.adminRoute(.get, AdminTab.retention.path, of: .retention) { request in
                let isChanged = try request.query["done"] == "changed"
                return try await page(request, isChanged: isChanged)
            },
            site.adminRoute(.post, AdminTab.retention.path, of: .retention, handle: change),
        ]
    }

    private func page(
        _ request: Request, _ form: RetentionForm? = nil, isChanged: Bool = false, status: Int = 200
    ) async throws -> Response {
        let principal = try request.authenticated
        let standing = try await retention.standing(by: principal, at: request.now)
        return try site.page(
            "admin/retention",
            RetentionView(
                principal, standing, form ?? RetentionForm(standing.periods), isChanged: isChanged,
                words: try site.words(for: request)),
            for: request, status: status)
    }

    private func change(_ request: Request) async throws -> Response {
        let (fields, principal) = (try request.form(), try request.authenticated)
        let form = RetentionForm(fields)
        guard let periods = form.periods else { return try await page(request, form, status: 422) }
        guard fields["confirmed"] == "yes" else { return try await preview(request, periods) }
        let confirmedDue = fields["confirmDue"].flatMap(RetentionForm.count)
        do {
            try await retention.change(
                to: periods, confirmedDue: confirmedDue, by: principal, at: request.now)
            return site.seeOther("\(AdminTab.retention.path)?done=changed")
        } catch let refusal as Refusal where refusal.reason == .retentionUnconfirmed {
            return try await preview(request, periods, isRefused: true)
        } catch let refusal as Refusal where refusal.reason == .secondOperatorRequired {
            return site.seeProposal(
                try await proposals.propose(
                    .changeSettings(ChangeRetention.document(of: periods, confirmedDue: confirmedDue)), by: principal,
                    at: request.now))
        }
    }

    /// - Parameter isRefused: whether the number that was repeated is another one.
    private func preview(
        _ request: Request, _ periods: RetentionPolicy, isRefused: Bool = false
    ) async throws -> Response {
        let principal = try request.authenticated
        let standing = try await retention.standing(by: principal, at: request.now)
        if periods == standing.periods { return try await page(request) }
        let effect = try await retention.effect(of: periods, by: principal, at: request.now)
        let forecast = try await retention.forecast(of: periods, by: principal, at: request.now)
        return try site.page(
            "admin/retention-preview",
            RetentionPreviewView(
                principal, standing, periods, effect, forecast, isRefused: isRefused,
                words: try site.words(for: request)),
            for: request, status: isRefused ? 422 : 200)
    }
}

/// The periods as they are, or as somebody has filled them in.
struct RetentionForm: Sendable {
    /// As they stand in the fields, in the order of `ChangeRetention.keys`.
    let texts: [String]
    /// Nil where one of them is not allowed.
    let periods: RetentionPolicy?

    init(_ periods: RetentionPolicy) {
        texts = periods.days.map(String.init)
        self.periods = periods
    }

    init(_ fields: FormFields) {
        texts = ChangeRetention.keys.map { fields[$0.path.last ?? ""] ?? "" }
        let days = zip(ChangeRetention.keys, texts).compactMap(Self.days)
        periods = RetentionPolicy(days: days)
    }

    /// Whether the field at that place holds a period that is allowed.
    func isAllowed(_ index: Int) -> Bool { Self.days(in: ChangeRetention.keys[index], texts[index]) != nil }

    /// A number as people write it, with thousands apart or not; nil for anything else.
    static func count(_ text: String) -> Int? {
        let digits = text.filter { !$0.isWhitespace && $0 != "," && $0 != "." && $0 != "\u{2019}" }
        guard digits.utf8.count < 10, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits)
    }

    private static func days(in key: ConfigurationKey, _ text: String) -> Int? {
        let text = text.filter { !$0.isWhitespace }
        guard text.utf8.count < 6, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let days = Int(text),
            let range = key.values.range, range.contains(Double(days))
        else { return nil }
        return days
    }
}

/// What `admin/retention.mustache` shows.
struct RetentionView {
    struct PeriodView {
        let keyName: String
        let periodName: String
        let purpose: [TextRun]
        let purposeLanguage: String
        let daysText: String
        let allowed: String
        let initialText: String
        let dueNow: String
        let isWrong: Bool
        /// What is in force until it is; nil where it is.
        let pending: PendingView?
    }

    struct PendingView {
        let before: String
        let until: ShownTime
        let after: String
    }

    struct HoldView {
        let enrollment: String
        let reason: String
        let since: ShownTime
    }

    let tabs: [AdminTabView]
    let isChanged: Bool
    let isStopped: Bool
    let hasProblems: Bool
    let periods: [PeriodView]
    let held: Int
    let holds: [HoldView]

    init(
        _ principal: Principal, _ standing: ChangeRetention.Standing, _ form: RetentionForm, isChanged: Bool,
        words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .retention, words: words)
        self.isChanged = isChanged
        isStopped = !standing.isRunning
        hasProblems = form.periods == nil
        periods = ChangeRetention.keys.enumerated().map { index, key in
            let translated = words.text(at: key.wordsPath)
            return PeriodView(
                keyName: key.path.last ?? "", periodName: words("admin.period.\(key.path.last ?? "")"),
                purpose: TextRun.all(in: translated ?? key.purpose),
                purposeLanguage: translated == nil ? Language.english.rawValue : words("admin.language"),
                daysText: form.texts[index], allowed: key.allowedSentence(in: words),
                initialText: CustomerConfiguration.Profile.allCases.map { key.initial($0).shownText(in: words) }
                    .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: " / ")
                    + " " + words("admin.retention.days"),
                dueNow: "\(standing.due.counts[index])", isWrong: !form.isAllowed(index),
                pending: standing.pending.periods[index].map { period in
                    PendingView(
                        before: words("admin.retention.pendingBefore", ["days": "\(period.daysInForce)"]),
                        until: ShownTime(period.until, words),
                        after: words(
                            "admin.retention.pendingAfter",
                            ["days": "\(standing.periods.days[index])", "before": "\(period.daysInForce)"]))
                })
        }
        held = standing.due.held
        holds = standing.holds.map {
            HoldView(enrollment: $0.enrollment.text, reason: $0.reason, since: ShownTime($0.at, words))
        }
    }
}

/// What `admin/retention-preview.mustache` shows.
struct RetentionPreviewView {
    struct RowView {
        let keyName: String
        let periodName: String
        let daysNow: Int
        let daysThen: Int
        let isOther: Bool
        /// Of its kind, how many are erased at once.
        let erased: Int
        let isErasing: Bool
    }

    let tabs: [AdminTabView]
    let rows: [RowView]
    let erasesNothing: Bool
    let held: Int
    let isStopped: Bool
    /// What asks for the number, where it is so much that it has to be repeated.
    let confirmSentence: String?
    let isRefused: Bool

    init(
        _ principal: Principal, _ standing: ChangeRetention.Standing, _ periods: RetentionPolicy,
        _ effect: ChangeRetention.Effect, _ forecast: DueForecast? = nil, isRefused: Bool = false, words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .retention, words: words)
        rows = ChangeRetention.keys.enumerated().map { index, key in
            let (now, then, erased) = (
                standing.periods.days[index], periods.days[index], effect.counts[index]
            )
            return RowView(
                keyName: key.path.last ?? "", periodName: words("admin.period.\(key.path.last ?? "")"), daysNow: now,
                daysThen: then, isOther: now != then, erased: erased, isErasing: erased > 0)
        }
        erasesNothing = effect.isNothing
        held = effect.held
        isStopped = !standing.isRunning
        confirmSentence = forecast.flatMap {
            $0.isMuch ? words("admin.retention.confirm", ["count": "\($0.count)"]) : nil
        }
        self.isRefused = isRefused
    }
}

extension ChangeRetention.Effect {
    /// In the order of `ChangeRetention.keys`.
    fileprivate var counts: [Int] { [registrations, failed, faces, documents, trail] }
}
