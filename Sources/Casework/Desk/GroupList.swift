internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// The groups of a tenant's users, for whoever looks at its cases.
package struct GroupList: Sendable {
    /// How many stand on a page.
    package static let pageSize = 50
    /// Of numbers of pages: as many as the largest group has.
    package static let lastPage = Limit.groupSize.value / pageSize

    let cases: Cases

    package struct Group: Equatable, Sendable {
        package let id: String
        package let name: String
        package let members: Int
        package let sizeLimit: Int
        package let createdAt: Instant

        /// Whether everybody is in it whom their own enrollment registered.
        package var isDefault: Bool { id == GroupRow.defaultID }
    }

    package struct Member: Sendable {
        /// Of the registration.
        package let enrollmentID: String
        package let registrationCode: String?
        /// A word of `GroupRole`.
        package let role: String
        package let addedAt: Instant
        /// Nil where whoever asks may not see it.
        package let person: CaseList.Name?
    }

    package struct Page<Row: Sendable>: Sendable {
        package let rows: [Row]
        /// From 1.
        package let number: Int
        package let hasNext: Bool
    }

    /// - Parameter number: of the page, from 1.
    package func groups(page number: Int, by principal: Principal) async throws -> Page<Group> {
        try principal.require(right: .cases)
        let tenant = principal.tenant.id
        let skipped = Self.skipped(before: number)
        let rows = try await cases.store.groups(tenant: tenant).dropFirst(skipped)
        var groups: [Group] = []
        for row in rows.prefix(Self.pageSize) {
            groups.append(
                Group(
                    row, members: try await cases.store.members(of: row.id, tenant: tenant, skipping: 0, limit: 0).total
                ))
        }
        return Page(rows: groups, number: skipped / Self.pageSize + 1, hasNext: rows.count > Self.pageSize)
    }

    /// - Throws: `enrollmentUnknown` where the tenant has no such group.
    package func members(
        of id: String?, page number: Int, by principal: Principal, at now: Instant
    ) async throws -> (group: Group, page: Page<Member>) {
        try principal.require(right: .cases)
        let (tenant, readsPersons) = (principal.tenant.id, principal.has(.readPersons))
        guard let id, let row = try await cases.store.group(id, tenant: tenant) else {
            throw Refusal(.enrollmentUnknown)
        }
        let skipped = Self.skipped(before: number)
        let found = try await cases.store.members(
            of: row.id, tenant: tenant, skipping: skipped, limit: Self.pageSize + 1)
        var members: [Member] = []
        for member in found.page.prefix(Self.pageSize) {
            // Erased since the page was read, or at this moment.
            guard let registration = try await cases.store.enrollment(member.enrollmentID) else { continue }
            members.append(
                Member(
                    enrollmentID: member.enrollmentID.text, registrationCode: registration.enrollment.code,
                    role: member.role.rawValue, addedAt: member.addedAt,
                    person: readsPersons ? cases.name(of: registration) : nil))
        }
        if readsPersons {
            try await cases.noteReading(
                "group", of: members.compactMap { EnrollmentID(text: $0.enrollmentID) }, tenant: tenant, at: now)
        }
        return (
            Group(row, members: found.total),
            Page(rows: members, number: skipped / Self.pageSize + 1, hasNext: found.page.count > Self.pageSize)
        )
    }

    private static func skipped(before number: Int) -> Int { (min(max(number, 1), lastPage) - 1) * pageSize }
}

extension GroupList.Group {
    fileprivate init(_ row: GroupRow, members: Int) {
        self.init(id: row.id, name: row.name, members: members, sizeLimit: row.sizeLimit, createdAt: row.createdAt)
    }
}
