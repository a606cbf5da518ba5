package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func enroll(_ user: NewUser) async throws {
        let (chain, new) = (chain, user.enrollment)
        let unusedID = try SubjectID.random()
        let beginning = try EnrollmentBeginning(new)
        guard beginning.row.state.status == .complete else { throw StorageError.storedValueInvalid }
        try await notingConflicts {
            try await writer.run { database in
                let subject = try Self.subject(of: new, otherwise: unusedID, in: database)
                let number = try Self.register(new, in: database, chain: chain)
                try Self.checkRegistrationCode(of: new, in: database)
                let record = try EnrollmentRecord(beginning, of: subject, number: number, in: database, chain: chain)
                try Self.checkNoneIsComplete(than: record, in: database)
                try Self.add(new.searchKeys, to: new.id, tenant: new.tenantID, in: database)
                if let prefixes = new.searchPrefixes {
                    try Self.insert(prefixes, of: number, begunAt: new.createdAt, in: database)
                }
                if let details = user.sealedDetails {
                    try Self.set(details, of: new.id, at: new.createdAt, in: database)
                }
                try Self.insert(user.faces, of: record, at: new.createdAt, in: database)
                try Self.join(new.id, user.groupID, tenant: new.tenantID, at: new.createdAt, in: database)
                _ = try Self.cancelOthers(
                    than: record, areStarted: false, at: new.createdAt, in: database, chain: chain)
            }
        }
    }

    package func user(_ id: EnrollmentID) async throws -> UserRow? {
        try lookUp { database in
            guard try Self.isUser(id, in: database) else { return nil }
            let details = try database.row("SELECT sealed FROM user_details WHERE enrollment_id = ?", [id.text])
            let groups = try database.rows(
                "SELECT group_id, role FROM group_member WHERE enrollment_id = ? ORDER BY group_id", [id.text]
            ).map { GroupMembership(groupID: try $0.text("group_id"), role: try $0.role) }
            let faces = try database.rows(
                "SELECT * FROM user_face WHERE enrollment_id = ? ORDER BY number", [id.text]
            ).map(UserFaceRow.init)
            return UserRow(sealedDetails: try details?.bytes("sealed"), groups: groups, faces: faces)
        }
    }

    package func setDetails(
        _ sealed: [UInt8], of id: EnrollmentID, operation: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await writer.run { database in
            let record = try Self.userRecord(id, in: database)
            try Self.set(sealed, of: id, at: instant, in: database)
            try trail.append(
                .userOperation(operation: operation, [id]), tenant: record.tenantID, at: instant, in: database)
        }
    }

    package func add(
        _ faces: [UserFaceWrite], to id: EnrollmentID, atMost limit: Int, operation: String, at instant: Instant
    ) async throws {
        let trail = trail
        try await notingConflicts {
            try await writer.run { database in
                let record = try Self.userRecord(id, in: database)
                let count = try database.row(
                    "SELECT count(*) AS count FROM user_face WHERE enrollment_id = ?", [id.text])
                guard try (count?.integer("count") ?? 0) + faces.count <= limit else { throw StorageError.limitReached }
                try Self.insert(faces, of: record, at: instant, in: database)
                try trail.append(
                    .userOperation(operation: operation, [id]), tenant: record.tenantID, at: instant, in: database)
            }
        }
    }

    package func removeFace(
        _ face: FaceID, of id: EnrollmentID, operation: String, at instant: Instant
    ) async throws -> Bool {
        let trail = trail
        return try await writer.run { database in
            let record = try Self.userRecord(id, in: database)
            let row = try database.row(
                "SELECT template_number FROM user_face WHERE id = ? AND enrollment_id = ?", [face.text, id.text])
            guard let row else { return false }
            guard try !Self.isHeld(id, in: database) else { throw StorageError.held }
            try database.run("DELETE FROM user_face WHERE id = ?", [face.text])
            try database.run("DELETE FROM template WHERE number = ?", [try row.integer("template_number")])
            try trail.append(
                .userOperation(operation: operation, [id]), tenant: record.tenantID, at: instant, in: database)
            return true
        }
    }

    package func face(_ id: FaceID) async throws -> UserFaceRow? {
        try lookUp { try $0.row("SELECT * FROM user_face WHERE id = ?", [id.text]).map(UserFaceRow.init) }
    }

    package func facesOfUser(_ id: EnrollmentID, kind: String) async throws -> [FaceOfUser] {
        try lookUp { database in
            try database.rows(
                """
                SELECT kind, model, sealed, user_face.id AS face_id FROM template
                LEFT JOIN user_face ON user_face.template_number = template.number
                WHERE template.enrollment_id = ? AND kind = ? ORDER BY template.number
                """, [id.text, kind]
            ).map { row in
                FaceOfUser(
                    faceID: try row.identifierIfPresent("face_id"),
                    template: TemplateWrite(
                        kind: try row.text("kind"), model: try row.text("model"), sealed: try row.bytes("sealed"),
                        isHandedIn: try row.identifierIfPresent("face_id") as FaceID? != nil))
            }
        }
    }

    package func image(ofTemplate number: Int) async throws -> UserFaceRow? {
        try lookUp { database in
            try database.row(
                "SELECT * FROM user_face WHERE template_number = ? AND sealed_image IS NOT NULL", [number]
            ).map(UserFaceRow.init)
        }
    }

    package func forgetImages(tenant: TenantID, before instant: Instant, limit: Int) async throws -> Int {
        try await writer.run { database in
            try database.run(
                """
                UPDATE user_face SET sealed_image = NULL WHERE number IN (SELECT number FROM (
                    SELECT user_face.number \(Self.dueImages) ORDER BY user_face.created_at LIMIT ?))
                """, [instant.millisecondsSince1970, tenant.text, limit])
            return database.changesCount
        }
    }

    /// Takes an instant and the tenant.
    static let dueImages = """
        FROM user_face JOIN enrollment ON enrollment.id = user_face.enrollment_id
        WHERE user_face.sealed_image IS NOT NULL AND user_face.created_at < ? AND enrollment.tenant_id = ?
        AND NOT EXISTS (SELECT 1 FROM legal_hold WHERE legal_hold.enrollment_id = user_face.enrollment_id)
        """

    /// The registration `id`.
    /// - Throws: `unknownSubject` where there is none, also where it was erased since the caller looked.
    static func userRecord(_ id: EnrollmentID, in database: Database) throws -> EnrollmentRecord {
        guard let record = try EnrollmentRecord.load(id, in: database), record.state.status == .complete else {
            throw StorageError.unknownSubject
        }
        return record
    }

    private static func isUser(_ id: EnrollmentID, in database: Database) throws -> Bool {
        try database.row(
            "SELECT 1 FROM enrollment WHERE id = ? AND status = 'complete' AND erased_at IS NULL", [id.text]) != nil
    }

    private static func set(
        _ details: [UInt8], of id: EnrollmentID, at instant: Instant, in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO user_details (enrollment_id, sealed, changed_at) VALUES (?, ?, ?)
            ON CONFLICT (enrollment_id) DO UPDATE SET sealed = excluded.sealed, changed_at = excluded.changed_at
            """, [id.text, Data(details), instant.millisecondsSince1970])
    }

    private static func insert(
        _ faces: [UserFaceWrite], of record: EnrollmentRecord, at instant: Instant, in database: Database
    ) throws {
        for face in faces {
            try insert(face.template, of: record.id, record.subjectID, at: instant, in: database)
            try database.run(
                """
                INSERT INTO user_face (id, enrollment_id, template_number, sealed_image, created_at)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    face.id.text, record.id.text, database.lastInsertedRowID, Data(face.sealedImage),
                    instant.millisecondsSince1970,
                ])
        }
        try keep(
            CaptureMarks(images: faces.compactMap(\.imageDigest)), acceptsImages: true, of: record.id,
            tenant: record.tenantID, at: instant, in: database)
    }
}

extension UserFaceRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"), enrollmentID: try row.identifier("enrollment_id"),
            templateNumber: try row.integer("template_number"), sealedImage: try row.bytesIfPresent("sealed_image"),
            createdAt: try row.instant("created_at"))
    }
}

extension Row {
    /// Of a member of a group.
    var role: GroupRole {
        get throws {
            guard let role = GroupRole(rawValue: try text("role")) else { throw StorageError.storedValueInvalid }
            return role
        }
    }
}
