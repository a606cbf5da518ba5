internal import OnboardingCore

/// How an enrollment came to its end, or stands.
struct EnrollmentCourse: Sendable {
    let explained: ExplainedCase
    let standing: EnrollmentStanding
    let policy: Policy?
    private let deadline: Instant?

    init(_ explained: ExplainedCase, _ standing: EnrollmentStanding) {
        self.explained = explained
        self.standing = standing
        var (policy, deadline) = (Policy?.none, Instant?.none)
        for (_, event) in explained.events {
            switch event {
            case .triggered(let until): deadline = until
            case .started(let asked, let until): (policy, deadline) = (asked, until)
            default: break
            }
        }
        self.policy = policy
        self.deadline = deadline
    }

    // MARK: The end

    /// What ended it; none while it goes on, and where nobody judged anything.
    var rules: [Explanation.Rule] {
        switch standing.state {
        case .pending: []
        case .complete where standing.review?.decision == .accepted:
            [Explanation.Rule("enrollment.review", "a human accepted what the machine had refused", holds: true)]
        // No rule was held to anything.
        case .complete where standing.origin == .handedIn: []
        case .complete:
            [
                Explanation.Rule(
                    "enrollment.checks", "required checks that were accepted", Double(standing.accepted.count),
                    .atLeast, policy.map { Double($0.requiredChecks.count) }, .checks)
            ]
        case .failed: failed.map { [$0] } ?? []
        case .expired: [expired]
        case .cancelled:
            [
                Explanation.Rule(
                    "enrollment.cancelled",
                    "it was left to go on: nobody stopped it, and no other took its place", holds: false)
            ]
        }
    }

    /// What left nothing to try, or whose face it was; nil for every other state.
    var failed: Explanation.Rule? {
        let (check, isAttempts): (RequiredCheck, Bool)
        switch standing.reason {
        case .faceAttemptsExhausted: (check, isAttempts) = (.addFace, true)
        case .documentAttemptsExhausted: (check, isAttempts) = (.addDocument, true)
        case .faceCapturesExhausted: (check, isAttempts) = (.addFace, false)
        case .documentCapturesExhausted: (check, isAttempts) = (.addDocument, false)
        case .duplicateEnrollment:
            return Explanation.Rule(
                "enrollment.isUnique", "no other registration of the tenant has the face", holds: false)
        default: return nil
        }
        let counted = explained.events.compactMap { entry -> Counts? in
            switch (entry.event, check) {
            case (.faceRefused(let decision, _), .addFace): decision.counts
            case (.documentRefused(let decision, _, _), .addDocument): decision.counts
            default: nil
            }
        }
        let used = counted.count { isAttempts ? $0 == .attempt : $0 != .nothing }
        let most = policy.map {
            isAttempts
                ? (check == .addFace ? $0.maximumFaceAttempts : $0.maximumDocumentAttempts) : $0.maximumCaptures
        }
        return Explanation.Rule(
            isAttempts ? "enrollment.attempts" : "enrollment.captures",
            isAttempts
                ? "captures of \(check.rawValue) that were decided against the person"
                : "captures of \(check.rawValue) that were not accepted",
            Double(used), .below, most.map(Double.init), isAttempts ? .attempts : .captures, detail: check.rawValue)
    }

    private var expired: Explanation.Rule {
        var rule = Explanation.Rule("enrollment.deadline", "when it ended, beside its deadline", holds: false)
        (rule.measuredDate, rule.thresholdDate) = (
            standing.endedAt?.iso8601WithMilliseconds, deadline?.iso8601WithMilliseconds
        )
        (rule.bound, rule.missing) = (.below, nil)
        return rule
    }

    var lock: Explanation.Lock? {
        explained.lock.map { until, failures in
            Explanation.Lock(
                until: until.iso8601WithMilliseconds,
                rule: Explanation.Rule(
                    "person.failures",
                    "failed checks of the person or the device within \(Limit.failureWindow.value / 3600) hours; more than "
                        + "the limit are not counted", Double(failures), .below, Double(Limit.failures.value), .failures
                ))
        }
    }

    var review: Explanation.SecondLook? {
        standing.review.map { review in
            let reference = explained.events.lazy.compactMap { entry -> EvidenceReference? in
                if case .reviewed(_, let evidence) = entry.event { evidence } else { nil }
            }.first
            return Explanation.SecondLook(
                requestedAt: review.requestedAt?.iso8601WithMilliseconds,
                decidedAt: review.decidedAt?.iso8601WithMilliseconds, decision: review.decision?.rawValue,
                evidence: review.decision == nil ? nil : Explanation.Basis(reference, in: explained.record))
        }
    }

