internal import Casework

/// A capture of the identity document: its images, its lines, its fields.
struct DocumentView {
    struct Page {
        let anchor: String
        let pageName: String
        let size: String
        let image: CaseImage?
        let marks: PageMarks
    }

    /// A run of characters of a line.
    struct Run {
        let text: String
        /// What was read before the check digits decided; nil for what was not corrected.
        let readAs: String?
        let isUnsure: Bool
        /// Neither corrected nor unsure.
        let isPlain: Bool
        let hint: String
    }

    struct Part {
        /// What it states, a blank between; nil for what is no field's.
        let field: String?
        let runs: [Run]
    }

    struct Line {
        let parts: [Part]
    }

    /// What one source says of a field, in runs that another source has too or has not.
    struct Cell {
        let runs: [CellRun]
        let isEmpty: Bool
        let status: String?
        /// How it differs from another source, in words; nil where it does not.
        let difference: String?
    }

    struct CellRun {
        let text: String
        let isDifferent: Bool
        /// Another source has characters here that this one has not.
        let isGap: Bool
    }

    struct Field {
        let type: String
        let name: String
        let cells: [Cell]
        let mark: CaseMark
    }

    struct Source {
        let name: String
        let kind: String
        let readability: String
        let integrity: String
        let findings: [String]
        let hasFindings: Bool
    }

    let name: String
    let heading: String
    let at: String
    let evidence: EvidenceView
    let decision: String
    let mark: CaseMark
    let rules: [CaseRuleRow]
    let persona: String?
    let isMeasured: Bool
    let isWhole: Bool
    let pages: [Page]
    let portraitFacts: [CasePage.Pair]
    let hasPortrait: Bool
    let lines: [Line]
    let sourceNames: [String]
    let fields: [Field]
    let lesserFields: [Field]
    let hasFields: Bool
    let sources: [Source]
    let asked: [String]

    /// Those that a reader looks for; check digits and what is computed come after.
    private static let first: Set<String> = [
        "documentClassCode", "issuingStateCode", "issuingState", "documentNumber", "dateOfExpiry", "dateOfIssue",
        "dateOfBirth", "placeOfBirth", "surname", "givenNames", "nationality", "sex", "issuingAuthority",
        "optionalData",
    ]

    private static let dates: Set<String> = ["dateOfBirth", "dateOfExpiry", "dateOfIssue"]

    init(_ document: CaseFile.DocumentCapture, of captures: CapturesShown, at place: CasePlace, _ format: CaseFormat) {
        let words = format.words
        name = document.name
        heading = words(
            "case.captureHeading",
            [
                "name": words("case.documentCapture"),
                "number": FaceView.number(document.name, of: captures.documents),
            ])
        at = format.time(document.at)
        evidence = EvidenceView(document.evidence, mayBeSeen: captures.areSeen, format)
        let step = document.step.map { captures.steps[$0] }
        decision = step.map { captures.decision(of: $0, format) } ?? words("case.noEvent")
        mark = CaseMark(of: step, format)
        rules = (step?.rules ?? []).map { CaseRuleRow($0, format) }
        persona = document.sandboxPersona
        guard let measured = document.measured else {
            (isMeasured, isWhole, pages, portraitFacts, hasPortrait) = (false, false, [], [], false)
            (lines, sourceNames, fields, lesserFields, hasFields) = ([], [], [], [], false)
            (sources, asked) = ([], [])
            return
        }
        (isMeasured, isWhole) = (true, measured.isWhole)
        pages = measured.pages.map { Self.page($0, document, at: place, format) }
        portraitFacts = measured.portrait.map { Self.portrait($0, format) } ?? []
        hasPortrait = measured.portrait != nil
        lines = (measured.lines?.lines ?? []).map { parts in Line(parts: parts.map { Self.part($0, format) }) }
        let kinds = measured.sources.map(\.kind).filter { kind in
            measured.fields.contains { $0.statements.contains { $0.source == kind } }
        }
        sourceNames = kinds.map { format.name($0, in: "sources") }
        let rows = measured.fields.map { Self.field($0, kinds, captures.areSeen, format) }
        fields = rows.filter { Self.first.contains($0.type) }
        lesserFields = rows.filter { !Self.first.contains($0.type) }
        hasFields = !rows.isEmpty
        sources = measured.sources.map { Self.source($0, format) }
        asked = Self.asked(measured, format)
    }

    private static func page(
        _ page: CaseFile.Page, _ document: CaseFile.DocumentCapture, at place: CasePlace, _ format: CaseFormat
    ) -> Page {
        let words = format.words
        let number = format.number(page.index + 1)
        // As the image is shown: upright.
        let isLying = page.quarterTurns % 2 != 0
        let (width, height) = (isLying ? page.height : page.width, isLying ? page.width : page.height)
        return Page(
            anchor: "\(document.name)-page-\(page.index + 1)", pageName: words("case.page", ["n": number]),
            size: "\(page.width) × \(page.height)",
            image: page.image.map { name in
                CaseImage(
                    anchor: "\(document.name)-image-\(page.index + 1)",
                    href: place.image(document.evidence.id, name),
                    label: words("case.pageLabel", ["n": number, "capture": document.name]), width: width,
                    height: height)
            }, marks: PageMarks(page, width: width, height: height, format))
    }

