internal import Casework
internal import OnboardingCore
internal import Tenancy

/// A human's decision beside the machine's, or that one is waited for.
struct SecondLookView {
    let mark: CaseMark
    /// Why it waits, or what was decided.
    let sentence: String
    let pairs: [CasePage.Pair]
    /// Where whoever reads the page may decide; nil where they may not, or nothing is to be decided.
    let href: String?
    /// Why they may not, or do not see who did.
    let hint: String?

    /// Nil where no machine has refused it and no human has decided.
    init?(_ file: CaseFile, at place: CasePlace, _ rights: Set<OperatorRight>, _ format: CaseFormat) {
        guard file.standing.state == .failed || file.review?.decision != nil else { return nil }
        let (words, review) = (format.words, file.review)
        let isErased = file.explanation.erasedAt != nil
        let isOpen = review?.decision == nil && !isErased
        if let decision = review?.decision {
            mark = CaseMark(
                kind: decision == .accepted ? "good" : "bad", word: format.name(decision.rawValue, in: "reviews"))
            sentence =
                file.standing.state == .pending
                ? words("case.secondLook.capture", ["at": format.time(file.standing.deadline ?? file.standing.begunAt)])
                : words("case.secondLook.settled")
        } else if review != nil {
            mark = CaseMark(kind: "warn", word: words("case.secondLook.waits"))
            sentence = words("case.secondLook.requested")
        } else {
            mark = CaseMark(kind: "none", word: words("case.secondLook.notRequested"))
            sentence = words("case.secondLook.unasked")
        }
        let rows: [(String, String?)] = [
            ("requestedAt", review?.requestedAt.map(format.time)),
            ("decision", review?.decision.map { format.name($0.rawValue, in: "reviews") }),
            ("decidedAt", review?.decidedAt.map(format.time)), ("reviewer", review?.reviewer),
            ("reason", review?.reason),
        ]
        pairs = format.pairs(rows, in: "review")
        href = isOpen && rights.contains(.review) ? place.address + "/review" : nil
        if isOpen {
            hint = rights.contains(.review) ? nil : words("case.secondLook.needsRight")
        } else {
            hint = review?.decision == nil || isErased || file.rights.reviews ? nil : words("case.secondLook.hidden")
        }
    }
}
