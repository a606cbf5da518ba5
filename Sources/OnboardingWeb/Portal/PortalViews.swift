internal import Casework
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
        /// Below `/portal`.
        let path: String
        let username: String
        let begunAt: Instant
        let kind: String
        let state: String
        let sign: String
        let begun: ShownTime

        init(
            path: String, username: String, begunAt: Instant, kind: String, state: String, sign: String, words: Words
        ) {
            (self.path, self.username, self.begunAt) = (path, username, begunAt)
            (self.kind, self.state, self.sign) = (kind, state, sign)
            begun = ShownTime(begunAt, words)
        }
    }

    struct Purpose {
        let value: String
        let text: String
        let isChosen: Bool
    }

    let requestKey: String
    /// What the tenant says to its own staff; nil where it says nothing.
    let portalHint: String?
    let purposes: [Purpose]
    let username: Field
    let email: Field
    let phoneNumber: Field
    let reference: Field
    /// Whether mail can be sent from here.
    let sendsMail: Bool
    let notifiesByEmail: Bool
    let problems: [Field]
    let recent: [Row]
    let hasRecent: Bool

    init(
        _ form: PortalForm, hint: String?, recent: [TriggeredEnrollments.Entry], visits: [TriggeredVisits.Entry] = [],
        requestKey: String, sendsMail: Bool, words: Words, at now: Instant
    ) {
        let again = ["time": form.againAt?.firstMinute(in: words) ?? ""]
        func field(_ name: String, _ value: String) -> Field {
            Field(
                name: name, value: value,
                problem: form.problems[name].map { words("portal.problem.\($0.rawValue)", again) })
        }
        self.requestKey = requestKey
        portalHint = hint
        self.sendsMail = sendsMail
        purposes = PortalPurpose.allCases.map { purpose in
            Purpose(
                value: purpose.rawValue, text: words("portal.purpose.\(purpose.rawValue)"),
                isChosen: purpose == form.purpose)
        }
        username = field("username", form.username)
        email = field("email", form.email)
        phoneNumber = field("phoneNumber", form.phoneNumber)
        reference = field("reference", form.reference)
        notifiesByEmail = form.notifiesByEmail
        problems = [username, email, phoneNumber, reference].filter { $0.problem != nil }
        let enrollments = recent.map { entry in
            Row(
                path: "enrollments/\(entry.id.text)", username: entry.username, begunAt: entry.standing.begunAt,
                kind: words("portal.enrollment"), state: words("portal.state.\(entry.word)"),
                sign: PortalState(entry.standing).sign, words: words)
        }
        let rows = (enrollments + visits.map { Row($0, words: words) }).sorted { $0.begunAt > $1.begunAt }
        self.recent = Array(rows.prefix(TriggeredEnrollments.listed))
        hasRecent = !rows.isEmpty
    }
}

extension Instant {
    /// The first minute that this is not after.
    func firstMinute(in words: Words) -> String {
        words.written.moment(
            Instant(millisecondsSince1970: millisecondsSince1970 + 59_999).iso8601WithMilliseconds)
    }
}

/// What `portal/enrollment.mustache` shows.
struct PortalEnrollmentView {
    struct QR {
        let side: Int
        let path: String
        let url: String

        init(_ url: String) throws {
            let symbol = try QRSymbol(text: url)
            (side, path, self.url) = (symbol.side, symbol.path, url)
        }
    }

    /// Below `/portal`.
    let path: String
    let title: String
    /// Before the username.
    let heading: String
    let username: String
    let status: PortalStatus
    /// That the enrollment that was asked for became something else; nil where it did not.
    let became: String?
    /// Nil once it has ended.
    let qr: QR?
    /// Nil once it has ended.
    let deadline: ShownTime?
    let secondsLeft: Int
    /// What became of the message; nil where none was asked for.
    let mail: String?
    /// Nil for who may not read cases.
    let caseHref: String?
}

extension PortalEnrollmentView {
    /// Of one of which nothing is left, the name neither.
    static func erased(in words: Words) -> PortalEnrollmentView {
        PortalEnrollmentView(
            path: "", title: words("portal.enrollment"), heading: words("portal.enrollment"), username: "",
            status: .erased(in: words), became: nil, qr: nil, deadline: nil, secondsLeft: 0, mail: nil, caseHref: nil)
    }
}

extension TriggeredEnrollments.Entry: Begun {
    var enrollmentID: EnrollmentID { id }
    var isMailed: Bool { true }
    var isOver: Bool { PortalState(standing).isFinal }

    func status(in words: Words) -> PortalStatus { PortalStatus(self, words: words) }

    func page(
        callbackURL: String?, mail: MailState, caseHref: String?, wasNew: Bool, words: Words, at now: Instant
    ) throws -> PortalEnrollmentView {
        PortalEnrollmentView(
            path: "enrollments/\(id.text)", title: words("portal.enrollment"),
            heading: words("portal.enrollmentOf"), username: username, status: status(in: words), became: nil,
            qr: try callbackURL.map(PortalEnrollmentView.QR.init),
            deadline: standing.deadline.map { ShownTime($0, words) },
            secondsLeft: standing.deadline.map { max(0, $0.secondsAfter(now)) } ?? 0,
            mail: mail.said(in: words), caseHref: caseHref)
    }
}

