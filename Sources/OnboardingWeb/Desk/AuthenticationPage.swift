internal import Casework
internal import OnboardingCore

/// What `desk/authentication.mustache` shows: one authentication, in words and numbers of its language.
struct AuthenticationPage {
    struct Step {
        let name: String
        let at: String
        let mark: CaseMark
        let decision: String
        /// Nil where nothing was kept of it.
        let anchor: String?
    }

    /// A face beside the registered one.
    struct Match {
        let capture: String
        let mark: CaseMark
        let pairs: [CasePage.Pair]
    }

    let shortID: String
    let address: String
    let readAt: String
    let caseHref: String
    let caseName: String
    let sentence: String
    let mark: CaseMark
    /// Not `reason`: what a cue below has none of its own would be looked for here.
    let endedBecause: String?
    let sections: [CasePage.Section]
    let pairs: [CasePage.Pair]
    /// Empty where the auditor may not see who the person is.
    let person: [CasePage.Pair]
    let mayNotSeePersons: Bool
    let steps: [Step]
    let matches: [Match]
    /// The newest first, as the next.
    let faces: [FaceView]
    let documents: [DocumentView]
    let timeline: TimelineView
    let policy: [CasePage.Pair]
    let software: [MachineryView.Software]
    let evidence: [MachineryView.Digest]

    init(_ file: AuthenticationFile, _ format: CaseFormat, base: String, publicURL: String) {
        let words = format.words
        let place = CasePlace(file, base: base)
        shortID = String(file.line.id.prefix(8))
        address = publicURL + place.path
        readAt = format.time(file.readAt)
        caseHref = place.other(file.enrollmentID)
        caseName = String(file.enrollmentID.prefix(8))
        sentence = Self.sentence(file.line, format)
        mark = CaseMark(of: file.line.state, format)
        endedBecause = AuthenticationRow.reason(file.line, format).map { $0.asSentence + "." }
        pairs = Self.pairs(file, format)
        person = file.person.map { CasePage.pairs(of: $0, format) } ?? []
        mayNotSeePersons = !file.rights.persons
        let captures = CapturesShown(file)
        steps = file.steps.map { step in
            let kept =
                file.faces.first { $0.evidence.id == step.evidence.id }?.name
                ?? file.documents.first { $0.evidence.id == step.evidence.id }?.name
            let used = step.counts == "nothing" ? "" : ", " + format.name(step.counts, in: "counts")
            return Step(
                name: format.name(step.check, in: "authentications.checks"), at: format.exactTime(step.at),
                mark: CaseMark(of: step, format), decision: captures.decision(of: step, format) + used, anchor: kept)
        }
        matches = file.faces.reversed().compactMap { face in
            face.measured?.registeredMatch.map { Self.match($0, face.name, format) }
        }
        faces = file.faces.reversed().map { FaceView($0, of: captures, at: place, format) }
        documents = file.documents.reversed().map { DocumentView($0, of: captures, at: place, format) }
        timeline = TimelineView(file, format)
        policy = file.policy.map { Self.policy($0, format) } ?? []
        let kept =
            file.faces.map { (name: $0.name, step: $0.step, evidence: $0.evidence) }
            + file.documents.map { (name: $0.name, step: $0.step, evidence: $0.evidence) }
        software = kept.compactMap { capture in
            capture.step.flatMap { MachineryView.Software(of: file.steps[$0], capture.name, format) }
        }
        evidence = kept.map {
            MachineryView.Digest(
                capture: $0.name, id: $0.evidence.id, sha256: $0.evidence.sha256,
                state: format.name($0.evidence.state.rawValue, in: "evidenceStates"))
        }
        let shown: [(anchor: String, name: String, isShown: Bool)] = [
            ("decision", words("case.sections.decision"), true),
            ("match", words("case.authentications.match"), !matches.isEmpty),
            ("capture", words("case.sections.capture"), !faces.isEmpty),
            ("document", words("case.sections.document"), !documents.isEmpty),
            ("timeline", words("case.sections.timeline"), true),
            ("machinery", words("case.sections.machinery"), !policy.isEmpty || !software.isEmpty || !evidence.isEmpty),
        ]
        sections = shown.filter(\.isShown).map { CasePage.Section(anchor: $0.anchor, name: $0.name) }
    }

