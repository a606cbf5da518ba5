package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func add(_ group: GroupRow, atMost limit: Int, operation: String) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                let count = try database.row(
                    "SELECT count(*) AS count FROM user_group WHERE tenant_id = ?", [group.tenantID.text])
                guard try (count?.integer("count") ?? 0) < limit else { throw StorageError.limitReached }
                try Self.insert(group, in: database)
                try trail.append(
                    .userOperation(operation: operation, [], group: group.id), tenant: group.tenantID,
                    at: group.createdAt, in: database)
            }
        }
    }

    package func group(_ id: String, tenant: TenantID) async throws -> GroupRow? {
        try lookUp { try Self.group(id, tenant: tenant, in: $0) }
    }

    package func group(named name: String, tenant: TenantID) async throws -> GroupRow? {
        try lookUp { database in
            try database.row("SELECT * FROM user_group WHERE tenant_id = ? AND name = ?", [tenant.text, name])
                .map(GroupRow.init)
        }
    }

    package func groups(tenant: TenantID) async throws -> [GroupRow] {
        try lookUp { database in
            try database.rows("SELECT * FROM user_group WHERE tenant_id = ? ORDER BY name", [tenant.text])
                .map(GroupRow.init)
        }
    }

    package func change(
        _ id: String, tenant: TenantID, name: String?, sizeLimit: Int?, operation: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                var group = try Self.known(id, tenant: tenant, in: database)
                if let name { group.name = name }
                if let sizeLimit {
                    guard try Self.countMembers(of: id, tenant: tenant, upTo: sizeLimit + 1, in: database) <= sizeLimit
                    else { throw StorageError.groupFull }
                    group.sizeLimit = sizeLimit
                }
                try database.run(
                    "UPDATE user_group SET name = ?, size_limit = ? WHERE tenant_id = ? AND id = ?",
                    [group.name, group.sizeLimit, tenant.text, id])
                try trail.append(
                    .userOperation(operation: operation, [], group: id), tenant: tenant, at: instant, in: database)
            }
        }
    }

    package func removeGroup(
        _ id: String, tenant: TenantID, operation: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            _ = try Self.known(id, tenant: tenant, in: database)
            try database.run("DELETE FROM group_member WHERE tenant_id = ? AND group_id = ?", [tenant.text, id])
            try database.run("DELETE FROM user_group WHERE tenant_id = ? AND id = ?", [tenant.text, id])
            try trail.append(
                .userOperation(operation: operation, [], group: id), tenant: tenant, at: instant, in: database)
        }
    }

    package func join(
        _ ids: [EnrollmentID], groups: [String], tenant: TenantID, atMost limit: Int, operation: String,
        at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            for id in ids {
                guard try Self.userRecord(id, in: database).tenantID == tenant else {
                    throw StorageError.unknownSubject
                }
                for group in groups { try Self.join(id, group, tenant: tenant, at: instant, in: database) }
                let count = try database.row(
                    "SELECT count(*) AS count FROM group_member WHERE enrollment_id = ?", [id.text])
                guard try (count?.integer("count") ?? 0) <= limit else { throw StorageError.limitReached }
            }
            for group in groups {
                try trail.append(
                    .userOperation(operation: operation, ids, group: group), tenant: tenant, at: instant, in: database)
            }
        }
    }

    package func leave(
        _ ids: [EnrollmentID], groups: [String], tenant: TenantID, operation: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            for group in groups {
                _ = try Self.known(group, tenant: tenant, in: database)
                for id in ids {
                    try database.run(
                        "DELETE FROM group_member WHERE tenant_id = ? AND group_id = ? AND enrollment_id = ?",
                        [tenant.text, group, id.text])
                }
                try trail.append(
                    .userOperation(operation: operation, ids, group: group), tenant: tenant, at: instant, in: database)
            }
        }
    }

    package func setRole(
        _ role: GroupRole, of id: EnrollmentID, group: String, tenant: TenantID, operation: String, at instant: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            _ = try Self.known(group, tenant: tenant, in: database)
            try database.run(
                "UPDATE group_member SET role = ? WHERE tenant_id = ? AND group_id = ? AND enrollment_id = ?",
                [role.rawValue, tenant.text, group, id.text])
            guard database.changesCount == 1 else { return false }
            try trail.append(
                .userOperation(operation: operation, [id], group: group, result: role.rawValue), tenant: tenant,
                at: instant, in: database)
            return true
        }
    }

    package func role(of id: EnrollmentID, group: String, tenant: TenantID) async throws -> GroupRole? {
        try lookUp { database in
            try database.row(
                "SELECT role FROM group_member WHERE tenant_id = ? AND group_id = ? AND enrollment_id = ?",
                [tenant.text, group, id.text]
            )?.role
        }
    }

    package func members(
        of group: String, tenant: TenantID, skipping skipped: Int, limit: Int
    ) async throws -> (total: Int, page: [GroupMember]) {
        try await readMany { database in
            let total = try database.row(
                "SELECT count(*) AS count FROM group_member WHERE tenant_id = ? AND group_id = ?", [tenant.text, group])
            let page = try database.rows(
                """
                SELECT enrollment_id, subject_id, role, added_at FROM group_member
                JOIN enrollment ON enrollment.id = enrollment_id
                WHERE group_member.tenant_id = ? AND group_id = ? AND erased_at IS NULL
                ORDER BY enrollment_id LIMIT ? OFFSET ?
                """, [tenant.text, group, limit, skipped]
            ).map { row in
                GroupMember(
                    enrollmentID: try row.identifier("enrollment_id"), subjectID: try row.identifier("subject_id"),
                    role: try row.role, addedAt: try row.instant("added_at"))
            }
            return (try total?.integer("count") ?? 0, page)
        }
    }

    package func persons(inGroup group: String, tenant: TenantID) async throws -> Set<SubjectID> {
        try await readMany { database in
            let ids: [SubjectID] = try database.rows(
                """
                SELECT subject_id FROM group_member JOIN enrollment ON enrollment.id = enrollment_id
                WHERE group_member.tenant_id = ? AND group_id = ? AND erased_at IS NULL
                """, [tenant.text, group]
            ).map { try $0.identifier("subject_id") }
            return Set(ids)
        }
    }

    // MARK: The group that every tenant has

    static func addDefaultGroup(of tenant: TenantID, at instant: Instant, in database: Database) throws {
        try insert(
            GroupRow(
                id: GroupRow.defaultID, tenantID: tenant, name: GroupRow.defaultID, sizeLimit: Limit.groupSize.value,
                createdAt: instant), in: database)
    }

    /// Takes whoever was registered by the person's own enrollment into it, however many there are: nobody's registration fails
    /// because of a group.
    static func joinDefaultGroup(
        _ id: EnrollmentID, tenant: TenantID, at instant: Instant, in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO group_member (tenant_id, group_id, enrollment_id, role, added_at)
            SELECT tenant_id, id, ?, ?, ? FROM user_group WHERE tenant_id = ? AND id = ?
            ON CONFLICT DO NOTHING
            """,
            [
                id.text, GroupRole.user.rawValue, instant.millisecondsSince1970, tenant.text, GroupRow.defaultID,
            ])
    }

    /// The same for all from before there were groups.
    static func joinDefaultGroups(in database: Database) throws {
        try database.run(
            """
            INSERT INTO user_group (tenant_id, id, name, size_limit, created_at)
            SELECT id, ?1, ?1, ?2, created_at FROM tenant
            """, [GroupRow.defaultID, Limit.groupSize.value])
        try database.run(
            """
            INSERT INTO group_member (tenant_id, group_id, enrollment_id, role, added_at)
            SELECT tenant_id, ?, id, ?, changed_at FROM enrollment WHERE status = 'complete' AND erased_at IS NULL
            """, [GroupRow.defaultID, GroupRole.user.rawValue])
    }

    // MARK: Inside transactions

    /// Takes a user into a group, unless the user is in it.
    /// - Throws: `unknownGroup`, `groupFull`: counted here, so that of two who want the last place one gets it.
    static func join(
        _ id: EnrollmentID, _ group: String, tenant: TenantID, at instant: Instant, in database: Database
    ) throws {
        let known = try known(group, tenant: tenant, in: database)
        let member = try database.row(
            "SELECT 1 FROM group_member WHERE tenant_id = ? AND group_id = ? AND enrollment_id = ?",
            [tenant.text, group, id.text])
        guard member == nil else { return }
        guard
            try countMembers(of: group, tenant: tenant, upTo: known.sizeLimit, in: database) < known.sizeLimit
        else { throw StorageError.groupFull }
        try database.run(
            "INSERT INTO group_member (tenant_id, group_id, enrollment_id, role, added_at) VALUES (?, ?, ?, ?, ?)",
            [tenant.text, group, id.text, GroupRole.user.rawValue, instant.millisecondsSince1970])
    }

    private static func countMembers(
        of group: String, tenant: TenantID, upTo limit: Int, in database: Database
    ) throws -> Int {
        try database.row(
            """
            SELECT count(*) AS count FROM
                (SELECT 1 FROM group_member WHERE tenant_id = ? AND group_id = ? LIMIT ?)
            """, [tenant.text, group, limit])?.integer("count") ?? 0
    }

    private static func known(_ id: String, tenant: TenantID, in database: Database) throws -> GroupRow {
        guard let group = try group(id, tenant: tenant, in: database) else { throw StorageError.unknownGroup }
        return group
    }

    private static func group(_ id: String, tenant: TenantID, in database: Database) throws -> GroupRow? {
        try database.row("SELECT * FROM user_group WHERE tenant_id = ? AND id = ?", [tenant.text, id])
            .map(GroupRow.init)
    }

    private static func insert(_ group: GroupRow, in database: Database) throws {
        try database.run(
            "INSERT INTO user_group (tenant_id, id, name, size_limit, created_at) VALUES (?, ?, ?, ?, ?)",
            [
                group.tenantID.text, group.id, group.name, group.sizeLimit, group.createdAt.millisecondsSince1970,
            ])
    }
}

extension GroupRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.text("id"), tenantID: try row.identifier("tenant_id"), name: try row.text("name"),
            sizeLimit: try row.integer("size_limit"), createdAt: try row.instant("created_at"))
    }
}