    private static func portrait(_ portrait: CaseFile.Portrait, _ format: CaseFormat) -> [CasePage.Pair] {
        let rows: [(String, String?)] = [
            ("page", format.number(portrait.page + 1)),
            ("width", format.value(portrait.faceWidth.rounded(), in: .pixels)),
            ("yaw", format.value(portrait.yawInDegrees.rounded(), in: .degrees)),
            ("pitch", format.value(portrait.pitchInDegrees.rounded(), in: .degrees)),
            ("focus", format.short(portrait.focus)), ("faces", format.number(portrait.faceCount)),
        ]
        return format.pairs(rows, in: "portraitFacts")
    }

    private static func part(_ part: CaseFile.MachineReadableLines.Part, _ format: CaseFormat) -> Part {
        var runs: [Run] = []
        for character in part.characters {
            let isPlain = character.readAs == nil && !character.isUnsure
            if isPlain, let last = runs.last, last.isPlain {
                runs[runs.count - 1] = Run(
                    text: last.text + character.text, readAs: nil, isUnsure: false, isPlain: true, hint: "")
                continue
            }
            let sure = character.confidence.map { format.short($0 * 100) } ?? ""
            let hint =
                character.readAs.map { format.words("case.corrected", ["from": $0, "to": character.text]) }
                ?? (isPlain ? "" : format.words("case.unsure", ["n": sure]))
            runs.append(
                Run(
                    text: character.text, readAs: character.readAs, isUnsure: character.isUnsure, isPlain: isPlain,
                    hint: hint))
        }
        return Part(field: part.field.map(PageMarks.fields), runs: runs)
    }

    private static func field(
        _ field: CaseFile.Field, _ kinds: [String], _ showsValues: Bool, _ format: CaseFormat
    ) -> Field {
        let words = format.words
        func shown(_ statement: CaseFile.Field.Statement) -> String {
            guard showsValues else { return words("case.notYours") }
            return dates.contains(field.type)
                ? format.date(statement.value) : statement.value.replacing("^", with: "\n")
        }
        let cells = kinds.map { kind -> Cell in
            guard let statement = field.statements.first(where: { $0.source == kind }) else {
                return Cell(runs: [], isEmpty: true, status: nil, difference: nil)
            }
            let found = CharacterDifference(
                shown(statement), from: field.statements.filter { $0.source != kind }.map(shown))
            return Cell(
                runs: found.runs, isEmpty: false, status: format.name(statement.status, in: "fieldStatus"),
                difference: found.isThere
                    ? words(
                        found.characters.isEmpty ? "case.differsLacking" : "case.differs",
                        [
                            "characters": found.characters.joined(separator: ", ")
                        ]) : nil)
        }
        let mark =
            switch field.decision {
            case .valid: CaseMark(kind: "good", word: words("case.decisions.passed"))
            case .failed: CaseMark(kind: "bad", word: words("case.decisions.failed"))
            case .notChecked: CaseMark(kind: "none", word: words("case.decisions.notJudged"))
            }
        return Field(type: field.type, name: format.name(field.type, in: "fields"), cells: cells, mark: mark)
    }

    private static func source(_ source: CaseFile.Source, _ format: CaseFormat) -> Source {
        Source(
            name: format.name(source.kind, in: "sources"),
            kind: source.documentKind.map { format.name($0, in: "documentKinds") } ?? "–",
            readability: format.name(source.readability, in: "readability"),
            integrity: format.name(source.integrity, in: "integrity"), findings: source.findings,
            hasFindings: !source.findings.isEmpty)
    }

    private static func asked(_ document: CaseFile.MeasuredDocument, _ format: CaseFormat) -> [String] {
        let (asked, words) = (document.asked, format.words)
        var lines: [String] = []
        if asked.refusesExpired { lines.append(words("case.asked.unexpired")) }
        if asked.requiresAuthenticity { lines.append(words("case.asked.authenticity")) }
        if asked.acceptsSpecimens { lines.append(words("case.asked.specimens")) }
        if let age = asked.minimumAge { lines.append(words("case.asked.minimumAge", ["n": format.number(age)])) }
        if let age = asked.maximumAge { lines.append(words("case.asked.maximumAge", ["n": format.number(age)])) }
        if asked.hasFieldRules { lines.append(words("case.asked.fields")) }
        return lines + [words("case.asked.match", ["n": format.number(document.threshold, digits: 1)])]
    }
}
