internal import Casework
internal import Foundation
internal import OnboardingCore
internal import Tenancy

/// What `desk/list.mustache` shows.
struct CaseListView {
    struct Field {
        let name: String
        let value: String
        /// Nil where nothing is wrong with it.
        let problem: String?
    }

    struct Choice {
        let value: String
        let name: String
        let isChosen: Bool
    }

    /// One of the three checks.
    struct Mark {
        let check: String
        /// The class of its sign in `site.css`.
        let sign: String
        let said: String
    }

    struct Row {
        let id: String
        let begun: ShownTime
        let age: String
        let person: String?
        let username: String?
        /// What the tenant calls the enrollment by; nil where it calls it nothing, or whoever asks may not see it.
        let reference: String?
        let code: String?
        let state: String
        let sign: String
        let reason: String?
        let marks: [Mark]
        let duration: String
        let flags: [String]
    }

    /// A search that is often asked for, as a link; without a count, which would look at every case.
    struct View {
        let name: String
        /// Of its URL.
        let query: String
        let isShown: Bool
    }

    let tabs: [DeskTab]
    let views: [View]
    let text: Field
    let from: Field
    let to: Field
    let livenessFrom: Field
    let livenessTo: Field
    let portraitFrom: Field
    let portraitTo: Field
    let durationFrom: Field
    let durationTo: Field
    let faceCapturesFrom: Field
    let faceCapturesTo: Field
    let documentCapturesFrom: Field
    let documentCapturesTo: Field
    let passed: [Choice]
    let failed: [Choice]
    let states: [Choice]
    let times: [Choice]
    let reasons: [Choice]
    let reviews: [Choice]
    let isFlagged: Bool
    let isDuplicate: Bool
    let origins: [Choice]
    let workflows: [Choice]
    let documentTypes: [Choice]
    let issuers: [Choice]
    let hasWorkflows: Bool
    let hasDocumentTypes: Bool
    let hasIssuers: Bool
    /// Whether a condition is set that stands behind "more conditions".
    let isRefined: Bool
    /// What is asked for, each condition in words.
    let conditions: [String]
    let problems: [Field]
    let rows: [Row]
    /// Where authentications are called by the text that is looked for: the query of a URL that finds them.
    let authentications: String?
    /// Nothing fits, and nothing is wrong with what was asked.
    let isEmpty: Bool
    /// The page ends before it is full, because there is more than one page looks at.
    let isCutShort: Bool
    let showsPersons: Bool
    let mayExport: Bool
    /// Queries of URLs; nil where there is no such page.
    let older: String?
    let newer: String?
    let query: String

