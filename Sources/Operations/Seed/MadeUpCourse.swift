internal import OnboardingCore
internal import OnboardingStorage

/// What is said to have happened in a made-up enrollment: events that the core itself has accepted, with instants between, and
/// measurements to match.
struct MadeUpCourse {
    private(set) var events: [(at: Instant, event: Event)]
    private(set) var measured = CaseMeasurements()
    private var enrollment: Enrollment
    private var now: Instant

    var isComplete: Bool { enrollment.status == .complete }

    /// - Parameters:
    ///   - begun: when it was triggered.
    ///   - end: nothing happens then or later; what has not ended by then goes on.
    ///   - state: of three letters, that issues the document.
    init(
        triggeredAt begun: Instant, until end: Instant, policy: Policy, sessionLifetimeInSeconds lifetime: Int64,
        code: String, issuingState state: String, using generator: inout some RandomNumberGenerator
    ) {
        let first: [Event] = [
            .triggered(until: begun.adding(seconds: lifetime)), .codeReserved(registrationCode: code),
        ]
        events = first.map { (begun, $0) }
        enrollment = first.dropFirst().reduce(.triggered(until: begun.adding(seconds: lifetime)), evolve)
        now = begun
        // Of a hundred, so many never open the link, stop on the way, or are let down by their phone.
        let fate = Int.random(in: 0..<100, using: &generator)
        if fate >= 4 { run(policy, isGivenUp: fate < 14, until: end, state, using: &generator) }
        finish(isCancelled: fate >= 9 && fate < 14, until: end)
    }

    private mutating func run(
        _ policy: Policy, isGivenUp: Bool, until end: Instant, _ state: String,
        using generator: inout some RandomNumberGenerator
    ) {
        pass(5...240, using: &generator)
        guard take(.validate, until: end) else { return }
        pass(2...40, using: &generator)
        let consent = Consent(
            textHash: String(repeating: "0", count: 64), textVersion: "1", language: "en",
            acceptedAt: now.iso8601WithMilliseconds)
        guard take(.start(policy, policy.requiresConsent ? consent : nil), until: end) else { return }
        let isAttack = Int.random(in: 0..<100, using: &generator) < 4
        let isUnlike = Int.random(in: 0..<100, using: &generator) < 4
        while let check = enrollment.progress?.nextCheck {
            // Whoever gives up does so before one check or the other.
            if isGivenUp, Int.random(in: 0..<3, using: &generator) == 0 { return }
            pass(3...75, using: &generator)
            let command: Command =
                switch check {
                case .addDevice: .addDevice
                case .addFace: .addFace(face(isAttack: isAttack, using: &generator))
                case .addDocument: .addDocument(document(isUnlike: isUnlike, state, using: &generator))
                }
            guard take(command, until: end) else { return }
        }
    }

    private mutating func face(isAttack: Bool, using generator: inout some RandomNumberGenerator) -> FaceDecision {
        let decision: FaceDecision =
            if isAttack {
                .presentationAttack
            } else {
                switch Int.random(in: 0..<100, using: &generator) {
                case ..<82: .live
                case ..<95: .undecided
                case ..<98: .presentationAttack
                default: .packageUnreadable
                }
            }
        let score: ClosedRange<Double>? =
            switch decision {
            case .live: 78...99.9
            case .presentationAttack: 2...48
            default: nil
            }
        measured = measured.updated(
            by: CaseMeasurements(
                workflow: ["charlie2", "charlie4", "charlie4", "charlie6"].randomElement(using: &generator),
                livenessInPercent: score.map { Double.random(in: $0, using: &generator) }))
        return decision
    }

    private mutating func document(
        isUnlike: Bool, _ state: String, using generator: inout some RandomNumberGenerator
    ) -> DocumentDecision {
        let decision: DocumentDecision =
            switch Int.random(in: 0..<100, using: &generator) {
            case ..<74: isUnlike ? .notMatching : .verified
            case ..<92: .retryCapture
            default: .notVerified
            }
        guard decision != .retryCapture else { return decision }
        let kinds = [("Identity card", 52), ("Passport", 36), ("Residence permit", 12)].map { (code: $0, weight: $1) }
        measured = measured.updated(
            by: CaseMeasurements(
                portraitScore: Double.random(in: isUnlike ? 0...1.9 : 3.2...9.5, using: &generator),
                documentType: measured.documentType ?? kinds.drawn(using: &generator), issuingState: state))
        return decision
    }

    /// What nobody finishes runs out; what would run out after `end` goes on.
    private mutating func finish(isCancelled: Bool, until end: Instant) {
        guard let deadline = enrollment.deadline else { return }
        if isCancelled { _ = take(.cancel, until: end) }
        if enrollment.deadline != nil, deadline < end {
            now = deadline.adding(seconds: 1)
            _ = take(.expire, until: end)
        }
    }

    private mutating func pass(_ seconds: ClosedRange<Int64>, using generator: inout some RandomNumberGenerator) {
        now = now.adding(seconds: Int64.random(in: seconds, using: &generator))
    }

    /// - Returns: false where it did not happen: it is too late, or the enrollment has ended.
    private mutating func take(_ command: Command, until end: Instant) -> Bool {
        let proposal = Proposal(command, record: nil, at: now, registrationCode: enrollment.reservedCode ?? "")
        guard now < end, case .accept(let accepted) = decide(proposal, on: enrollment) else { return false }
        events += accepted.map { (now, $0) }
        enrollment = accepted.reduce(enrollment, evolve)
        return true
    }
}
