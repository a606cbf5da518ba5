internal import Casework
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// What was done to the tenant and in its name: the newest entries of the audit trail, a kind at a time or all.
struct TrailPage: Sendable {
    let site: Site
    let tenantTrail: TenantTrail

    private static let pageSize = 50

    var routes: [Route] {
        [site.adminRoute(.get, AdminTab.trail.path, of: .trail, handle: page)]
    }

    private func page(_ request: Request) async throws -> Response {
        let (query, principal) = (try request.query, try request.authenticated)
        let kind = query["kind"].flatMap(AuditEvent.Kind.init(rawValue:))
        let before = query["before"].flatMap(Int.init)
        let (entries, next) = try await tenantTrail.page(
            kind: kind, before: before, limit: Self.pageSize, by: principal)
        return try site.page(
            "admin/trail",
            TrailView(
                principal, entries, kind: kind, isFirst: before == nil, next: next, words: try site.words(for: request)),
            for: request)
    }
}

/// What `admin/trail.mustache` shows.
struct TrailView {
    struct KindView {
        let kindWord: String
        let kindName: String
        let isChosen: Bool
    }

    struct EntryView {
        struct About {
            let aboutName: String
            let aboutText: String
            /// The path of the case that is meant; nil where it is none, or who looks may see none.
            var casePath: String?
        }

        let number: Int
        /// As programs read it.
        let at: String
        /// `21 Nov 2026, 09:14:03 UTC`
        let time: String
        let actor: String
        let what: String
        let about: [About]
        let isWithdrawn: Bool
    }

    let tabs: [AdminTabView]
    let kinds: [KindView]
    let chosenKind: String
    let entries: [EntryView]
    let isFirst: Bool
    /// The number of the last entry; nil where nothing is older.
    let next: Int?

    init(
        _ principal: Principal, _ entries: [TenantTrail.Entry], kind: AuditEvent.Kind?, isFirst: Bool, next: Int?,
        words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .trail, words: words)
        kinds = AuditEvent.Kind.allCases.map {
            KindView(kindWord: $0.rawValue, kindName: Self.name(of: $0.rawValue, words), isChosen: $0 == kind)
        }.sorted { $0.kindName < $1.kindName }
        chosenKind = kind?.rawValue ?? ""
        let seesCases = principal.operator?.rights.contains(.cases) ?? false
        self.entries = entries.map { entry in
            let at = entry.at.iso8601WithMilliseconds
            return EntryView(
                number: entry.number, at: at, time: words.written.moment(at, hasSeconds: true),
                actor: entry.actor.map { Self.actor($0, words) } ?? words("admin.unknownActor"),
                what: Self.name(of: entry.kind, words),
                about: Self.about(entry, seesCases: seesCases, words), isWithdrawn: entry.isWithdrawn)
        }
        self.isFirst = isFirst
        self.next = next
    }

    private static func name(of kind: String, _ words: Words) -> String {
        words.text(at: "admin.kind.\(kind)") ?? kind
    }

    /// `operator alice`, its first word in the language of the page.
    private static func actor(_ name: String, _ words: Words) -> String {
        let parts = name.split(separator: " ", maxSplits: 1)
        guard let kind = parts.first, !kind.contains("."), let word = words.text(at: "admin.actor.\(kind)") else {
            return name
        }
        return parts.count > 1 ? "\(word) \(parts[1])" : word
    }

    /// The word that the page has for what the trail says in one of its own; any other text as it is.
    private static func detail(_ name: String, _ text: String, _ words: Words) -> String {
        guard !text.contains(".") else { return text }
        let list = name == "role" ? "admin.role" : "admin.detail.\(name)"
        return words.text(at: "\(list).\(text)") ?? text
    }

    private static func about(_ entry: TenantTrail.Entry, seesCases: Bool, _ words: Words) -> [EntryView.About] {
        var about = entry.about.map { item in
            EntryView.About(
                aboutName: words.text(at: "admin.about.\(item.name)") ?? item.name,
                aboutText: detail(item.name, item.text, words))
        }
        if !entry.changes.isEmpty {
            // Whole paths: `enabled` alone is the last word of several.
            about.append(
                .init(
                    aboutName: words("admin.about.changes"),
                    aboutText: entry.changes.map(\.key).joined(separator: ", ")))
        }
        if seesCases, let id = entry.onlyEnrollment {
            about.append(
                .init(aboutName: words("admin.about.case"), aboutText: id.text, casePath: "/desk/cases/\(id.text)"))
        } else if entry.enrollments > 0 {
            about.append(.init(aboutName: words("admin.about.enrollments"), aboutText: "\(entry.enrollments)"))
        }
        return about
    }
}