    init(
        _ page: CaseList.Page, of search: CaseSearch, choices: CaseList.Choices, for principal: Principal,
        words: Words, at now: Instant
    ) {
        func field(_ field: CaseSearch.Field) -> Field {
            Field(
                name: field.rawValue, value: search.typed[field] ?? "",
                problem: search.problems.contains(field) ? words("desk.problem.\(field.word)") : nil)
        }
        func among(_ all: [String], _ chosen: [String], _ name: (String) -> String) -> [Choice] {
            // What nobody has any more, and is asked for, can be taken back.
            let gone = chosen.filter { !all.contains($0) }
            return (all + gone).map { Choice(value: $0, name: name($0), isChosen: chosen.contains($0)) }
        }
        tabs = DeskTab.all(at: .cases, words: words)
        let asked = Self.query(search.parameters)
        views = Self.views.map { name, parameters in
            let parameters = parameters ?? CaseSearch([], at: now).parameters
            let query = Self.query(parameters)
            return View(name: words("desk.view.\(name)"), query: query, isShown: query == asked)
        }
        text = field(.text)
        (from, to) = (field(.from), field(.to))
        (livenessFrom, livenessTo) = (field(.livenessFrom), field(.livenessTo))
        (portraitFrom, portraitTo) = (field(.portraitFrom), field(.portraitTo))
        (durationFrom, durationTo) = (field(.durationFrom), field(.durationTo))
        (faceCapturesFrom, faceCapturesTo) = (field(.faceCapturesFrom), field(.faceCapturesTo))
        (documentCapturesFrom, documentCapturesTo) = (field(.documentCapturesFrom), field(.documentCapturesTo))
        let checks = RequiredCheck.allCases.map(\.rawValue)
        passed = among(checks, search.passed.map(\.rawValue)) { words("desk.check.\($0)") }
        failed = among(checks, search.failed.map(\.rawValue)) { words("desk.check.\($0)") }
        states = among(EnrollmentStanding.State.allCases.map(\.rawValue), search.states.map(\.rawValue)) {
            words("desk.state.\($0)")
        }
        times = CaseSearch.Time.allCases.map {
            Choice(value: $0.rawValue, name: words("desk.time.\($0.rawValue)"), isChosen: $0 == search.time)
        }
        reasons = among(EnrollmentReason.allCases.map(\.rawValue), search.reasons.map(\.rawValue)) {
            words("reason.\($0)")
        }
        reviews = among(Review.Standing.allCases.map(\.rawValue), search.reviews.map(\.rawValue)) {
            words("desk.review.\($0)")
        }
        (isFlagged, isDuplicate) = (search.isFlagged, search.isDuplicate)
        origins = among(EnrollmentOrigin.allCases.map(\.rawValue), search.origin.map { [$0.rawValue] } ?? []) {
            words("desk.origin.\($0)")
        }
        workflows = among(choices.workflows, search.workflows) { $0 }
        documentTypes = among(choices.documentTypes, search.documentTypes) { $0 }
        let names = Dictionary(choices.issuingStates.map { ($0.code, $0.name) }) { first, _ in first }
        issuers = among(choices.issuingStates.map(\.code), search.issuingStates) { code in
            names[code].map { "\(code) \($0)" } ?? code
        }
        (hasWorkflows, hasDocumentTypes, hasIssuers) = (!workflows.isEmpty, !documentTypes.isEmpty, !issuers.isEmpty)
        isRefined =
            [reasons, reviews, workflows, documentTypes, issuers, passed, failed].contains {
                $0.contains(where: \.isChosen)
            }
            || isFlagged || isDuplicate || search.origin != nil
            || [
                livenessFrom, livenessTo, portraitFrom, portraitTo, durationFrom, durationTo, faceCapturesFrom,
                faceCapturesTo, documentCapturesFrom, documentCapturesTo,
            ].contains { !$0.value.isEmpty }
        let all = [states, passed, failed, reasons, reviews, origins, workflows, documentTypes, issuers]
        let titles: [Int: String] = [1: words("desk.passedChecks"), 2: words("desk.failedChecks")]
        let chosen = all.enumerated().compactMap { index, choices -> String? in
            let names = choices.filter(\.isChosen).map(\.name)
            guard !names.isEmpty else { return nil }
            return (titles[index].map { $0 + ": " } ?? "") + names.joined(separator: ", ")
        }
        func bounds(_ name: String, _ first: Field, _ last: Field, _ said: (String) -> String = { $0 }) -> String? {
            let parts = [("atLeast", first.value), ("atMost", last.value)].filter { !$0.1.isEmpty }.map {
                bound, value in
                "\(words("desk.\(bound)")) \(said(value))"
            }
            return parts.isEmpty ? nil : "\(words("desk.\(name)")): \(parts.joined(separator: ", "))"
        }
        let time = words("desk.time.\(search.time.rawValue)")
        let dates = [("sinceDay", from.value), ("untilDay", to.value)].filter { !$0.1.isEmpty }.map { name, day in
            words("desk.\(name)", ["time": time, "day": words.written.day(day)])
        }
        let ranges = [
            bounds("liveness", livenessFrom, livenessTo), bounds("portrait", portraitFrom, portraitTo),
            bounds("took", durationFrom, durationTo), bounds("faceCaptures", faceCapturesFrom, faceCapturesTo),
            bounds("documentCaptures", documentCapturesFrom, documentCapturesTo),
        ].compactMap(\.self)
        let flags = (isFlagged ? [words("desk.flagged")] : []) + (isDuplicate ? [words("desk.duplicate")] : [])
        conditions =
            (text.value.isEmpty ? [] : [words("desk.quoted", ["text": text.value])]) + dates + chosen + ranges + flags
        problems = CaseSearch.Field.allCases.filter(search.problems.contains).map(field)
        rows = page.lines.map { Row($0, words: words, at: now) }
        authentications =
            page.isOfAuthentication ? search.text.map { Self.query([(name: "reference", value: $0)]) } : nil
        isEmpty = rows.isEmpty && problems.isEmpty
        isCutShort = page.older != nil && rows.count < CaseList.pageSize
        showsPersons = principal.has(.readPersons)
        mayExport = principal.operator?.rights.contains(.export) ?? false
        query = asked
        older = page.older.map { Self.query(search.parameters + [(CaseSearch.Field.after.rawValue, $0)]) }
        newer = page.newer.map { Self.query(search.parameters + [(CaseSearch.Field.before.rawValue, $0)]) }
    }

