/// What the audit trail keeps beside the events of enrollments.
package enum AuditEvent: Equatable, Sendable {
    /// - configuration: the JSON text that was put in force.
    case tenantCreated(name: String, configuration: String)
    case configurationChanged(before: String, configuration: String, version: Int)
    /// - kind: what the key is for.
    case keyAdded(id: String, kind: String)
    case keyDeleted(id: String, kind: String)
    case clientSecretReplaced
    case failuresCleared(count: Int)
    case registrationErased(EnrollmentID)
    case registrationExported(EnrollmentID)
    case templateRenewed(EnrollmentID, kind: String, model: String)

    /// The word for each kind. A word is never renamed or reused.
    package enum Kind: String, CaseIterable, Sendable {
        case tenantCreated, configurationChanged, keyAdded, keyDeleted, clientSecretReplaced, failuresCleared
        case registrationErased, registrationExported, templateRenewed
    }

    package var kind: Kind {
        switch self {
        case .tenantCreated: .tenantCreated
        case .configurationChanged: .configurationChanged
        case .keyAdded: .keyAdded
        case .keyDeleted: .keyDeleted
        case .clientSecretReplaced: .clientSecretReplaced
        case .failuresCleared: .failuresCleared
        case .registrationErased: .registrationErased
        case .registrationExported: .registrationExported
        case .templateRenewed: .templateRenewed
        }
    }

    /// No personal datum: it is kept for ever.
    package var detail: AuditDetail {
        switch self {
        case .tenantCreated(let name, let configuration):
            AuditDetail(["configuration": configuration, "name": name])
        case .configurationChanged(let before, let configuration, let version):
            AuditDetail(["before": before, "configuration": configuration, "version": "\(version)"])
        case .keyAdded(let id, let kind), .keyDeleted(let id, let kind): AuditDetail(["keyID": id, "kind": kind])
        case .clientSecretReplaced: AuditDetail([:])
        case .failuresCleared(let count): AuditDetail(["count": "\(count)"])
        case .registrationErased(let enrollment), .registrationExported(let enrollment):
            AuditDetail(["enrollment": enrollment.text])
        case .templateRenewed(let enrollment, let kind, let model):
            AuditDetail(["enrollment": enrollment.text, "kind": kind, "model": model])
        }
    }
}

/// What an entry of the audit trail tells beside its kind: texts by their names, so that a program can list entries of kinds
/// that it does not know. Stored as version 1, a JSON object with its members in alphabetical order:
///
///     {"texts":{NAME:TEXT …},"version":1}
///
/// `AuditEvent.detail` says which names each kind has.
package struct AuditDetail: Equatable, Codable, Sendable {
    package let texts: [String: String]

    init(_ texts: [String: String]) {
        self.texts = texts
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
