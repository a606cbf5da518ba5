internal import Foundation
package import OnboardingCore
package import OnboardingStorage
package import Tenancy

/// What an auditor does from the command line: check that nothing was changed behind the program's back, and read the
/// story of one registration.
public struct Auditor: Sendable {
    private static let batch = 500

    package let data: DataDirectory

    /// Opens a data folder that is there, and makes none.
    public init(dataFolder: String, masterKeyFile: String, erasureJournal: String? = nil) throws {
        data = try DataDirectory(
            dataFolder: dataFolder, masterKeyFile: masterKeyFile, erasureJournal: erasureJournal, makesMissing: false,
            migrates: false)
    }

    /// On a data directory that is open already.
    package init(data: DataDirectory) {
        self.data = data
    }

    public struct Findings: Sendable {
        public var enrollments = 0
        public var authentications = 0
        public var events = 0
        public var evidenceObjects = 0
        /// One sentence each; empty where all is as it was written.
        public var findings: [String] = []
        /// What was there when the check began; nil where the database cannot read it.
        package var head: AuditHead?
    }

    /// Checks the registers of enrollments and authentications, the chain of events and the stored state of each, every evidence
    /// object and the keys, the trail of tenant events, and the rows of all tables. What is damaged is a finding and keeps nothing from being checked.
    /// - Parameters:
    ///   - kept: what an earlier check found there, which must be there still.
    ///   - progress: told how many enrollments were checked, and of how many; nil where the register is broken.
    package func verify(
        since kept: AuditHead? = nil, progress: (_ done: Int, _ total: Int?) -> Void = { _, _ in }
    ) async throws -> Findings {
        var verification = Findings()
        verification.head = try await unlessDamaged { try await data.store.head() }
        if let kept, try await unlessDamaged({ try await data.store.holds(kept) }) != true {
            verification.findings.append("what was there at \(kept.text) is not there any more")
        }
        if let end = kept?.journal, !ErasureJournal.reaches(end, with: (try? data.journal.entries()) ?? []) {
            verification.findings.append(
                "the journal of erasures does not hold the \(end.length) that it held at \(kept?.text ?? "")")
        }
        var total: Int?
        switch try await data.store.verifyRegister() {
        case .intact(let length): total = length
        case .broken(let place, let damage):
            verification.findings.append("the register of enrollments is broken at number \(place): \(damage.words)")
        }
        if case .broken(let place, let damage) = try await data.store.verifyAuthentications() {
            verification.findings.append(
                "the register of authentications is broken at number \(place): \(damage.words)")
        }
        if case .broken(let place, let damage) = try await data.store.verifyAudit() {
            verification.findings.append("the trail of tenant events is broken at entry \(place): \(damage.words)")
        }
        verification.findings += try await data.store.verifyTables().map(\.words)
        if (try? await data.store.damage()) != [] {
            verification.findings.append("the database is damaged: onboarding doctor says where")
        }
        for tenant in try await unlessDamaged({ try await data.store.tenants() }) ?? []
        where !data.keys.opensKey(of: tenant.id) {
            verification.findings.append("the key of tenant \(tenant.name) is missing or changed: nothing opens")
        }
        var next: Int? = 0
        while let last = next {
            let page: [Listed<Enrollment>]
            (page, next) = try await data.store.list(Enrollment.self, after: last, limit: Self.batch)
            for (number, id) in page {
                verification.enrollments += 1
                if let id {
                    try await verify(id, into: &verification)
                } else {
                    verification.findings.append("enrollment number \(number) cannot be read: the database is damaged")
                }
                progress(verification.enrollments, total)
            }
        }
        try await verifyAuthentications(into: &verification)
        return verification
    }

    private func verifyAuthentications(into verification: inout Findings) async throws {
        var next: Int? = 0
        while let last = next {
            let page: [Listed<Authentication>]
            (page, next) = try await data.store.list(Authentication.self, after: last, limit: Self.batch)
            for (number, id) in page {
                verification.authentications += 1
                guard let id else {
                    verification.findings.append(
                        "authentication number \(number) cannot be read: the database is damaged")
                    continue
                }
                switch try await data.store.verifyChain(of: id) {
                case .intact(let length): verification.events += length
                case .broken(let place, let damage):
                    verification.findings.append(
                        "authentication \(id.text) is broken at event \(place): \(damage.words)")
                case nil: break
                }
            }
        }
    }