    /// Without bounds in time, but for the first, with which the list opens.
    private static let views: [(name: String, parameters: [(name: String, value: String)]?)] = [
        ("recent", nil),
        ("waiting", [("from", ""), ("to", ""), ("review", Review.Standing.requested.rawValue)]),
        ("flagged", [("from", ""), ("to", ""), ("flag", "set")]),
        ("duplicates", [("from", ""), ("to", ""), ("duplicate", "found")]),
    ]

    /// As it stands behind a question mark.
    static func query(_ parameters: [(name: String, value: String)]) -> String {
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        }
        return parameters.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// RFC 3986 §2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension CaseListView.Row {
    fileprivate init(_ line: CaseList.Line, words: Words, at now: Instant) {
        id = line.id.text
        begun = ShownTime(line.begunAt, words)
        let old = now.millisecondsSince1970 - line.begunAt.millisecondsSince1970
        age = words("desk.age", ["time": SpanOfTime(milliseconds: old).text(in: words)])
        person = line.person?.name
        username = line.person.flatMap { $0.username == $0.name ? nil : $0.username }
        reference = line.person?.reference
        code = line.registrationCode
        let isHandedIn = line.outline.origin == .handedIn
        state = words("desk.state.\(isHandedIn ? EnrollmentOrigin.handedIn.rawValue : line.outline.state.rawValue)")
        sign = isHandedIn ? "none" : line.outline.state.sign
        reason = line.outline.reason.map { words("reason.\($0.rawValue)") }
        marks = RequiredCheck.allCases.map { check in
            let passed = line.outline.passed[check]
            return CaseListView.Mark(
                check: words("desk.check.\(check.rawValue)"), sign: passed.map { $0 ? "good" : "bad" } ?? "none",
                said: words("desk.mark.\(passed.map { $0 ? "passed" : "failed" } ?? "notJudged")"))
        }
        duration = SpanOfTime(line.duration(at: now)).text(in: words)
        flags =
            (line.outline.review.map { [words("desk.review.\($0.standing.rawValue)")] } ?? [])
            + (line.isFlagged ? [words("desk.flagged")] : []) + (line.isHeld ? [words("desk.held")] : [])
            + (line.isDuplicate ? [words("desk.duplicate")] : [])
    }
}

extension CaseSearch.Field {
    /// In the texts, where no name has a stroke.
    fileprivate var word: String {
        switch self {
        case .livenessFrom, .livenessTo: "liveness"
        case .portraitFrom, .portraitTo: "portrait"
        case .after, .before: "place"
        case .durationFrom, .durationTo: "duration"
        case .faceCapturesFrom, .faceCapturesTo, .documentCapturesFrom, .documentCapturesTo: "captures"
        case .passed, .failed: "check"
        case .duplicate: "flag"
        case .state, .time, .from, .to, .reason, .review, .flag, .origin, .workflow, .document, .issuer, .text: rawValue
        }
    }
}
