package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// Groups of a tenant's users, among whom faces are looked for. A user may be in many; whoever a person's own enrollment registers
/// is in the one that every tenant has.
package struct UserGroups: Sendable {
    let users: Users

    package init(users: Users) {
        self.users = users
    }

    private var store: any Store { users.store }

    package struct Group: Equatable, Sendable {
        package let id: String
        package let name: String
        package let sizeLimit: Int
        package let createdAt: Instant
    }

    package struct Member: Equatable, Sendable {
        package let userID: String
        package let details: String
        package let addedAt: Instant
        package let faces: [String]
        package let registrationCode: String
    }

    /// A page of a list; nil for all at once.
    package struct Page: Sendable {
        package let number: Int
        package let size: Int

        package init(number: Int, size: Int) {
            self.number = number
            self.size = size
        }
    }

    // MARK: Groups

    /// - Returns: the id of the new group.
    package func create(
        name: String?, sizeLimit: Int?, by requester: UserRequester, at now: Instant
    ) async throws -> String {
        try requester.requireAdministrator()
        let name = try Self.checked(name)
        guard let sizeLimit else { throw UserError(.missingGroupSizeLimit) }
        try Self.check(sizeLimit)
        let tenant = requester.tenant.id
        let id = Hexadecimal.encode(try Random.bytes(16))
        do {
            try await store.add(
                GroupRow(id: id, tenantID: tenant, name: name, sizeLimit: sizeLimit, createdAt: now),
                atMost: Limit.groups.value, operation: "group.create")
        } catch StorageError.nameTaken {
            throw UserError(.groupAlreadyExists)
        } catch StorageError.limitReached {
            throw UserError(.tooManyGroups)
        }
        return id
    }

    package func group(_ groupID: String?, by requester: UserRequester) async throws -> Group {
        let row = try await row(groupID, requester)
        return Group(id: row.id, name: row.name, sizeLimit: row.sizeLimit, createdAt: row.createdAt)
    }

    /// Changes what is given.
    package func edit(
        _ groupID: String?, name: String?, sizeLimit: Int?, by requester: UserRequester, at now: Instant
    ) async throws {
        let row = try await row(groupID, requester)
        if let name, try Self.checked(name) != row.name, row.id == GroupRow.defaultID {
            throw UserError(.defaultGroup)
        }
        if let sizeLimit { try Self.check(sizeLimit) }
        do {
            try await users.knowing {
                try await store.change(
                    row.id, tenant: row.tenantID, name: name, sizeLimit: sizeLimit, operation: "group.edit", at: now)
            }
        } catch StorageError.nameTaken {
            throw UserError(.groupAlreadyExists)
        }
    }

    /// Removes a group. Its members stay users.
    package func remove(_ groupID: String?, by requester: UserRequester, at now: Instant) async throws {
        let row = try await row(groupID, requester)
        guard row.id != GroupRow.defaultID else { throw UserError(.defaultGroup) }
        try await users.knowing {
            try await store.removeGroup(row.id, tenant: row.tenantID, operation: "group.remove", at: now)
        }
    }

    // MARK: Members

    package func add(
        _ userID: String?, to groupID: String?, by requester: UserRequester, at now: Instant
    ) async throws {
        let row = try await row(groupID, requester)
        let stored = try await users.registration(of: userID, requester.tenant)
        try await join([stored.id], [row.id], row.tenantID, "group.addUser", at: now)
    }

    package func remove(
        _ userID: String?, from groupID: String?, by requester: UserRequester, at now: Instant
    ) async throws {
        let row = try await row(groupID, requester)
        let stored = try await users.registration(of: userID, requester.tenant)
        try await leave([stored.id], [row.id], row.tenantID, "group.removeUser", at: now)
    }

    /// - Parameter role: a word of `GroupRole`.
    package func setRole(
        _ role: String?, of userID: String?, in groupID: String?, by requester: UserRequester, at now: Instant
    ) async throws {
        let row = try await row(groupID, requester)
        let stored = try await users.registration(of: userID, requester.tenant)
        guard let role, !role.isEmpty else { throw UserError(.missingGroupRole) }
        guard let role = GroupRole(rawValue: role) else { throw UserError(.missingRole) }
        let isMember = try await users.knowing {
            try await store.setRole(
                role, of: stored.id, group: row.id, tenant: row.tenantID, operation: "group.userRole", at: now)
        }
        guard isMember else { throw UserError(.userNotFound) }
    }

    /// The members of a group, with how many there are.
    /// - Throws: 699 where they are too many for one answer, and no page is asked for.
    package func members(
        of groupID: String?, page: Page? = nil, by requester: UserRequester, at now: Instant
    ) async throws -> (total: Int, page: [Member]) {
        let row = try await row(groupID, requester)
        if let page {
            guard page.number >= 1, (1...Limit.pageSize.value).contains(page.size) else {
                throw UserError(.pageOutOfRange)
            }
        }
        let (skipped, isBeyondNumbers) = ((page?.number ?? 1) - 1).multipliedReportingOverflow(by: page?.size ?? 0)
        let (total, found) = try await store.members(
            of: row.id, tenant: row.tenantID, skipping: isBeyondNumbers ? .max : skipped,
            limit: page?.size ?? Limit.listedUsers.value)
        guard page != nil || total <= Limit.listedUsers.value else { throw UserError(.pageOutOfRange) }
        var members: [Member] = []
        for member in found {
            // Erased since the page was read, or at this moment.
            guard let stored = try await store.enrollment(member.enrollmentID),
                let profile = try await users.profile(of: stored)
            else { continue }
            members.append(
                Member(
                    userID: profile.userID, details: profile.details, addedAt: member.addedAt, faces: profile.faces,
                    registrationCode: stored.enrollment.registrationCode))
        }
        try await users.cases.noteReading(
            "group.listUsers", of: found.map(\.enrollmentID), tenant: row.tenantID, at: now)
        return (total, members)
    }

    func join(
        _ ids: [EnrollmentID], _ groups: [String], _ tenant: TenantID, _ operation: String, at now: Instant
    ) async throws {
        do {
            try await users.knowing {
                try await store.join(
                    ids, groups: groups, tenant: tenant, atMost: Limit.groupsOfUser.value, operation: operation, at: now
                )
            }
        } catch StorageError.limitReached {
            throw UserError(.tooManyGroups)
        }
    }

    func leave(
        _ ids: [EnrollmentID], _ groups: [String], _ tenant: TenantID, _ operation: String, at now: Instant
    ) async throws {
        try await users.knowing {
            try await store.leave(ids, groups: groups, tenant: tenant, operation: operation, at: now)
        }
    }

    // MARK: Finding

    /// A group that the requester may administer. Whether there is another one, nobody else learns.
    private func row(_ groupID: String?, _ requester: UserRequester) async throws -> GroupRow {
        guard requester.isAdministrator || requester.user != nil else {
            try requester.requireAdministrator()
            throw Refusal(.roleMissing)
        }
        let id = try Users.text(groupID, .groupName, missing: .missingGroupID)
        try await users.requireAdministrator(of: id, requester)
        guard let row = try await store.group(id, tenant: requester.tenant.id) else {
            throw UserError(.groupNotFound)
        }
        return row
    }

    /// A name that a group may have. What the gallery of every tenant is called means no other.
    private static func checked(_ name: String?) throws -> String {
        let name = try Users.name(name, .groupName, missing: .missingGroupName)
        guard name != Galleries.defaultName else { throw UserError(.groupAlreadyExists) }
        return name
    }

    private static func check(_ sizeLimit: Int) throws(UserError) {
        guard (1...Limit.groupSize.value).contains(sizeLimit) else { throw UserError(.sizeLimitOutOfRange) }
    }
}