    private func unlessDamaged<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch let error where StorageError.meansDamage(error) {
            return nil
        }
    }

    private func verify(_ id: EnrollmentID, into verification: inout Findings) async throws {
        switch try await data.store.verifyChain(of: id) {
        case .intact(let length): verification.events += length
        case .broken(let place, let damage):
            verification.findings.append("enrollment \(id.text) is broken at event \(place): \(damage.words)")
        // Gone since the page was read; the register says so if it should not be.
        case nil: break
        }
        do {
            verification.findings += try await data.store.verifyEvidence(of: id).map { $0.sentence(in: id) }
        } catch let error where StorageError.meansDamage(error) {
            // Said of the events or of the evidence already.
        }
        if let stored = try? await data.store.enrollment(id),
            let damage = data.keys.dataKeyDamage(of: id, tenant: stored.tenantID),
            // Where it was erased meanwhile, nothing is wrong: the row goes first.
            (try? await data.store.enrollment(id)) != nil
        {
            let words = damage == .missing ? "is missing" : "was changed"
            verification.findings.append("the data key of enrollment \(id.text) \(words): nothing of it opens")
        }
        do {
            for row in try await data.store.keptEvidence(of: id) {
                verification.evidenceObjects += 1
                guard let row else {
                    verification.findings.append("a row of the evidence of enrollment \(id.text) is damaged")
                    continue
                }
                // Where it was erased since the row was read, nothing is wrong.
                if try await !data.evidence.isIntact(row),
                    try await data.store.keptEvidence(of: id).contains(row)
                {
                    verification.findings.append(
                        "evidence \(row.id.text) of enrollment \(id.text) is missing or changed")
                }
            }
        } catch let error where StorageError.meansDamage(error) {
            verification.findings.append(
                "the evidence of enrollment \(id.text) cannot be read: the database is damaged")
        }
    }

    /// What was done to tenants and the server, oldest first.
    /// - Parameters:
    ///   - name: only what concerns this tenant; nil for all.
    ///   - since: only what was done then or later; nil for all.
    package func trail(
        tenant name: String?, since: Instant? = nil, show: (TrailEntry) throws -> Void
    ) async throws {
        let names = Dictionary(
            try await data.store.tenants().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        if let name { _ = try await data.tenant(name: name) }
        var last = 0
        while true {
            let page = try await data.store.auditEntries(after: last, limit: Self.batch)
            for entry in page {
                last = entry.sequence
                let tenant = entry.tenantID.map { names[$0] ?? $0.text }
                guard name == nil || tenant == name, entry.at >= since ?? entry.at else { continue }
                try show(
                    TrailEntry(
                        sequence: entry.sequence, at: entry.at.iso8601WithMilliseconds, tenant: tenant,
                        kind: entry.kind,
                        detail: entry.detail))
            }
            if page.count < Self.batch { return }
        }
    }

    /// What an option for a time takes, as a sentence says it.
    static let dayOrInstant = "a day such as 2026-11-25, or an instant such as 2026-11-25T10:00:00Z"

    /// What `--since` names: a day (UTC), its beginning, or an instant in the form of RFC 3339.
    /// - Throws: a sentence for anything else.
    package static func since(_ text: String?) throws(ConfigurationError) -> Instant? {
        guard let text else { return nil }
        guard let instant = EnrollmentSearch.instant(text, isEnd: false) else {
            throw ConfigurationError(description: "--since is \(dayOrInstant).", kind: .misused)
        }
        return instant
    }
}

extension ChainDamage {
    fileprivate var words: String {
        switch self {
        case .missing: "an entry is missing"
        case .changed: "an entry is not what was written"
        case .added: "there are entries that were not written by this program"
        case .headForged: "its end was not written by a holder of the audit key"
        case .headMissing: "its end was removed"
        case .unreadable: "the database is damaged and cannot read it"
        case .stateDiffers: "the stored state is not what the events tell"
        }
    }
}

extension EvidenceDamage {
    fileprivate func sentence(in enrollment: EnrollmentID) -> String {
        switch self {
        case .missing(let id): "evidence \(id.text) of enrollment \(enrollment.text) is named by an event and not kept"
        case .changed(let id): "evidence \(id.text) of enrollment \(enrollment.text) is not what was judged"
        case .unnamed(let id): "evidence \(id.text) of enrollment \(enrollment.text) is named by no event"
        }
    }
}

extension TableDamage {
    fileprivate var words: String {
        switch self {
        case .sumsForeign: "the sums of the tables were not written by a holder of the audit key"
        case .rowsDiffer(let table): "the rows of the table \(table) are not those that were written"
        case .unreadable(let table): "the table \(table) cannot be read: the database is damaged"
        case .schemaForeign:
            "the database has a trigger, a view or another object that this program does not make, or lacks one that it makes"
        }
    }
}
