internal import Casework
internal import OnboardingCore
internal import Tenancy

/// What happened, and whether the record of it is what was written.
struct TimelineView {
    struct Row {
        let number: String
        let at: String
        let event: String
        let detail: String?
        let actor: String
        let since: String
    }

    let rows: [Row]
    let chain: String
    let mark: CaseMark
    let head: String?
    let command = "onboarding audit verify"

    init(_ file: CaseFile, _ format: CaseFormat) {
        let timeline = file.timeline
        rows = timeline.entries.map { entry in
            Row(
                entry, format.name(entry.kind, in: "events"), Self.detail(entry, format),
                by: Self.actor(entry, file, format), format)
        }
        (mark, chain) = Self.chain(timeline, format)
        head = timeline.head
    }

    /// Of an authentication.
    init(_ file: AuthenticationFile, _ format: CaseFormat) {
        rows = file.timeline.entries.map { entry in
            let event =
                format.nameIfKnown(entry.kind, in: "authentications.events") ?? format.name(entry.kind, in: "events")
            return Row(
                entry, event, Self.detail(ofAuthentication: entry, format), by: Self.actor(entry, format), format)
        }
        (mark, chain) = Self.chain(file.timeline, format)
        head = file.timeline.head
    }

    private static func chain(_ timeline: CaseFile.Timeline, _ format: CaseFormat) -> (mark: CaseMark, sentence: String)
    {
        let words = format.words
        switch timeline.chain {
        case .intact:
            let listed =
                timeline.entries.count < timeline.length
                ? " " + words("case.chain.listed", ["n": format.number(timeline.entries.count)]) : ""
            return (
                CaseMark(kind: "good", word: words("case.chain.intact")),
                words("case.chain.intactSentence", ["n": format.number(timeline.length)]) + listed
            )
        case .broken(let place, let damage):
            return (
                CaseMark(kind: "bad", word: words("case.chain.broken")),
                words(
                    "case.chain.brokenSentence",
                    ["n": format.number(place), "damage": format.name(damage, in: "chainDamage")])
            )
        case .notChecked:
            return (
                CaseMark(kind: "none", word: words("case.decisions.notJudged")), words("case.chain.notChecked")
            )
        }
    }

    /// Of a person who has looked the name, for whoever may see it.
    private static func actor(_ entry: CaseFile.Timeline.Entry, _ file: CaseFile, _ format: CaseFormat) -> String {
        if entry.actor == .human, let reviewer = file.review?.reviewer { return reviewer }
        return actor(entry, format)
    }

    private static func actor(_ entry: CaseFile.Timeline.Entry, _ format: CaseFormat) -> String {
        entry.actor.map { format.name($0.rawValue, in: "actors") } ?? format.words("case.actors.unknown")
    }

