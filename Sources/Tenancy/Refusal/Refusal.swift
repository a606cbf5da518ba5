package import OnboardingCore

/// A request that is refused. Thrown by use cases and by what decodes for them; rendered once, at the edge.
package struct Refusal: Error {
    package let reason: RefusalReason
    /// In place of the reason's own words, where it can say more; never what the client sent.
    package let message: String?
    /// Seconds after which it is worth trying again.
    package let retryAfterInSeconds: Int?
    /// What the client can do about it.
    package var details: RefusalDetails
    /// What is short, where the server cannot serve at the moment; for the metrics, not for the client.
    package private(set) var shortage: Shortage?

    /// What there was not enough of.
    package enum Shortage: String, CaseIterable, Sendable {
        case engines
        /// Memory for bodies.
        case bodies
        /// Streams of events.
        case streams
        /// The index of the replay guard, which is being read after a start.
        case replayIndex = "replay-index"
        /// The faces of registrations, which are being read after a start.
        case faceIndex = "face-index"
        /// Others changed the same enrollment again and again.
        case contention
        /// The server has no address yet, or stops.
        case starting, stopping
        /// The disk, or a database that is damaged.
        case storage
        /// The data directory, which was moved away or replaced.
        case place
    }

    /// A server that cannot serve this now.
    package init(shortOf shortage: Shortage, retryAfterInSeconds seconds: Int) {
        let reason: RefusalReason =
            switch shortage {
            case .storage: .storageUnavailable
            case .place: .dataMoved
            default: .overloaded
            }
        self.init(reason, retryAfterInSeconds: seconds)
        self.shortage = shortage
    }

    package init(
        _ reason: RefusalReason, message: String? = nil, retryAfterInSeconds: Int? = nil,
        details: RefusalDetails = RefusalDetails()
    ) {
        self.reason = reason
        self.message = message
        self.retryAfterInSeconds = retryAfterInSeconds
        self.details = details
    }

    /// - Parameter limit: that was exceeded.
    package init(_ reason: RefusalReason, member: String, limit: Limit? = nil, allowed: [String] = []) {
        self.init(reason, details: RefusalDetails(member: member, limit: limit, allowed: allowed))
    }

    /// The faces of registrations are still being read: nobody can say who is among them.
    package static var faceSearchNotReady: Refusal {
        var refusal = Refusal(.faceSearchNotReady, retryAfterInSeconds: Limit.expectedWait.value)
        refusal.shortage = .faceIndex
        return refusal
    }

    /// Networks are missing, which takes an operator and a restart.
    package static var modelNotInstalled: Refusal { Refusal(.modelNotInstalled, retryAfterInSeconds: 3600) }

    /// The same for the member in which this one's lies: `frames[3]` in `video` is `video.frames[3]`.
    package func inside(_ member: String) -> Refusal {
        var refusal = self
        refusal.details.member = details.member.map { "\(member).\($0)" } ?? member
        return refusal
    }
}

/// Two refusals are the same where a client has to treat them the same; details are for the developer who reads them.
extension Refusal: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.message == right.message
            && left.retryAfterInSeconds == right.retryAfterInSeconds
    }
}

/// Where a request is wrong and what would be right, in the names and numbers of the interface: never what was sent.
package struct RefusalDetails: Equatable, Sendable {
    /// The path of a member from the body's top, `faceLivenessData.video.workflow_data.frames[3].timestamp`.
    package var member: String?
    package var limit: Limit?
    /// All words or numbers that would be taken.
    package var allowed: [String]
    /// The numbers that would be taken, where they are not so few.
    package var range: ClosedRange<Double>?
    /// What has to be done instead: `enroll`, or a word of `requiredChecks`.
    package var nextStep: String?
    /// What shorter periods would make due for erasure.
    package var due: DueForecast?

    package init(
        member: String? = nil, limit: Limit? = nil, allowed: [String] = [], range: ClosedRange<Double>? = nil,
        nextStep: String? = nil, due: DueForecast? = nil
    ) {
        self.member = member
        self.limit = limit
        self.allowed = allowed
        self.range = range
        self.nextStep = nextStep
        self.due = due
    }
}
