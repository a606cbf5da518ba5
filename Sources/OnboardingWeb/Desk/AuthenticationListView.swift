internal import Casework
internal import OnboardingCore
internal import Tenancy

/// What `desk/authentications.mustache` shows.
struct AuthenticationListView {
    struct Row {
        let shown: AuthenticationRow
        let casePath: String
        /// The registration code; the beginning of the case's number where there is none.
        let caseName: String
        let person: String?
        let username: String?
        /// Of the authentication itself. Not `reference`: what has none would be looked for beside the list.
        let ownReference: String?
    }

    /// Those of one end, as a link.
    struct View {
        let name: String
        /// Of its URL.
        let query: String
        let isShown: Bool
    }

    let tabs: [DeskTab]
    let views: [View]
    let rows: [Row]
    /// What is looked for, and the end that is chosen beside it.
    let reference: String
    let status: String?
    /// Nobody came back, and nothing is wrong with what was asked.
    let isEmpty: Bool
    /// What is wrong with what was asked; nil where nothing is.
    let problem: String?
    let showsPersons: Bool
    /// Queries of URLs; nil where there is no such page.
    let newest: String?
    let older: String?

    /// - Parameters:
    ///   - isFirst: whether the page begins with the newest.
    ///   - isDamaged: whether the address cannot be understood.
    init(
        _ page: AuthenticationList.Page, status: CaseStatus?, reference: String? = nil, isFirst: Bool,
        isDamaged: Bool = false, for principal: Principal, base: String, _ format: CaseFormat
    ) {
        let words = format.words
        tabs = DeskTab.all(at: .authentications, words: words)
        views = ([nil] + CaseStatus.allCases).map { other in
            View(
                name: words("desk.authentications.view.\(other?.rawValue ?? "all")"),
                query: Self.query(other, reference),
                isShown: !isDamaged && other == status)
        }
        rows = page.entries.map { entry in
            Row(
                shown: AuthenticationRow(entry.line, base: base, format), casePath: "/desk/cases/\(entry.enrollmentID)",
                caseName: entry.registrationCode ?? String(entry.enrollmentID.prefix(8)), person: entry.person?.name,
                username: entry.person.flatMap { $0.username == $0.name ? nil : $0.username },
                ownReference: entry.reference)
        }
        (self.reference, self.status) = (reference ?? "", status?.rawValue)
        isEmpty = rows.isEmpty && !isDamaged
        problem = isDamaged ? words("desk.authentications.damaged") : nil
        showsPersons = principal.has(.readPersons)
        newest = isFirst ? nil : Self.query(status, reference)
        older = page.older.map { Self.query(status, reference, before: $0) }
    }

    private static func query(_ status: CaseStatus?, _ reference: String?, before number: Int? = nil) -> String {
        let values: [(name: String, value: String?)] = [
            ("status", status?.rawValue), ("reference", reference), ("before", number.map(String.init)),
        ]
        let query = CaseListView.query(values.compactMap { name, value in value.map { (name, $0) } })
        return query.isEmpty ? "" : "?" + query
    }
}
