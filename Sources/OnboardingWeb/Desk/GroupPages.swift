internal import Casework
internal import HTTPTypes
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// The groups of the tenant's users, and who is in one.
struct GroupPages: Sendable {
    let site: Site
    let groupList: GroupList

    var routes: [Route] {
        let audience = site.signedIn(with: .cases)
        return [
            Route(.get, "/desk/groups", for: audience, effort: .long, refusals: site.refusals, handle: groups),
            Route(
                .get, "/desk/groups/{id}", for: audience, effort: .long,
                refusals: site.refusals(ofUnknown: "refusal.noGroup"), handle: members),
        ]
    }

    private func groups(_ request: Request) async throws -> Response {
        let page = try await groupList.groups(page: try Self.number(in: request), by: try request.authenticated)
        return try site.page("desk/groups", GroupsView(page, try format(request)), for: request)
    }

    private func members(_ request: Request) async throws -> Response {
        let principal = try request.authenticated
        let (group, page) = try await groupList.members(
            of: request.parameters["id"], page: try Self.number(in: request), by: principal, at: request.now)
        return try site.page(
            "desk/group", GroupView(group, page, for: principal, try format(request)), for: request)
    }

    /// The first for what is no number.
    private static func number(in request: Request) throws -> Int { try request.query["page"].flatMap(Int.init) ?? 1 }

    private func format(_ request: Request) throws -> CaseFormat {
        CaseFormat(words: try site.words(for: request), language: site.language(of: request))
    }
}

/// A group in words and numbers.
struct GroupRowView {
    let path: String
    let name: String
    /// Whether everybody is in it whom their own enrollment registered.
    let isDefault: Bool
    let members: String
    let sizeLimit: String
    let createdAt: String

    init(_ group: GroupList.Group, _ format: CaseFormat) {
        path = "/desk/groups/\(group.id)"
        name = group.name
        isDefault = group.isDefault
        members = format.number(group.members)
        sizeLimit = format.number(group.sizeLimit)
        createdAt = format.time(group.createdAt)
    }
}

/// The pages beside one of several.
struct PageNumbers {
    /// Queries of URLs; nil where there is no such page.
    let previous: String?
    let next: String?

    init(_ number: Int, hasNext: Bool) {
        previous = number > 1 ? "?page=\(number - 1)" : nil
        next = hasNext && number < GroupList.lastPage ? "?page=\(number + 1)" : nil
    }
}

/// What `desk/groups.mustache` shows.
struct GroupsView {
    let tabs: [DeskTab]
    let groups: [GroupRowView]
    let pages: PageNumbers

    init(_ page: GroupList.Page<GroupList.Group>, _ format: CaseFormat) {
        tabs = DeskTab.all(at: .groups, words: format.words)
        groups = page.rows.map { GroupRowView($0, format) }
        pages = PageNumbers(page.number, hasNext: page.hasNext)
    }
}

/// What `desk/group.mustache` shows.
struct GroupView {
    struct Member {
        let casePath: String
        /// The registration code; the beginning of the case's number where there is none.
        let caseName: String
        let person: String?
        let username: String?
        let role: String
        let addedAt: String
    }

    let tabs: [DeskTab]
    let group: GroupRowView
    let rows: [Member]
    let showsPersons: Bool
    let pages: PageNumbers

    init(
        _ group: GroupList.Group, _ page: GroupList.Page<GroupList.Member>, for principal: Principal,
        _ format: CaseFormat
    ) {
        tabs = DeskTab.all(at: .groups, words: format.words)
        self.group = GroupRowView(group, format)
        rows = page.rows.map { member in
            Member(
                casePath: "/desk/cases/\(member.enrollmentID)",
                caseName: member.registrationCode ?? String(member.enrollmentID.prefix(8)), person: member.person?.name,
                username: member.person.flatMap { $0.username == $0.name ? nil : $0.username },
                role: format.words("desk.groups.role.\(member.role)"), addedAt: format.time(member.addedAt))
        }
        showsPersons = principal.has(.readPersons)
        pages = PageNumbers(page.number, hasNext: page.hasNext)
    }
}
