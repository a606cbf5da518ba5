internal import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func seed(_ seeds: [SeededEnrollment]) async throws {
        let chain = chain
        let prepared = try seeds.map { seed in
            (
                seed, try SubjectID.random(),
                try seed.new.events.map { try EventEntry($0, at: seed.new.createdAt) }
                    + seed.later.map { try EventEntry($0.event, at: $0.at) }
            )
        }
        try await writer.run { database in
            var end = try Self.chainEnd(.register, in: database)
            for (seed, unusedID, entries) in prepared {
                let new = seed.new
                let subject = try Self.subject(of: new, otherwise: unusedID, in: database)
                end.append(
                    AuditChain.text(
                        register: end.length + 1, enrollment: new.id, tenant: new.tenantID,
                        at: new.createdAt.millisecondsSince1970))
                _ = try EnrollmentRecord(
                    beginning: new, entries, of: subject, number: end.length, measured: seed.measured, isTold: false,
                    in: database, chain: chain)
                try Self.add(new.searchKeys, to: new.id, tenant: new.tenantID, in: database)
                try Self.insert(new.searchPrefixes ?? [], of: end.length, begunAt: new.createdAt, in: database)
            }
            try Self.setChainEnd(.register, to: end, in: database, chain: chain)
        }
    }
}
