internal import Onboarding
internal import OnboardingCore

/// What the page of one decision shows, in words and numbers of its language; the template puts it in its place.
struct CasePage {
    /// A name beside a value.
    struct Pair {
        let name: String
        let value: String
    }

    /// A link to a section of the page.
    struct Section {
        let anchor: String
        let name: String
    }

    let id: String
    let shortID: String
    /// The address of the page, for who has it on paper.
    let address: String
    let readAt: String
    let sections: [Section]
    let decision: Decision
    /// Empty where the auditor may not see who the person is.
    let person: [Pair]
    let hasPerson: Bool
    let mayNotSeePersons: Bool
    /// Nil where no face was judged.
    let face: FaceView?
    let earlierFaces: [FaceView]
    let hasEarlierFaces: Bool
    let comparison: ComparisonView?
    let document: DocumentView?
    let earlierDocuments: [DocumentView]
    let hasEarlierDocuments: Bool
    let timeline: TimelineView
    let machinery: MachineryView
    let statements: StatementsView
    let readings: [ReadingRow]
    let hasReadings: Bool
    let colleagues: ColleaguesView
    /// Nil where no machine has refused it.
    let secondLook: SecondLookView?
    /// What the trail says of its erasure; empty where it was not erased.
    let erasure: [Pair]
    let hasErasure: Bool
    /// Its entry in the trail; nil for who may not read that.
    let trailHref: String?
    /// Where the person can be erased; nil for who may not, and once they were.
    let eraseHref: String?

    /// - Parameter rights: of whoever reads it, which say what the page offers to do.
    init(
        _ file: CaseFile, _ format: CaseFormat, base: String, publicURL: String, rights: Set<OperatorRight> = [],
        refusedNote: RefusedNote? = nil
    ) {
        let place = CasePlace(file, base: base)
        id = file.id
        shortID = String(file.id.prefix(8))
        address = publicURL + place.path
        readAt = format.time(file.readAt)
        decision = Decision(file, format)
        person = file.person.map { Self.pairs(of: $0, format) } ?? []
        hasPerson = !person.isEmpty
        mayNotSeePersons = !file.rights.persons
        let faces = file.faces.map { FaceView($0, of: file, at: place, format) }
        (face, earlierFaces) = (faces.last, faces.dropLast().reversed())
        hasEarlierFaces = faces.count > 1
        comparison = file.comparison.map { ComparisonView($0, of: file, at: place, format) }
        let documents = file.documents.map { DocumentView($0, of: file, at: place, format) }
        (document, earlierDocuments) = (documents.last, documents.dropLast().reversed())
        hasEarlierDocuments = documents.count > 1
        timeline = TimelineView(file, format)
        machinery = MachineryView(file, format)
        statements = StatementsView(file, format)
        readings = file.readings.map { ReadingRow($0, format) }
        hasReadings = !file.readings.isEmpty
        colleagues = ColleaguesView(file, at: place, format, refused: refusedNote)
        secondLook = SecondLookView(file, at: place, rights, format)
        erasure = file.erasure.map { Self.pairs(of: $0, format) } ?? []
        hasErasure = !erasure.isEmpty
        let readsTrail = OperatorFrame.administrative.contains(where: rights.contains)
        trailHref = file.erasure.flatMap { entry in
            readsTrail ? "\(base)/admin/trail?before=\(entry.number + 1)" : nil
        }
        eraseHref = rights.contains(.erase) && file.explanation.erasedAt == nil ? place.address + "/erase" : nil
        sections = [
            Section(anchor: "decision", name: format.words("case.sections.decision")),
            secondLook.map { _ in Section(anchor: "second-look", name: format.words("case.sections.secondLook")) },
            face.map { _ in Section(anchor: "capture", name: format.words("case.sections.capture")) },
            comparison.map { _ in Section(anchor: "comparison", name: format.words("case.sections.comparison")) },
            document.map { _ in Section(anchor: "document", name: format.words("case.sections.document")) },
            Section(anchor: "timeline", name: format.words("case.sections.timeline")),
            Section(anchor: "machinery", name: format.words("case.sections.machinery")),
            Section(anchor: "readings", name: format.words("case.sections.readings")),
            Section(anchor: "notes", name: format.words("case.sections.notes")),
        ].compactMap(\.self)
    }

    private static func pairs(of erasure: CaseFile.Erasure, _ format: CaseFormat) -> [Pair] {
        [
            ("number", "\(erasure.number)"), ("at", format.time(erasure.at)),
            ("by", ReadingRow.actor(erasure.by, format)),
        ].map { name, value in Pair(name: format.words("case.erased.\(name)"), value: value) }
    }

    private static func pairs(of person: CaseFile.Person, _ format: CaseFormat) -> [Pair] {
        let named: [(String, String?)] = [
            ("username", person.username), ("firstName", person.firstName), ("lastName", person.lastName),
            ("email", person.email), ("phoneNumber", person.phoneNumber), ("reference", person.reference),
        ]
        return named.compactMap { name, value in
            value.map { Pair(name: format.words("case.person.\(name)"), value: $0) }
        }
    }
}

/// Where a case and its images are.
struct CasePlace {
    let path: String
    private let base: String

    init(_ file: CaseFile, base: String) {
        self.base = base
        path = "/desk/cases/\(file.id)"
    }

    var address: String { base + path }

    func image(_ evidence: String, _ name: String) -> String { "\(address)/images/\(evidence)/\(name)" }

    func other(_ id: String) -> String { "\(base)/desk/cases/\(id)" }
}