extension MailState {
    /// Nil where no message was asked for.
    func said(in words: Words) -> String? {
        switch self {
        case .none: nil
        case .queued: words("portal.mailQueued")
        case .sent: words("portal.mailSent")
        case .failed: words("portal.mailFailed")
        }
    }
}

/// How an enrollment or an authentication stands, for the page that began it: in the page as it is first shown, and in each event.
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
    /// Whether nothing can change any more.
    let isFinal: Bool
    /// Whether a phone has the link, so that the steps say more than its QR code.
    let isOpened: Bool
    /// Whether the person was accepted, by the machine or on a second look.
    let isAccepted: Bool
    let mayStartAgain: Bool
    /// Nil as long as nobody was enrolled.
    let registrationCode: String?
    /// Nil while it goes on.
    let ending: String?
    /// What to do next; nil where there is nothing.
    let advice: String?
    /// What to know while it goes on, as what to do where the phone cannot go on; nil where there is nothing to say.
    let hint: String?
}

extension PortalStatus {
    init(_ entry: TriggeredEnrollments.Entry, words: Words) {
        let standing = entry.standing
        let portalState = PortalState(standing)
        let (state, isPending) = (entry.word, standing.state == .pending)
        let reason = standing.reason.flatMap { words.text(at: "reason.\($0.rawValue)") }
        let ownAdvice = words.text(at: "portal.advice.\(state)")
        // The same face is found again, however often it is begun.
        let isDuplicate = standing.reason == .duplicateEnrollment && portalState.mayStartAgain
        self.init(
            steps: entry.steps.map { step in
                let isDeclined = entry.isDeclined && step.kind == .begun
                let stepState = isDeclined ? .refused : step.state
                return Step(
                    name: words("portal.step.\(step.kind.name)"), state: stepState.rawValue,
                    said: words("portal.stepState.\(isDeclined ? "declined" : stepState.rawValue)"))
            },
            state: state, isPending: isPending, isFinal: portalState.isFinal,
            isOpened: entry.steps.first?.state == .done, isAccepted: portalState.isAccepted,
            mayStartAgain: portalState.mayStartAgain && !isDuplicate && !entry.isReplaced,
            registrationCode: entry.registrationCode,
            ending: isPending ? nil : words("portal.ending.\(state)"),
            // That the time ran out, or that a human has looked, is said by the ending already.
            advice: isDuplicate
                ? words("portal.advice.duplicate")
                : portalState.saysReason && !entry.isReplaced ? reason ?? ownAdvice : ownAdvice,
            hint: entry.isDeclined ? words("portal.declined") : nil)
    }

    /// Of one of which nothing is left.
    static func erased(in words: Words) -> PortalStatus {
        PortalStatus(
            steps: [], state: "erased", isPending: false, isFinal: true, isOpened: false, isAccepted: false,
            mayStartAgain: true, registrationCode: nil, ending: words("portal.ending.erased"),
            advice: words("portal.advice.erased"), hint: nil)
    }
}

extension TriggeredEnrollments.Entry {
    /// In `portal.state`, `portal.ending` and `portal.advice`.
    fileprivate var word: String { isReplaced ? "replaced" : PortalState(standing).word }
}

/// How an enrollment stands for who began it: as the machine left it, or as a human does who looks at what it refused.
enum PortalState: Equatable {
    case machine(EnrollmentStanding.State)
    case review(Review.Decision?)

    init(_ standing: EnrollmentStanding) {
        if standing.state == .failed, let review = standing.review, review.captureUntil == nil {
            self = .review(review.decision)
        } else if standing.state == .complete, standing.review?.decision == .accepted {
            self = .review(.accepted)
        } else {
            self = .machine(standing.state)
        }
    }

    /// In `portal.state`, `portal.ending` and `portal.advice`.
    var word: String {
        switch self {
        case .machine(let state): state.rawValue
        case .review(nil): "reviewRequested"
        case .review(.accepted?): "reviewAccepted"
        case .review(.refused?): "reviewRefused"
        }
    }

    /// A human may look at whatever a machine has refused, as long as none has.
    var isFinal: Bool { ![.machine(.pending), .machine(.failed), .review(nil)].contains(self) }

    var isAccepted: Bool { [.machine(.complete), .review(.accepted)].contains(self) }

    var mayStartAgain: Bool {
        [.machine(.failed), .machine(.expired), .machine(.cancelled), .review(.refused)].contains(self)
    }

    var saysReason: Bool { [.machine(.pending), .machine(.failed), .machine(.cancelled)].contains(self) }

    /// The class of its sign in `site.css`.
    var sign: String {
        switch self {
        case .machine(let state): state.sign
        case .review(nil): "warn"
        case .review(.accepted?): "good"
        case .review(.refused?): "bad"
        }
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