    private static func sentence(_ line: AuthenticationLine, _ format: CaseFormat) -> String {
        let at = format.time(line.endedAt ?? line.begunAt)
        let headline = line.state == .complete ? line.purpose.rawValue : line.state.rawValue
        return format.words(
            "case.authentications.headlines.\(headline)",
            ["at": at, "purpose": format.name(line.purpose.rawValue, in: "authentications.purposes")])
    }

    private static func pairs(_ file: AuthenticationFile, _ format: CaseFormat) -> [CasePage.Pair] {
        let (line, words) = (file.line, format.words)
        let rows: [(String, String?)] = [
            ("case.pairNames.tenant", file.tenant + (file.isTest ? " (\(words("case.pairNames.test")))" : "")),
            ("case.authentications.id", line.id),
            ("case.pairNames.registrationCode", file.registrationCode),
            ("case.authentications.purpose", format.name(line.purpose.rawValue, in: "authentications.purposes")),
            ("case.pairNames.begunAt", format.time(line.begunAt)),
            ("case.pairNames.endedAt", line.endedAt.map(format.time)),
            ("case.pairNames.expiresAt", line.endedAt == nil ? file.expiresAt.map(format.time) : nil),
            ("case.authentications.attemptsUsed", AuthenticationRow.attempts(line, format)),
            (
                "case.authentications.deviceShown",
                line.device.map { format.name($0.rawValue, in: "authentications.device") }
            ),
            (
                "case.authentications.deviceChange",
                line.deviceChange.map { format.name($0.rawValue, in: "authentications.changes") }
            ),
            ("case.authentications.byOperator", file.isByOperator ? words("case.yes") : nil),
        ]
        return format.pairs(rows)
    }

    private static func match(
        _ match: CaseFile.RegisteredMatch, _ capture: String, _ format: CaseFormat
    ) -> Match {
        let (comparison, words) = (match.comparison, format.words)
        let figures = format.numbers(comparison.score, beside: comparison.threshold, .decimals(1))
        let rows: [(String, String?)] = [
            ("case.columns.score", figures.value),
            ("case.columns.wanted", words("case.bounds.atLeast", ["n": figures.limit])),
            ("case.authentications.meaning", format.meaning(ofScore: comparison.score)),
            ("case.similarity", format.number(comparison.similarity, digits: 3)),
            ("case.authentications.samples", format.number(match.samples)),
            ("case.model", comparison.model.name + (comparison.model.digest.map { " \($0)" } ?? "")),
            ("case.machine.calibration", comparison.calibration),
            ("case.authentications.note", comparison.isExtrapolated ? words("case.extrapolated") : nil),
        ]
        return Match(
            capture: capture,
            mark: comparison.isMatch
                ? CaseMark(kind: "good", word: words("case.match"))
                : CaseMark(kind: "bad", word: words("case.noMatch")),
            pairs: format.pairs(rows))
    }

    private static func policy(_ policy: AuthenticationPolicy, _ format: CaseFormat) -> [CasePage.Pair] {
        let rows: [(String, String?)] = [
            ("case.policy.checks", format.names(policy.requiredChecks.map(\.rawValue), in: "authentications.checks")),
            ("case.authentications.mostAttempts", format.number(policy.maximumAttempts)),
            ("case.authentications.mostCaptures", format.number(policy.maximumCaptures)),
            ("case.policy.lifetime", format.duration(milliseconds: policy.lifetimeInSeconds * 1000)),
            ("case.policy.workflow", format.name(policy.faceWorkflow.rawValue, in: "faceWorkflows")),
        ]
        return format.pairs(rows)
    }
}
