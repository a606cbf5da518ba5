package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func take(
        _ right: CaptureRightRow, holding own: [UInt8]?, takesOver: Bool, remembering remembered: Int
    ) async throws -> CaptureRightTaking {
        try await writer.run { database in
            let (id, visit) = (right.enrollmentID.text, right.authenticationID?.text)
            guard try database.row("SELECT 1 FROM enrollment WHERE id = ? AND erased_at IS NULL", [id]) != nil,
                try visit.map({ visit in
                    try database.row(
                        "SELECT 1 FROM authentication WHERE id = ? AND enrollment_id = ?", [visit, id]) != nil
                }) ?? true
            else { throw StorageError.unknownSubject }
            let present = try database.row(
                """
                SELECT digest, key_thumbprint FROM capture_right
                WHERE enrollment_id = ? AND authentication_id IS ? AND superseded_at IS NULL
                """, [id, visit])
            if let present {
                if try present.bytes("digest") == own { return .held }
                let key = try present.bytesIfPresent("key_thumbprint")
                guard takesOver || (key != nil && key == right.keyThumbprint) else { return .elsewhere }
            }
            let at = right.takenAt.millisecondsSince1970
            try database.run(
                """
                UPDATE capture_right SET superseded_at = ?, sealed_session = NULL
                WHERE enrollment_id = ? AND authentication_id IS ? AND superseded_at IS NULL
                """, [at, id, visit])
            try database.run(
                """
                INSERT INTO capture_right (
                    enrollment_id, authentication_id, digest, key_thumbprint, sealed_session, taken_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [id, visit, Data(right.digest), right.keyThumbprint.blob, right.sealedSession.blob, at])
            try database.run(
                """
                DELETE FROM capture_right WHERE enrollment_id = ? AND superseded_at IS NOT NULL AND number NOT IN (
                    SELECT number FROM capture_right WHERE enrollment_id = ? AND superseded_at IS NOT NULL
                    ORDER BY number DESC LIMIT ?)
                """, [id, id, remembered])
            return .taken
        }
    }

    package func captureRight(digest: [UInt8]) async throws -> CaptureRightRow? {
        try lookUp { database in
            try database.row("SELECT * FROM capture_right WHERE digest = ?", [Data(digest)]).map(CaptureRightRow.init)
        }
    }

    package func captureRight(
        of enrollment: EnrollmentID, authentication: AuthenticationID?
    ) async throws -> CaptureRightRow? {
        try lookUp { database in
            try database.row(
                """
                SELECT * FROM capture_right
                WHERE enrollment_id = ? AND authentication_id IS ? AND superseded_at IS NULL
                """, [enrollment.text, authentication?.text]
            ).map(CaptureRightRow.init)
        }
    }
}

extension CaptureRightRow {
    fileprivate init(_ row: Row) throws {
        self.init(
            enrollmentID: try row.identifier("enrollment_id"),
            authenticationID: try row.identifierIfPresent("authentication_id"),
            digest: try row.bytes("digest"), keyThumbprint: try row.bytesIfPresent("key_thumbprint"),
            sealedSession: try row.bytesIfPresent("sealed_session"), takenAt: try row.instant("taken_at"),
            supersededAt: try row.decode(Int64?.self, forColumn: "superseded_at").map {
                Instant(millisecondsSince1970: $0)
            })
    }
}
