package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func trigger(of id: EnrollmentID) async throws -> StoredTrigger? {
        try lookUp { database in
            try database.row("SELECT * FROM operator_trigger WHERE enrollment_id = ?", [id.text]).map(
                StoredTrigger.init)
        }
    }

    package func triggers(by id: OperatorID, limit: Int) async throws -> [StoredTrigger] {
        try lookUp { database in
            try database.rows(
                "SELECT * FROM operator_trigger WHERE operator_id = ? ORDER BY at DESC, enrollment_id LIMIT ?",
                [id.text, limit]
            ).map(StoredTrigger.init)
        }
    }

    static func insert(_ trigger: TriggerWrite, of new: NewEnrollment, in database: Database) throws {
        try database.run(
            "INSERT INTO operator_trigger (enrollment_id, operator_id, at, sealed_hand_off) VALUES (?, ?, ?, ?)",
            [
                new.id.text, trigger.operatorID.text, new.createdAt.millisecondsSince1970,
                Data(trigger.sealedHandOff),
            ])
    }
}

extension StoredTrigger {
    fileprivate init(_ row: Row) throws {
        self.init(
            enrollmentID: try row.identifier("enrollment_id"), operatorID: try row.identifier("operator_id"),
            at: try row.instant("at"), sealedHandOff: try row.bytes("sealed_hand_off"))
    }
}
