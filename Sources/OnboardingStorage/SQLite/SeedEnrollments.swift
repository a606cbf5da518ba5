internal import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func seed(_ seeds: [SeededEnrollment]) async throws {
        let chain = chain
        let prepared = try seeds.map { ($0, try SubjectID.random(), try EnrollmentBeginning($0.new, later: $0.later)) }
        try await writer.run { database in
            var end = try Self.chainEnd(.list(of: Enrollment.self), in: database)
            for (seed, unusedID, beginning) in prepared {
                let new = seed.new
                let subject = try Self.subject(of: new, otherwise: unusedID, in: database)
                end.append(
                    AuditChain.text(
                        register: end.length + 1, enrollment: new.id, tenant: new.tenantID,
                        at: new.createdAt.millisecondsSince1970))
                let record = try EnrollmentRecord(
                    beginning, of: subject, number: end.length, measured: seed.measured, isTold: false, in: database,
                    chain: chain)
                if record.state.status == .complete {
                    try Self.joinDefaultGroup(new.id, tenant: new.tenantID, at: new.createdAt, in: database)
                }
                if let template = seed.template {
                    try Self.insert(template, of: new.id, subject, at: new.createdAt, in: database)
                }
                try Self.add(new.searchKeys, to: new.id, tenant: new.tenantID, in: database)
                try Self.insert(new.searchPrefixes ?? [], of: end.length, begunAt: new.createdAt, in: database)
            }
            try Self.setChainEnd(.list(of: Enrollment.self), to: end, in: database, chain: chain)
        }
    }

    package func beginSeeding(syncs: Bool) async throws {
        try await database.writeWithoutTransaction { database in
            // Indices are changed all over. Their pages stay in memory (1 GiB at most) from one transaction to the next, and the
            // log grows to 400 MiB before they go to the file, each once.
            try database.execute(
                sql: """
                    PRAGMA cache_size = -1048576;
                    PRAGMA wal_autocheckpoint = 100000;
                    PRAGMA synchronous = \(syncs ? "FULL" : "OFF");
                    """)
        }
    }

    package func finishSeeding() async throws {
        try await database.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA wal_autocheckpoint = 1000;
                    PRAGMA cache_size = -2000;
                    """)
            // What a reader of another process still needs stays in the log.
            _ = try database.checkpoint(.passive)
        }
    }
}
