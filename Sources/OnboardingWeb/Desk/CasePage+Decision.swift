internal import Casework
internal import OnboardingCore

extension CasePage {
    /// What was decided, in one sentence, and what decided it.
    struct Decision {
        /// A check on the way, with a link to what was captured.
        struct Step {
            let name: String
            let at: String
            let mark: CaseMark
            let decision: String
            /// Nil where nothing was kept of it.
            let anchor: String?
        }

        let sentence: String
        let mark: CaseMark
        /// The case in one paragraph, for whoever knows nothing of the machine.
        let account: String
        /// What carried a case that was accepted; empty for every other.
        let carried: [String]
        /// What the account does not say: a hold, a script.
        let remarks: [String]
        let rules: [CaseRuleRow]
        let help: [String]
        let steps: [Step]
        let pairs: [Pair]

        init(_ file: CaseFile, _ format: CaseFormat) {
            let explanation = file.explanation
            sentence = Self.sentence(file.standing, format)
            mark = Self.mark(file, format)
            account = explanation.account[format.spoken]
            let persona = explanation.steps.lazy.compactMap(\.sandboxPersona).first
            // A remark says that a script did.
            carried = persona == nil ? (explanation.carriedBy ?? []).map { $0.sentence[format.spoken] } : []
            remarks = Self.remarks(file, persona, format)
            let decisive = Self.decisiveStep(file)
            // Of what was accepted the sections below show what had to hold.
            let deciding = decisive.map { step in step.rules.filter { $0.holds != true } } ?? []
            // What carried it says more than how many checks there were.
            let ended = carried.isEmpty ? explanation.rules : []
            rules = (ended + deciding).map { CaseRuleRow($0, format) }
            help = (decisive?.wouldHaveHelped ?? []).map {
                Self.help($0, beside: deciding, format).asSentence + "."
            }
            steps = explanation.steps.map { Self.step($0, in: file, format) }
            pairs = Self.pairs(file, format)
        }

        /// How it stands or ended, when and why.
        /// - Parameter ofMachine: without what a human decided afterwards.
        static func sentence(
            _ standing: EnrollmentStanding, ofMachine: Bool = false, _ format: CaseFormat
        ) -> String {
            let at = format.time(standing.endedAt ?? standing.begunAt)
            let refused = standing.lastRefused.map { format.name($0.reason.rawValue, in: "why") }
            switch standing.state {
            case .pending:
                let check = standing.check.map { format.name($0.rawValue, in: "checks") }
                return check.map { format.words("case.headlines.pending", ["at": at, "check": $0]) }
                    ?? format.words("case.headlines.waiting", ["at": at])
            case .complete:
                guard standing.review?.decision == .accepted else {
                    let word = standing.origin == .handedIn ? "handedIn" : "complete"
                    return format.words("case.headlines.\(word)", ["at": at])
                }
                return format.words("case.headlines.completeByReview", ["at": at, "why": refused ?? ""])
            case .failed:
                let why = refused ?? standing.reason.map { format.name($0.rawValue, in: "why") } ?? ""
                guard !ofMachine, let decision = standing.review?.decision, let reviewedAt = standing.review?.decidedAt
                else {
                    return format.words("case.headlines.failed", ["at": at, "why": why])
                }
                return format.words(
                    "case.headlines.\(decision == .accepted ? "reviewAccepted" : "reviewRefused")",
                    [
                        "at": at, "why": why,
                        "reviewedAt": format.time(reviewedAt),
                    ])
            case .expired: return format.words("case.headlines.expired", ["at": at])
            case .cancelled: return format.words("case.headlines.cancelled", ["at": at])
            }
        }

        private static func mark(_ file: CaseFile, _ format: CaseFormat) -> CaseMark {
            // What was decided is no longer what counts: the sentence beside it tells.
            if file.explanation.erasedAt != nil {
                return CaseMark(kind: "none", word: format.name("erased", in: "states"))
            }
            if file.standing.origin == .handedIn {
                return CaseMark(
                    kind: "none", word: format.name(EnrollmentOrigin.handedIn.rawValue, in: "states"))
            }
            let state = file.standing.state
            let kind =
                switch state {
                case .complete: "good"
                case .failed: "bad"
                case .expired, .cancelled: "warn"
                case .pending: "none"
                }
            return CaseMark(kind: kind, word: format.name(state.rawValue, in: "states"))
        }

        private static func remarks(_ file: CaseFile, _ persona: String?, _ format: CaseFormat) -> [String] {
            [
                persona.map { format.words("case.remarks.persona", ["persona": $0]) },
                file.isHeld ? format.words("case.remarks.held") : nil,
            ].compactMap(\.self)
        }

        /// The last check that was not accepted, as long as that says why it stands as it does.
        private static func decisiveStep(_ file: CaseFile) -> Explanation.Step? {
            guard file.standing.state != .complete, let refused = file.standing.lastRefused else { return nil }
            let at = refused.at.iso8601WithMilliseconds
            return file.explanation.steps.last { $0.at == at && !$0.accepted }
        }

        /// A cue speaks against somebody below one limit and for them from a higher one on; the rules that decided name the
        /// first.
        private static func help(
            _ help: Explanation.Help, beside rules: [Explanation.Rule], _ format: CaseFormat
        ) -> String {
            let name =
                format.nameIfKnown(help.quantity, in: "quantities")
                ?? CaseRuleRow.name(ofRule: help.quantity, format) ?? help.quantity
            let isHigher = rules.contains { $0.rule == help.quantity && $0.threshold != help.wanted }
            guard let wanted = help.wanted, let bound = help.bound else { return name }
            let unit = help.unit.flatMap(Explanation.Rule.Unit.init(rawValue:))
            let figures = help.measured.map { format.values($0, beside: wanted, in: unit) }
            return format.words(
                isHigher ? "case.helpEnough" : "case.help",
                [
                    "what": name, "measured": figures?.value ?? format.words("case.missing.notMeasured"),
                    "wanted": format.words(
                        "case.bounds.\(bound.rawValue)", ["n": figures?.limit ?? format.value(wanted, in: unit)]),
                ])
        }

        private static func step(_ step: Explanation.Step, in file: CaseFile, _ format: CaseFormat) -> Step {
            let capture =
                file.faces.first { $0.evidence.id == step.evidence.id }?.name
                ?? file.documents.first { $0.evidence.id == step.evidence.id }?.name
            let list = step.check == RequiredCheck.addDocument.rawValue ? "documentDecisions" : "faceDecisions"
            var words = format.name(step.decision, in: list)
            if step.counts != "nothing" { words += ", " + format.name(step.counts, in: "counts") }
            return Step(
                name: format.name(step.check, in: "checks"), at: format.exactTime(step.at),
                mark: CaseMark(of: step, format), decision: words, anchor: capture)
        }

        private static func pairs(_ file: CaseFile, _ format: CaseFormat) -> [Pair] {
            let (standing, words) = (file.standing, format.words)
            let rows: [(String, String?)] = [
                ("tenant", file.tenant + (file.explanation.test ? " (\(words("case.pairNames.test")))" : "")),
                ("enrollment", file.id), ("registrationCode", file.explanation.registrationCode),
                ("begunAt", format.time(standing.begunAt)), ("endedAt", standing.endedAt.map(format.time)),
                ("expiresAt", standing.deadline.map(format.time)),
            ]
            return format.pairs(rows, in: "pairNames")
        }
    }
}
