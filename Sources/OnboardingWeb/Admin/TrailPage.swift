internal import Onboarding
internal import OnboardingCore
internal import OnboardingHTTP

/// What was done to the tenant and in its name: the newest entries of the audit trail, a kind at a time or all.
struct TrailPage: Sendable {
    let site: Site

    private static let pageSize = 50

    var routes: [Route] {
        [site.adminRoute(.get, AdminTab.trail.path, of: .trail, handle: page)]
    }

    private func page(_ request: Request) async throws -> Response {
        let (query, principal) = (try request.query, try request.authenticated)
        let kind = query["kind"].flatMap(AuditEvent.Kind.init(rawValue:))
        let before = query["before"].flatMap(Int.init)
        let (entries, next) = try await site.material.useCases.tenantTrail.page(
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
        }

        let number: Int
        let at: String
        let actor: String
        let what: String
        let about: [About]
        let isWithdrawn: Bool
    }

    let tabs: [AdminTabView]
    let kinds: [KindView]
    let chosenKind: String
    let entries: [EntryView]
    let hasEntries: Bool
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
        self.entries = entries.map { entry in
            EntryView(
                number: entry.number, at: entry.at.iso8601WithMilliseconds,
                actor: entry.actor ?? words("admin.unknownActor"), what: Self.name(of: entry.kind, words),
                about: Self.about(entry, words), isWithdrawn: entry.isWithdrawn)
        }
        hasEntries = !entries.isEmpty
        self.isFirst = isFirst
        self.next = next
    }

    private static func name(of kind: String, _ words: Words) -> String {
        words.text(at: "admin.kind.\(kind)") ?? kind
    }

    private static func about(_ entry: TenantTrail.Entry, _ words: Words) -> [EntryView.About] {
        var about = entry.about.map { item in
            EntryView.About(aboutName: words.text(at: "admin.about.\(item.name)") ?? item.name, aboutText: item.text)
        }
        if !entry.changes.isEmpty {
            let keys = entry.changes.map { $0.key.split(separator: ".").last.map(String.init) ?? $0.key }
            about.append(
                .init(
                    aboutName: words("admin.about.changes"),
                    aboutText: keys.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
                        .joined(separator: ", ")))
        }
        if entry.enrollments > 0 {
            about.append(.init(aboutName: words("admin.about.enrollments"), aboutText: "\(entry.enrollments)"))
        }
        return about
    }
}
