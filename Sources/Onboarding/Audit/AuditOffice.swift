internal import EnrollmentCore
internal import Foundation

/// What an auditor does from the command line: check that nothing was changed behind the program's back, and read the
/// story of one registration.
public struct AuditOffice: Sendable {
    private static let batch = 500

    let premises: Premises

    public init(dataFolder: String, masterKeyFile: String) throws {
        premises = try Premises(dataFolder: dataFolder, masterKeyFile: masterKeyFile)
    }

    public struct Verification: Sendable {
        public var enrollments = 0
        public var events = 0
        public var evidenceObjects = 0
        /// One sentence each; empty where all is as it was written.
        public var findings: [String] = []
    }

    /// Checks the register of enrollments, each enrollment's chain of events and stored state, every evidence object, and
    /// the trail of tenant events.
    public func verify() async throws -> Verification {
        var verification = Verification()
        if case .broken(let place, let fault) = try await premises.store.verifyRegister() {
            verification.findings.append("the register of enrollments is broken at number \(place): \(fault.words)")
        }
        if case .broken(let place, let fault) = try await premises.store.verifyAudit() {
            verification.findings.append("the trail of tenant events is broken at entry \(place): \(fault.words)")
        }
        let evidence = EvidenceStore(premises.folder)
        var last = 0
        while true {
            let page = try await premises.store.enrollments(after: last, limit: Self.batch)
            for (number, id) in page {
                last = number
                verification.enrollments += 1
                switch try await premises.store.verifyChain(of: id) {
                case .intact(let length): verification.events += length
                case .broken(let place, let fault):
                    verification.findings.append("enrollment \(id.text) is broken at event \(place): \(fault.words)")
                // Gone since the page was read; the register says so if it should not be.
                case nil: break
                }
                for row in try await premises.store.keptEvidence(of: id) {
                    verification.evidenceObjects += 1
                    if try await !evidence.isIntact(row) {
                        verification.findings.append(
                            "evidence \(row.id.text) of enrollment \(id.text) is missing or changed")
                    }
                }
            }
            if page.count < Self.batch { return verification }
        }
    }

    /// What was done to tenants and the server, oldest first, a line each.
    /// - Parameter name: only what concerns this tenant; nil for all.
    public func trail(tenant name: String?, line: (String) -> Void) async throws {
        let names = Dictionary(
            try await premises.store.tenants().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        if let name, !names.values.contains(name) { throw StorageError.unknownSubject }
        var last = 0
        while true {
            let page = try await premises.store.auditEntries(after: last, limit: Self.batch)
            for entry in page {
                last = entry.sequence
                let tenant = entry.tenantID.map { names[$0] ?? $0.text } ?? "server"
                guard name == nil || tenant == name else { continue }
                let detail = entry.detail.sorted { $0.key < $1.key }.map { "  \($0.key)=\($0.value)" }.joined()
                line("\(entry.at.iso8601WithMilliseconds)  \(tenant)  \(entry.kind)\(detail)")
            }
            if page.count < Self.batch { return }
        }
    }

    /// The timeline of a registration, oldest first; nil where no tenant of this name has such a code.
    public func timeline(tenant name: String, registrationCode: String) async throws -> [String]? {
        guard let tenant = try await premises.store.tenant(name: name),
            let stored = try await premises.store.registration(tenant: tenant.id, code: registrationCode)
        else { return nil }
        var lines = ["enrollment \(stored.id.text) of tenant \(tenant.name)\(tenant.isTest ? " (test)" : "")"]
        for entry in try await premises.store.events(of: stored.id) {
            lines.append("\(entry.at.iso8601WithMilliseconds)  \(entry.event.sentence)")
        }
        for row in try await premises.store.evidence(of: stored.id) {
            lines.append(
                "\(row.createdAt.iso8601WithMilliseconds)  evidence kept: \(row.kind), \(row.byteCount) bytes sealed, "
                    + "object \(row.id.text)")
        }
        for template in try await premises.store.templates(of: stored.id) {
            lines.append("template kept: \(template.kind), model \(template.model)")
        }
        return lines
    }
}

extension ChainFault {
    fileprivate var words: String {
        switch self {
        case .missing: "an entry is missing"
        case .changed: "an entry is not what was written"
        case .added: "there are entries that were not written by this program"
        case .headForged: "its end was not written by a holder of the audit key"
        case .stateDiffers: "the stored state is not what the events tell"
        }
    }
}

extension Event {
    fileprivate var sentence: String {
        switch self {
        case .triggered(let until): "triggered by the portal, open until \(until.iso8601WithMilliseconds)"
        case .validated: "a phone exchanged the session"
        case .started(let policy, let deadline):
            "enroll: asks for \(policy.requiredChecks.map(\.rawValue).joined(separator: ", ")) until "
                + deadline.iso8601WithMilliseconds
        case .consentGiven(let consent):
            "consent to text \(consent.textVersion) (\(consent.textHash)), \(consent.language)"
        case .deviceAdded: "device added"
        case .faceAdded: "face judged live"
        case .faceRefused(let outcome): "face not accepted: \(outcome.rawValue)"
        case .documentAdded: "document verified and matching"
        case .documentRefused(let outcome): "document not accepted: \(outcome.rawValue)"
        case .completed(let registrationCode): "complete, registered as \(registrationCode)"
        case .failed(let reason): "failed: \(reason.rawValue)"
        case .cancelled: "cancelled"
        case .expired: "expired"
        case .answered(let record): "answered \(record.step.rawValue), request \(record.requestDigest.prefix(12))…"
        }
    }
}
