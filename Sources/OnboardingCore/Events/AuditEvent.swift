/// What the audit trail keeps beside the events of enrollments.
package enum AuditEvent: Equatable, Sendable {
    /// - configuration: the JSON text that was put in force.
    case tenantCreated(name: String, configuration: String)
    /// - changes: JSON text, `ConfigurationDifference`.
    case configurationChanged(changes: String, version: Int)
    /// - kind: what the key is for.
    case keyAdded(id: String, kind: String)
    case keyDeleted(id: String, kind: String)
    /// - scopes: words, a blank between.
    case credentialAdded(clientID: String, scopes: String)
    /// - kind: `secret` or `public-key`.
    case credentialKeyAdded(clientID: String, kind: String, keyID: String)
    case credentialEnded(clientID: String)
    /// - clientID: of a credential of the tenant; nil for one that is not known, whatever it was called.
    /// - count: how often since the entry before of the same kind and sender.
    case signInFailed(clientID: String?, cause: String, count: Int)
    case failuresCleared(count: Int)
    case registrationErased(EnrollmentID)
    case registrationExported(EnrollmentID)
    /// Somebody was given data of persons.
    /// - operation: a word for what was asked.
    case personDataRead(operation: String, [EnrollmentID])
    /// Documents of persons were opened to be counted, and what was given is counts.
    /// - month: `2026-10`.
    /// - documents: how many were opened.
    case personDataCounted(month: String, documents: Int)
    case templateRenewed(EnrollmentID, kind: String, model: String)
    /// - kinds: words of `FeedEventKind`, a blank between; empty for all.
    case webhookAdded(String, url: String, kinds: String)
    case webhookDisabled(String, cause: String)
    case webhookEnabled(String)
    case webhookRemoved(String)
    case webhookResent(String, count: Int)
    /// - head: of register and trail, as the copy has them.
    case backupWritten(head: String, evidence: Int)
    case journalRebuilt(count: Int)
    case holdAdded(EnrollmentID, reason: String)
    case holdLifted(EnrollmentID)
    /// Somebody has said that the clock is right, after retention had stopped.
    case clockTrusted

    /// The word for each kind. A word is never renamed or reused.
    package enum Kind: String, CaseIterable, Sendable {
        case tenantCreated, configurationChanged, keyAdded, keyDeleted, failuresCleared
        case registrationErased, registrationExported, templateRenewed
        case credentialAdded, credentialKeyAdded, credentialEnded, signInFailed, personDataRead, personDataCounted
        case webhookAdded, webhookDisabled, webhookEnabled, webhookRemoved, webhookResent, backupWritten, journalRebuilt
        case holdAdded, holdLifted, clockTrusted
    }

    package var kind: Kind {
        switch self {
        case .tenantCreated: .tenantCreated
        case .configurationChanged: .configurationChanged
        case .keyAdded: .keyAdded
        case .keyDeleted: .keyDeleted
        case .credentialAdded: .credentialAdded
        case .credentialKeyAdded: .credentialKeyAdded
        case .credentialEnded: .credentialEnded
        case .signInFailed: .signInFailed
        case .personDataRead: .personDataRead
        case .personDataCounted: .personDataCounted
        case .failuresCleared: .failuresCleared
        case .registrationErased: .registrationErased
        case .registrationExported: .registrationExported
        case .templateRenewed: .templateRenewed
        case .webhookAdded: .webhookAdded
        case .webhookDisabled: .webhookDisabled
        case .webhookEnabled: .webhookEnabled
        case .webhookRemoved: .webhookRemoved
        case .webhookResent: .webhookResent
        case .backupWritten: .backupWritten
        case .journalRebuilt: .journalRebuilt
        case .holdAdded: .holdAdded
        case .holdLifted: .holdLifted
        case .clockTrusted: .clockTrusted
        }
    }

    /// No personal datum: it is kept for ever.
    package var detail: AuditDetail {
        switch self {
        case .tenantCreated(let name, let configuration):
            AuditDetail(["configuration": configuration, "name": name])
        case .configurationChanged(let changes, let version):
            AuditDetail(["changes": changes, "version": "\(version)"])
        case .keyAdded(let id, let kind), .keyDeleted(let id, let kind): AuditDetail(["keyID": id, "kind": kind])
        case .credentialAdded(let clientID, let scopes): AuditDetail(["client": clientID, "scopes": scopes])
        case .credentialKeyAdded(let clientID, let kind, let keyID):
            AuditDetail(["client": clientID, "keyID": keyID, "kind": kind])
        case .credentialEnded(let clientID): AuditDetail(["client": clientID])
        case .signInFailed(let clientID, let cause, let count):
            AuditDetail(["cause": cause, "client": clientID ?? "unknown", "count": "\(count)"])
        case .personDataRead(let operation, let enrollments):
            AuditDetail([
                "enrollments": enrollments.map(\.text).joined(separator: " "), "operation": operation,
            ])
        case .personDataCounted(let month, let documents):
            AuditDetail(["documents": "\(documents)", "month": month])
        case .failuresCleared(let count): AuditDetail(["count": "\(count)"])
        case .registrationErased(let enrollment), .registrationExported(let enrollment):
            AuditDetail(["enrollment": enrollment.text])
        case .templateRenewed(let enrollment, let kind, let model):
            AuditDetail(["enrollment": enrollment.text, "kind": kind, "model": model])
        case .webhookAdded(let id, let url, let kinds): AuditDetail(["kinds": kinds, "url": url, "webhook": id])
        case .webhookDisabled(let id, let cause): AuditDetail(["cause": cause, "webhook": id])
        case .webhookEnabled(let id), .webhookRemoved(let id): AuditDetail(["webhook": id])
        case .webhookResent(let id, let count): AuditDetail(["count": "\(count)", "webhook": id])
        case .backupWritten(let head, let evidence): AuditDetail(["evidence": "\(evidence)", "head": head])
        case .journalRebuilt(let count): AuditDetail(["count": "\(count)"])
        case .holdAdded(let enrollment, let reason):
            AuditDetail(["enrollment": enrollment.text, "reason": reason])
        case .holdLifted(let enrollment): AuditDetail(["enrollment": enrollment.text])
        case .clockTrusted: AuditDetail([:])
        }
    }
}

/// What an entry of the audit trail tells beside its kind: texts by their names, so that a program can list entries of kinds
/// that it does not know. Stored as version 1, a JSON object with its members in alphabetical order:
///
///     {"texts":{NAME:TEXT …},"version":1}
///
/// `AuditEvent.detail` says which names each kind has, `AuditActor` those that every entry has since there are actors.
package struct AuditDetail: Equatable, Codable, Sendable {
    package let texts: [String: String]

    init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// The same with who did it.
    package func by(_ actor: AuditActor) -> AuditDetail {
        AuditDetail(texts.merging(actor.texts) { own, _ in own })
    }

    private enum Member: String, CodingKey {
        case version, texts
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        try container.checkVersion(forKey: .version)
        texts = try container.decode([String: String].self, forKey: .texts)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encodeVersion(forKey: .version)
        try container.encode(texts, forKey: .texts)
    }
}
