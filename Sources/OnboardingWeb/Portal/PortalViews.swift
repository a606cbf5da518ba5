internal import Onboarding
internal import OnboardingCore

/// What `portal/form.mustache` shows.
struct PortalFormView {
    struct Field {
        let name: String
        let value: String
        /// Nil where nothing is wrong with it.
        let problem: String?
    }

    struct Row {
        let id: String
        let username: String
        let begun: String
        let state: String
        let sign: String
    }

    let requestKey: String
    let username: Field
    let email: Field
    let phoneNumber: Field
    /// Whether mail can be sent from here.
    let sendsMail: Bool
    let notifiesByEmail: Bool
    let hasProblems: Bool
    let problems: [Field]
    let recent: [Row]
    let hasRecent: Bool

    init(
        _ form: PortalForm, recent: [TriggeredEnrollments.Entry], requestKey: String, sendsMail: Bool, words: Words,
        at now: Instant
    ) {
        func field(_ name: String, _ value: String) -> Field {
            Field(
                name: name, value: value,
                problem: form.problems[name].map { words("portal.problem.\($0.rawValue)") })
        }
        self.requestKey = requestKey
        self.sendsMail = sendsMail
        username = field("username", form.username)
        email = field("email", form.email)
        phoneNumber = field("phoneNumber", form.phoneNumber)
        notifiesByEmail = form.notifiesByEmail
        problems = [username, email, phoneNumber].filter { $0.problem != nil }
        hasProblems = !problems.isEmpty
        self.recent = recent.map { entry in
            Row(
                id: entry.id.text, username: entry.username, begun: entry.standing.begunAt.iso8601WithMilliseconds,
                state: words("portal.state.\(entry.standing.state.rawValue)"), sign: entry.standing.state.sign)
        }
        hasRecent = !recent.isEmpty
    }
}

/// What `portal/enrollment.mustache` shows.
struct PortalEnrollmentView {
    struct QR {
        let side: Int
        let path: String
        let url: String
    }

    let id: String
    let username: String
    let status: PortalStatus
    /// Nil once it has ended, or a phone has begun.
    let qr: QR?
    /// ISO 8601; nil once it has ended.
    let deadline: String?
    let secondsLeft: Int
    /// What became of the message; nil where none was asked for.
    let mail: String?

    init(
        _ entry: TriggeredEnrollments.Entry, callbackURL: String?, mail: MailState, words: Words, at now: Instant
    ) throws {
        id = entry.id.text
        username = entry.username
        status = PortalStatus(entry, words: words)
        qr = try callbackURL.map { url in
            let symbol = try QRSymbol(text: url)
            return QR(side: symbol.side, path: symbol.path, url: url)
        }
        deadline = entry.standing.deadline?.iso8601WithMilliseconds
        self.mail =
            switch mail {
            case .none: nil
            case .queued: words("portal.mailQueued")
            case .sent: words("portal.mailSent")
            case .failed: words("portal.mailFailed")
            }
        secondsLeft = entry.standing.deadline.map { max(0, $0.secondsAfter(now)) } ?? 0
    }
}

/// How an enrollment stands, for the page that began it: in the page as it is first shown, and in each event.
struct PortalStatus: Encodable, Equatable, Sendable {
    struct Step: Encodable, Equatable, Sendable {
        let name: String
        /// A word of `TriggeredEnrollments.Step.State`.
        let state: String
        /// The state in words.
        let said: String
    }

    let steps: [Step]
    let state: String
    let isPending: Bool
    let isComplete: Bool
    /// Nil while it goes on.
    let ending: String?
    /// What to do next; nil where there is nothing.
    let advice: String?

    init(_ entry: TriggeredEnrollments.Entry, words: Words) {
        let standing = entry.standing
        steps = entry.steps.map { step in
            Step(
                name: words("portal.step.\(step.kind.name)"), state: step.state.rawValue,
                said: words("portal.stepState.\(step.state.rawValue)"))
        }
        state = standing.state.rawValue
        isPending = standing.state == .pending
        isComplete = standing.state == .complete
        ending = isPending ? nil : words("portal.ending.\(state)")
        let reason = standing.reason.flatMap { words.text(at: "reason.\($0.rawValue)") }
        advice = isPending ? reason : reason ?? words.text(at: "portal.advice.\(state)")
    }
}

extension TriggeredEnrollments.Step.Kind {
    fileprivate var name: String {
        switch self {
        case .opened: "opened"
        case .begun: "begun"
        case .check(let check): check.rawValue
        }
    }
}

extension EnrollmentStanding.State {
    /// The class of its sign in `site.css`.
    var sign: String {
        switch self {
        case .pending: "open"
        case .complete: "good"
        case .failed: "bad"
        case .expired: "warn"
        case .cancelled: "none"
        }
    }
}