    private static func detail(ofAuthentication entry: CaseFile.Timeline.Entry, _ format: CaseFormat) -> String? {
        let kind = AuthenticationEvent.Kind(rawValue: entry.kind)
        let decision = entry.decision.map { decision in
            switch kind {
            case .deviceVerified, .deviceRefused: format.name(decision, in: "authentications.device")
            case .documentAdded, .documentRefused: format.name(decision, in: "documentDecisions")
            default: CapturesShown.face(decision, format)
            }
        }
        let detail = entry.detail.map { detail in
            let words = detail.split(separator: " ").map(String.init)
            return switch kind {
            case .started: format.names(words, in: "authentications.checks")
            case .faceChallenged: format.names(words, in: "prompts")
            case .locked: format.time(detail)
            default: format.name(detail, in: "authentications.changes")
            }
        }
        let parts = [decision, entry.reason.map { format.name($0, in: "authentications.failures") }, detail]
            .compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func detail(_ entry: CaseFile.Timeline.Entry, _ format: CaseFormat) -> String? {
        let kind = Event.Kind(rawValue: entry.kind)
        let decision = entry.decision.map { decision in
            switch kind {
            case .documentAdded, .documentRefused: format.name(decision, in: "documentDecisions")
            case .reviewed: format.name(decision, in: "reviews")
            default: format.name(decision, in: "faceDecisions")
            }
        }
        let detail = entry.detail.map { detail in
            switch kind {
            case .started: format.names(detail.split(separator: " ").map(String.init), in: "checks")
            case .faceChallenged: format.names(detail.split(separator: " ").map(String.init), in: "prompts")
            case .faceReopened: format.name(detail, in: "turns")
            default: detail
            }
        }
        let parts = [decision, entry.reason.map { format.name($0, in: "why") }, detail].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension TimelineView.Row {
    fileprivate init(
        _ entry: CaseFile.Timeline.Entry, _ event: String, _ detail: String?, by actor: String, _ format: CaseFormat
    ) {
        self.init(
            number: "\(entry.number)", at: format.exactTime(entry.at), event: event, detail: detail, actor: actor,
            since: entry.sinceLastInMilliseconds.map { format.duration(milliseconds: $0) } ?? "–")
    }
}

/// What computed a decision: models, calibration, policy, limits, software.
struct MachineryView {
    struct Model {
        let name: String
        let digest: String
    }

    struct Software {
        let capture: String
        let pairs: [CasePage.Pair]
        let models: [Model]
    }

    struct Digest {
        let capture: String
        let id: String
        let sha256: String
        let state: String
    }

    let software: [Software]
    let policy: [CasePage.Pair]
    let limits: [CasePage.Pair]
    let evidence: [Digest]
    let server: String

    init(_ file: CaseFile, _ format: CaseFormat) {
        let captures =
            file.faces.map { (name: $0.name, step: $0.step, evidence: $0.evidence) }
            + file.documents.map { (name: $0.name, step: $0.step, evidence: $0.evidence) }
        software = captures.compactMap { capture in
            capture.step.flatMap { Software(of: file.explanation.steps[$0], capture.name, format) }
        }
        policy = file.explanation.policy.map { Self.policy($0, format) } ?? []
        limits = Self.limits(file, format)
        evidence = captures.map {
            Digest(
                capture: $0.name, id: $0.evidence.id, sha256: $0.evidence.sha256,
                state: format.name($0.evidence.state.rawValue, in: "evidenceStates"))
        }
        server = Installation.version
    }

    private static func policy(_ policy: Policy, _ format: CaseFormat) -> [CasePage.Pair] {
        let words = format.words
        let rows: [(String, String?)] = [
            ("checks", format.names(policy.requiredChecks.map(\.rawValue), in: "checks")),
            ("faceAttempts", format.number(policy.maximumFaceAttempts)),
            ("documentAttempts", format.number(policy.maximumDocumentAttempts)),
            ("captures", format.number(policy.maximumCaptures)),
            ("consent", words(policy.requiresConsent ? "case.yes" : "case.no")),
            ("lifetime", format.duration(milliseconds: policy.lifetimeInSeconds * 1000)),
            ("workflow", format.name(policy.faceWorkflow.rawValue, in: "faceWorkflows")),
        ]
        return format.pairs(rows, in: "policy")
    }

    /// Those of the capture that is shown in full.
    private static func limits(_ file: CaseFile, _ format: CaseFormat) -> [CasePage.Pair] {
        var rows: [(String, String?)] = []
        if let face = file.face?.measured {
            let limits = face.frameLimits
            rows += [
                ("faceWidth", format.value(limits.leastFaceWidth, in: .pixels)),
                ("yaw", format.value(limits.mostYawInDegrees, in: .degrees)),
                ("pitch", format.value(limits.mostPitchInDegrees, in: .degrees)),
                ("focus", format.short(limits.leastFocus)),
                ("dynamicRange", format.value(limits.leastDynamicRangeInBits, in: .bits)),
            ]
            if let fusion = face.fusion {
                rows += [
                    ("leastSum", format.number(fusion.leastSum, digits: 2)),
                    ("leastAgainst", format.number(fusion.leastAgainst, digits: 2)),
                ]
            }
        }
        if let comparison = file.comparison {
            rows.append(("match", format.number(comparison.threshold, digits: 1)))
        }
        return format.pairs(rows, in: "limits")
    }
}

extension MachineryView.Software {
    /// Nil where nothing was measured.
    init?(of step: Explanation.Step, _ capture: String, _ format: CaseFormat) {
        guard let software = step.software else { return nil }
        let words = format.words
        let rows: [(String, String?)] = [
            ("runtime", software.runtime), ("modelLock", software.modelLock), ("calibration", software.calibration),
            ("rules", software.rulesVersion.map(String.init)),
            ("configuration", step.configurationVersion.map(String.init) ?? words("case.missing.notRecorded")),
        ]
        self.init(
            capture: capture,
            pairs: format.pairs(rows, in: "machine"),
            models: step.models.map {
                MachineryView.Model(name: $0.name, digest: $0.digest ?? words("case.missing.notRecorded"))
            })
    }
}

/// What was said and not measured: the consent, the device.
struct StatementsView {
    struct ConsentView {
        let pairs: [CasePage.Pair]
    }

    let consents: [ConsentView]
    let device: [CasePage.Pair]
    /// Whether the auditor may not see what the device said.
    let isHidden: Bool

    init(_ file: CaseFile, _ format: CaseFormat) {
        let words = format.words
        consents = file.consents.map { given in
            let rows: [(String, String?)] = [
                ("recordedAt", format.time(given.recordedAt)), ("acceptedAt", format.time(given.consent.acceptedAt)),
                ("textVersion", given.consent.textVersion), ("language", given.consent.language),
                ("textHash", given.consent.textHash),
            ]
            return ConsentView(
                pairs: format.pairs(rows, in: "consent"))
        }
        let known: [(String, String?)] = [
            ("deviceID", file.device?.deviceID), ("pushID", file.device?.pushID),
            ("publicKey", file.device.map { words($0.hasPublicKey ? "case.yes" : "case.no") }),
        ]
        device =
            format.pairs(known, in: "device")
            + (file.face?.measured?.declared ?? []).map { CasePage.Pair(name: $0.name, value: $0.value) }
        isHidden = !file.rights.persons
    }
}

/// An entry of the audit trail.
struct ReadingRow {
    let at: String
    let by: String
    let what: String
    let purpose: String

    init(_ reading: CaseFile.Reading, _ format: CaseFormat) {
        at = format.exactTime(reading.at)
        by = Self.actor(reading.by, format)
        let name =
            reading.operation.flatMap { format.nameIfKnown($0, in: "operations") }
            ?? format.name(reading.kind, in: "trail")
        let shown = reading.shown.map { shown in
            shown.split(separator: " ").map { Self.part(String($0), format) }.joined(separator: ", ")
        }
        what = name + (shown.map { ": \($0)" } ?? "")
        purpose = reading.purpose ?? "–"
    }

    /// `face-1/frame-03` in words.
    private static func part(_ shown: String, _ format: CaseFormat) -> String {
        let parts = shown.split(separator: "/").map(String.init)
        guard parts.count == 2 else { return format.name(shown, in: "shownParts") }
        if parts[1] == RevealImage.alignedName {
            return format.words("case.shownAligned", ["capture": parts[0]])
        }
        return format.words("case.shownImage", ["capture": parts[0], "name": parts[1]])
    }

    /// `credential acme-desk` in words.
    static func actor(_ name: String, _ format: CaseFormat) -> String {
        let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
        guard let kind = parts.first, let words = format.nameIfKnown(kind, in: "readers") else { return name }
        return words.replacing("{name}", with: parts.count > 1 ? parts[1] : "")
    }
}

/// A note that was not taken.
struct RefusedNote {
    let sentence: String
    let text: String

    init(_ refusal: Refusal, _ text: String, _ format: CaseFormat) {
        sentence =
            refusal.reason == .fieldEmpty
            ? format.words("case.noteEmpty")
            : format.words("case.noteTooLong", ["n": format.number(Limit.caseNote.value)])
        self.text = text
    }
}

/// What colleagues leave for each other.
struct ColleaguesView {
    struct Note {
        let at: String
        let by: String
        let text: String
    }

    struct Other {
        let href: String
        let id: String
        let state: String
        let begunAt: String
    }

    let notes: [Note]
    let flag: String?
    let others: [Other]
    let notesAction: String
    let flagAction: String
    /// Nothing can be left on a case that was erased.
    let isOpen: Bool
    let noteRefusal: String?
    let noteText: String
    let longest: String

    init(_ file: CaseFile, at place: CasePlace, _ format: CaseFormat, refused: RefusedNote?) {
        let words = format.words
        notes = file.notes.map {
            Note(
                at: format.time($0.at), by: ReadingRow.actor($0.by, format),
                text: $0.text ?? words("case.noteUnreadable"))
        }
        flag = file.flag.map {
            words("case.flagged", ["by": ReadingRow.actor($0.by, format), "at": format.time($0.at)])
        }
        others = file.others.map {
            Other(
                href: place.other($0.id), id: $0.id, state: format.name($0.state, in: "states"),
                begunAt: format.time($0.begunAt))
        }
        (notesAction, flagAction) = (place.address + "/notes", place.address + "/flag")
        isOpen = file.explanation.erasedAt == nil
        (noteRefusal, noteText) = (refused?.sentence, refused?.text ?? "")
        longest = "\(Limit.caseNote.value)"
    }
}
