internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage

/// What somebody asks a list of cases for, as the URL of the list says it: the URL is the saved search.
///
/// A value that is none asks for nothing and is named among the problems, so that a page can show it beside its field.
package struct CaseSearch: Equatable, Sendable {
    /// What a parameter is called, in the URL and in the form.
    package enum Field: String, CaseIterable, Sendable {
        case state, time, from, to, reason, review, flag, workflow
        case livenessFrom = "liveness-from"
        case livenessTo = "liveness-to"
        case portraitFrom = "portrait-from"
        case portraitTo = "portrait-to"
        case document, issuer, text, after, before
        case passed, failed
        case durationFrom = "duration-from"
        case durationTo = "duration-to"
        case faceCapturesFrom = "face-captures-from"
        case faceCapturesTo = "face-captures-to"
        case documentCapturesFrom = "document-captures-from"
        case documentCapturesTo = "document-captures-to"
        case duplicate, origin
    }

    /// Which of its instants `from` and `to` are held against.
    package enum Time: String, CaseIterable, Sendable {
        case triggered, finished
    }

    package private(set) var states: [EnrollmentStanding.State] = []
    package private(set) var time = Time.triggered
    package private(set) var reasons: [EnrollmentReason] = []
    package private(set) var reviews: [Review.Standing] = []
    /// Those alone that a colleague is to look at.
    package private(set) var isFlagged = false
    /// Those alone whose face was found among the registrations.
    package private(set) var isDuplicate = false
    /// Whose word they rest on; nil for all.
    package private(set) var origin: EnrollmentOrigin?
    /// Checks all of which were passed, and checks none of which was, as they stand.
    package private(set) var passed: [RequiredCheck] = []
    package private(set) var failed: [RequiredCheck] = []
    /// Words as they are stored, as in the next two.
    package private(set) var workflows: [String] = []
    package private(set) var documentTypes: [String] = []
    package private(set) var issuingStates: [String] = []
    /// Without blanks around it; nil where nothing was typed.
    package private(set) var text: String?
    /// Where the page begins.
    private(set) var start = PageStart.newest
    /// Fields with a value that is none.
    package private(set) var problems: Set<Field> = []
    /// What single fields hold, as it was sent or stands there at first.
    package private(set) var typed: [Field: String] = [:]

    private var from: Instant?
    private var until: Instant?
    private var liveness: ClosedRange<Int>?
    private var portrait: ClosedRange<Int>?
    /// In whole seconds.
    private var duration: ClosedRange<Int>?
    private var captures: [RequiredCheck: ClosedRange<Int>] = [:]

    /// So many days without any chosen, today among them.
    package static let usualDays = 30
    /// Words of one field. A form has a few of each; whoever writes more by hand gets the first.
    private static let mostWords = 32
    /// In code points. None that is stored comes near, and what was asked for is kept in the audit trail.
    private static let longestWord = 64
    /// Of captures, and of seconds: some seventy years.
    private static let most = Int(Int32.max)

    /// - Parameter parameters: of the URL, decoded, in their order. Those that are not of the list are passed over.
    package init(_ parameters: [(name: String, value: String)], at now: Instant) {
        var values: [Field: [String]] = [:]
        for (name, value) in parameters {
            guard let field = Field(rawValue: name) else { continue }
            let value = value.trimmingCharacters(in: .whitespacesAndNewlines)
            if values[field, default: []].count < Self.mostWords { values[field, default: []].append(value) }
        }
        // A form that was sent has the fields, empty or not: no days at all are asked for then.
        if values[.from] == nil, values[.to] == nil {
            values[.from] = [DashboardDays.text(now.day - Self.usualDays + 1)]
        }
        for field in Field.allCases { typed[field] = values[field]?.last }
        func words<Word: RawRepresentable<String>>(_ field: Field) -> [Word] {
            let given = (values[field] ?? []).filter { !$0.isEmpty }
            let known = given.compactMap(Word.init(rawValue:))
            if known.count < given.count { problems.insert(field) }
            return known
        }
        func plain(_ field: Field) -> [String] {
            let given = (values[field] ?? []).filter { !$0.isEmpty }
            let short = given.filter { $0.unicodeScalars.count <= Self.longestWord }
            if short.count < given.count { problems.insert(field) }
            return short
        }
        states = words(.state)
        reasons = words(.reason)
        reviews = words(.review)
        (passed, failed) = (words(.passed), words(.failed))
        (workflows, documentTypes, issuingStates) = (plain(.workflow), plain(.document), plain(.issuer))
        isFlagged = !plain(.flag).isEmpty
        isDuplicate = !plain(.duplicate).isEmpty
        origin = read(.origin, EnrollmentOrigin.init(rawValue:))
        if let word = plain(.time).last {
            if let known = Time(rawValue: word) { time = known } else { problems.insert(.time) }
        }
        from = read(.from) { EnrollmentSearch.instant($0, isEnd: false) }
        until = read(.to) { EnrollmentSearch.instant($0, isEnd: true) }
        if let from, let until, from >= until { problems.insert(.to) }
        liveness = range(.livenessFrom, .livenessTo, times: 1, within: 0...100)
        portrait = range(.portraitFrom, .portraitTo, times: 10, within: 0...CaseMeasurements.mostPortrait)
        duration = range(.durationFrom, .durationTo, times: 1, within: 0...Self.most)
        captures[.addFace] = range(.faceCapturesFrom, .faceCapturesTo, times: 1, within: 0...Self.most)
        captures[.addDocument] = range(.documentCapturesFrom, .documentCapturesTo, times: 1, within: 0...Self.most)
        text = read(.text) { $0.unicodeScalars.count <= Limit.username.value ? $0 : nil }
        if let text, text.unicodeScalars.count < SearchPrefix.lengths[0] { problems.insert(.text) }
        if let place = read(.after, SearchPlace.init(cursor:)) { start = .after(place) }
        if let place = read(.before, SearchPlace.init(cursor:)) { start = .before(place) }
    }

    /// What a single field says; nil where it says nothing, or what it says is none.
    private mutating func read<Value>(_ field: Field, _ parse: (String) -> Value?) -> Value? {
        guard let text = typed[field], !text.isEmpty else { return nil }
        guard let value = parse(text) else {
            problems.insert(field)
            return nil
        }
        return value
    }

    /// - Parameter scale: what a number is multiplied by before it is compared with what is stored, rounded down.
    private mutating func range(
        _ first: Field, _ last: Field, times scale: Double, within all: ClosedRange<Int>
    ) -> ClosedRange<Int>? {
        let bounds = [first, last].map { field in
            read(field) { text -> Double? in
                // As people write it in one language or the other.
                guard let number = Double(text.replacing(",", with: ".")), number.isFinite, number >= 0 else {
                    return nil
                }
                return number * scale
            }
        }
        guard bounds.contains(where: { $0 != nil }) else { return nil }
        let lower = bounds[0].map { Int(min($0.rounded(.up), Double(all.upperBound))) } ?? all.lowerBound
        let upper = bounds[1].map { Int(min($0.rounded(.down), Double(all.upperBound))) } ?? all.upperBound
        guard lower <= upper else {
            problems.insert(last)
            return nil
        }
        return lower...upper
    }

    /// The search as the parameters of a URL, where it begins left out. What nobody has filled in is left out too, but for the days,
    /// without which a URL asks for the last ones.
    package var parameters: [(name: String, value: String)] {
        let words: [(Field, [String])] = [
            (.state, states.map(\.rawValue)), (.reason, reasons.map(\.rawValue)), (.review, reviews.map(\.rawValue)),
            (.flag, isFlagged ? ["set"] : []), (.duplicate, isDuplicate ? ["found"] : []), (.workflow, workflows),
            (.document, documentTypes),
            (.issuer, issuingStates), (.passed, passed.map(\.rawValue)), (.failed, failed.map(\.rawValue)),
        ]
        let single: [Field] = [
            .livenessFrom, .livenessTo, .portraitFrom, .portraitTo, .durationFrom, .durationTo, .faceCapturesFrom,
            .faceCapturesTo, .documentCapturesFrom, .documentCapturesTo, .origin, .text,
        ]
        let days: [Field] = [.from, .to]
        return days.map { ($0.rawValue, typed[$0] ?? "") }
            + (time == .triggered ? [] : [(Field.time.rawValue, time.rawValue)])
            + words.flatMap { field, words in words.map { (field.rawValue, $0) } }
            + single.compactMap { field in
                typed[field].flatMap { $0.isEmpty ? nil : (field.rawValue, $0) }
            }
    }

    /// What the audit trail keeps of it: everything but the text, which may name a person.
    var withoutNames: String {
        parameters.filter { !$0.value.isEmpty }
            .map { "\($0.name)=\($0.name == Field.text.rawValue ? "…" : $0.value)" }.joined(separator: "&")
    }

    /// - Parameter readsPersons: whether whoever asks may find names by their beginning. Others have to know the whole name.
    func query(in tenant: TenantID, keys: any KeyStore, readsPersons: Bool) throws -> EnrollmentQuery {
        var query = EnrollmentQuery(
            states: states, reasons: reasons, reviews: reviews, workflows: workflows, documentTypes: documentTypes,
            issuingStates: issuingStates, liveness: liveness, portrait: portrait, isFlagged: isFlagged)
        (query.isDuplicate, query.origin) = (isDuplicate, origin)
        (query.passed, query.failed, query.duration, query.captures) = (passed, failed, duration, captures)
        switch time {
        case .triggered: (query.from, query.until) = (from, until)
        case .finished: (query.endedFrom, query.endedUntil) = (from, until)
        }
        query.text = try text.map { text in
            let code = text.uppercased()
            return SearchText(
                prefixes: readsPersons ? try NameBeginning(text).candidates(in: tenant, keys: keys) : [],
                keys: try [SearchTerm.username(text), .email(text), .reference(text)].map {
                    try $0.key(in: tenant, keys: keys)
                },
                codePrefix: code.utf8.allSatisfy { isDigitOrCapital($0) } ? code : nil)
        }
        return query
    }
}

private func isDigitOrCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}