    // MARK: In words

    /// One sentence.
    var headline: String {
        let name =
            "Enrollment \(explained.id.text) of tenant \(explained.tenant)" + (explained.isTest ? " (test tenant)" : "")
        let end = standing.endedAt.map { " at \($0.iso8601WithMilliseconds)" } ?? ""
        let last =
            standing.lastRefused.map {
                ", and its last check that was not accepted, \($0.check.rawValue), was refused for \($0.reason.rawValue)"
            } ?? ""
        var sentence: String
        switch standing.state {
        case .pending:
            sentence =
                "\(name) is under way since \(standing.begunAt.iso8601WithMilliseconds)"
                + (standing.check.map { " and asks for \($0.rawValue)" } ?? "") + last
        case .complete where standing.review?.decision == .accepted:
            sentence = "\(name) was completed\(end): a human accepted what the machine had refused" + last
        case .complete where standing.origin == .handedIn:
            sentence =
                "\(name) was registered\(end) by the tenant's client: nobody judged whether a living person was before a camera"
        case .complete:
            sentence = "\(name) was completed\(end): every check that was asked for was accepted"
        case .failed:
            sentence = "\(name) was refused\(end) for \(standing.reason?.rawValue ?? "no recorded reason")" + last
        case .expired: sentence = "\(name) expired\(end), because its time was over" + last
        case .cancelled: sentence = "\(name) was cancelled\(end)" + last
        }
        if standing.state == .complete, standing.review?.decision == .accepted {
            // Said already.
        } else if let decision = standing.review?.decision {
            sentence += "; a human looked at it and has \(decision.rawValue) it"
        } else if standing.review != nil {
            sentence += "; a human was asked to look at it and has not decided"
        }
        if let erasedAt = explained.erasedAt {
            sentence +=
                "; it was erased at \(erasedAt.iso8601WithMilliseconds), so that nothing that was measured is kept"
        }
        return sentence + "."
    }

    var person: Explanation.Words {
        if explained.erasedAt != nil {
            return .init(en: "Your data has been erased.", de: "Ihre Daten wurden gelöscht.")
        }
        if let review = standing.review {
            return switch review.decision {
            case nil:
                .init(
                    en: "A member of our staff will look at your case.",
                    de: "Ein Mitarbeiter oder eine Mitarbeiterin wird Ihren Fall ansehen.")
            case .accepted where standing.state == .pending:
                .init(
                    en:
                        "A member of our staff has looked at your case and accepted your identification. One more capture of "
                        + "your face is needed. Please open your link again.",
                    de:
                        "Ein Mensch hat Ihren Fall angesehen und Ihre Identifizierung angenommen. Es fehlt noch eine Aufnahme "
                        + "Ihres Gesichts. Bitte öffnen Sie Ihren Link noch einmal.")
            case .accepted where standing.state != .complete && standing.review?.standsAlone != true:
                .init(
                    en: "A member of our staff has accepted your identification, but the capture of your face that was "
                        + "needed then did not succeed. Please begin again.",
                    de:
                        "Ein Mensch hat Ihre Identifizierung angenommen, aber die Aufnahme Ihres Gesichts, die dann noch "
                        + "nötig war, ist nicht gelungen. Bitte beginnen Sie neu.")
            case .accepted:
                .init(
                    en: "A member of our staff has looked at your case and accepted your identification.",
                    de: "Ein Mensch hat Ihren Fall angesehen und Ihre Identifizierung angenommen.")
            case .refused:
                .init(
                    en: "A member of our staff has looked at your case and did not accept your identification.",
                    de: "Ein Mensch hat Ihren Fall angesehen und Ihre Identifizierung nicht angenommen.")
            }
        }
        if standing.origin == .handedIn {
            return .init(
                en: "The company's own system has registered you. Nobody judged your images here.",
                de: "Das System des Unternehmens hat Sie registriert. Ihre Bilder hat hier niemand beurteilt.")
        }
        if standing.state == .complete {
            return .init(en: "Your identification is complete.", de: "Ihre Identifizierung ist abgeschlossen.")
        }
        if let reason = standing.reason { return .init(reason) }
        return explained.lock == nil ? .pending : .locked
    }
}
