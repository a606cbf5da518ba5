internal import Casework
internal import OnboardingCore
internal import Tenancy

/// What `proposals/list.mustache` shows.
struct ProposalListView {
    struct Row {
        let path: String
        let what: String
        let proposer: String
        let isOwn: Bool
        let proposedAt: String
        /// Until when it waits, or how it ended.
        let standing: String
    }

    let waiting: [Row]
    let ended: [Row]
    let hasWaiting: Bool
    let hasEnded: Bool

    init(_ all: [ShownProposal], _ format: CaseFormat) {
        func rows(_ isWaiting: Bool) -> [Row] {
            all.filter { ($0.standing == .waiting) == isWaiting }.map { proposal in
                Row(
                    path: "/proposals/\(proposal.id.text)", what: proposal.what(in: format.words),
                    proposer: proposal.proposer, isOwn: proposal.isOwn, proposedAt: format.time(proposal.proposedAt),
                    standing: proposal.standing(format))
            }
        }
        (waiting, ended) = (rows(true), rows(false))
        (hasWaiting, hasEnded) = (!waiting.isEmpty, !ended.isEmpty)
    }
}

/// What `proposals/one.mustache` shows.
struct ProposalView {
    struct Fact {
        let factName: String
        let factText: String
    }

    struct Case {
        let id: String
        /// Nil for whoever may see none.
        let href: String?
    }

    struct Change {
        let changed: String
        let before: String
        let after: String
    }

    let what: String
    let facts: [Fact]
    let cases: [Case]
    let hasCases: Bool
    let changes: [Change]
    let hasChanges: Bool
    let isWaiting: Bool
    let isOutdated: Bool
    /// Nobody agrees to what they have proposed.
    let isOwn: Bool
    let mayAgree: Bool
    let doneSentence: String?
    let standing: String
    let reason: String?
    let action: String
    let typed: String
    let isReasonWrong: Bool
    let longest: String

    init(
        _ proposal: ShownProposal, _ effect: ProposalEffect, seesCases: Bool, done: ProposalPages.Done?,
        refusedReason: String?, _ format: CaseFormat
    ) {
        let words = format.words
        what = proposal.what(in: words)
        isWaiting = proposal.standing == .waiting
        isOutdated = effect.isOutdated
        isOwn = proposal.isOwn
        mayAgree = isWaiting && !isOutdated && !isOwn
        standing = proposal.standing(format)
        reason = proposal.reason
        doneSentence = done.map { words("proposals.done.\($0.rawValue)") }
        action = "/proposals/\(proposal.id.text)"
        typed = refusedReason ?? ""
        isReasonWrong = refusedReason != nil
        longest = "\(Limit.reviewReason.value)"
        cases = effect.enrollments.map { Case(id: $0, href: seesCases ? "/desk/cases/\($0)" : nil) }
        hasCases = !cases.isEmpty
        changes = effect.changes.map { change in
            Change(
                changed: words.text(at: "proposals.fact.\(change.name)") ?? change.name,
                before: change.before ?? words("admin.nothing"), after: change.after ?? words("admin.nothing"))
        }
        hasChanges = !changes.isEmpty
        let own = [
            ("proposer", proposal.proposer), ("proposedAt", format.time(proposal.proposedAt)),
        ]
        facts = (own + (proposal.proposed.map { Self.facts(of: $0, format) } ?? [])).map {
            Fact(factName: words("proposals.fact.\($0.0)"), factText: $0.1)
        }
    }

    /// All that agreeing would do and that is no enrollment and no change of a value.
    private static func facts(of proposed: ProposedAction, _ format: CaseFormat) -> [(String, String)] {
        let words = format.words
        switch proposed {
        case .erase, .changeSettings: return []
        case .settle(_, let decision, let reason):
            return [("decision", words("case.secondLook.choices.\(decision)")), ("reason", reason)]
        case .addOperator(let name, _, _), .changeOperator(let name, _, _), .enableOperator(let name),
            .makeLink(let name), .resetSecondFactor(let name):
            return [("operator", name)]
        case .addClient(let name, let scopes, let days, let publicKey):
            return [
                ("client", name), ("scopes", scopes.joined(separator: ", ")),
                ("days", days.map { format.number($0) } ?? words("proposals.noEnd")), key(publicKey, words),
            ]
        case .replaceKey(let client, let publicKey, let hours):
            return [("client", client), ("overlap", format.number(hours)), key(publicKey, words)]
        }
    }

    private static func key(_ publicKey: String?, _ words: Words) -> (String, String) {
        ("key", publicKey ?? words("proposals.secret"))
    }
}

extension ShownProposal {
    /// The action with what it is about, as far as that is still told.
    fileprivate func what(in words: Words) -> String {
        guard let proposed else { return words("proposals.action.\(action.rawValue)") }
        let name = words("proposals.what.\(proposed.word)")
        return proposed.subject.map { "\(name): \($0)" } ?? name
    }

    fileprivate func standing(_ format: CaseFormat) -> String {
        let words = format.words
        let at = format.time(endedAt ?? expiresAt)
        return words("proposals.standing.\(standing.rawValue)", ["at": at, "name": endedBy ?? ""])
    }
}
