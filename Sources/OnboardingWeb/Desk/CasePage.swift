internal import Casework
internal import Onboarding
internal import OnboardingCore
internal import Tenancy

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
    let mayNotSeePersons: Bool
    /// Nil where no face was judged.
    let face: FaceView?
    let earlierFaces: [FaceView]
    let hasEarlierFaces: Bool
    /// Nil where nobody was looked for.
    let registrations: RegistrationsView?
    /// Nil for an enrollment that has not led to one.
    let registration: RegistrationView?
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
    /// Its entry in the trail; nil for who may not read that.
    let trailHref: String?
    /// The certificate of the erasure; nil where nothing was erased, and for who may not erase.
    let certificateHref: String?
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
        mayNotSeePersons = !file.rights.persons
        let captures = CapturesShown(file)
        let faces = file.faces.map { FaceView($0, of: captures, at: place, format) }
        (face, earlierFaces) = (faces.last, faces.dropLast().reversed())
        hasEarlierFaces = faces.count > 1
        registrations = file.registrationSearch.map { RegistrationsView($0, at: place, format) }
        registration = file.registration.map {
            RegistrationView($0, mayBeSeen: file.rights.persons, base: base, format)
        }
        comparison = file.comparison.map { ComparisonView($0, of: file, at: place, format) }
        let documents = file.documents.map { DocumentView($0, of: captures, at: place, format) }
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
        let readsTrail = OperatorFrame.administrative.contains(where: rights.contains)
        trailHref = file.erasure.flatMap { entry in
            readsTrail ? "\(base)/admin/trail?before=\(entry.number + 1)" : nil
        }
        certificateHref =
            rights.contains(.erase) && file.erasure != nil ? place.address + "/erasure.jwt" : nil
        eraseHref = rights.contains(.erase) && file.explanation.erasedAt == nil ? place.address + "/erase" : nil
        let shown: [(anchor: String, word: String, isShown: Bool)] = [
            ("decision", "decision", true), ("second-look", "secondLook", secondLook != nil),
            ("capture", "capture", face != nil), ("registrations", "registrations", registrations != nil),
            ("comparison", "comparison", comparison != nil), ("document", "document", document != nil),
            ("registration", "registration", registration != nil),
            ("timeline", "timeline", true), ("machinery", "machinery", true), ("readings", "readings", true),
            ("notes", "notes", true),
        ]
        sections = shown.filter(\.isShown).map { section in
            Section(anchor: section.anchor, name: format.words("case.sections.\(section.word)"))
        }
    }

    private static func pairs(of erasure: CaseFile.Erasure, _ format: CaseFormat) -> [Pair] {
        format.pairs(
            [
                ("number", "\(erasure.number)"), ("at", format.time(erasure.at)),
                ("by", ReadingRow.actor(erasure.by, format)),
            ], in: "erased")
    }

    static func pairs(of person: CaseFile.Person, _ format: CaseFormat) -> [Pair] {
        let named: [(String, String?)] = [
            ("username", person.username), ("firstName", person.firstName), ("lastName", person.lastName),
            ("email", person.email), ("phoneNumber", person.phoneNumber), ("reference", person.reference),
        ]
        return format.pairs(named, in: "person")
    }
}

/// Where a case, or an authentication, and its images are.
struct CasePlace {
    let path: String
    private let base: String

    init(_ file: CaseFile, base: String) {
        self.base = base
        path = "/desk/cases/\(file.id)"
    }

    init(_ file: AuthenticationFile, base: String) {
        self.base = base
        path = "/desk/authentications/\(file.line.id)"
    }

    var address: String { base + path }

    func image(_ evidence: String, _ name: String) -> String { "\(address)/images/\(evidence)/\(name)" }

    func other(_ id: String) -> String { "\(base)/desk/cases/\(id)" }
}
