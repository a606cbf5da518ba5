/// What the audit trail keeps beside the events of enrollments.
package enum AuditEvent: Equatable, Sendable {
    /// - configuration: the JSON text that was put in force.
    case tenantCreated(name: String, configuration: String)
    /// - changes: JSON text, `ConfigurationDifference`.
    case configurationChanged(changes: String, version: Int)
    /// - kind: what the key is for.
    case keyAdded(id: String, kind: String)
    case keyDeleted(id: String, kind: String)
    /// What the master key wraps, or a tenant's data keys, are being wrapped anew.
    /// - key: `master` or `tenant`.
    /// - isCompromised: whether somebody may have the key before.
    case keyRotationBegun(key: String, isCompromised: Bool)
    /// - count: how many keys were wrapped anew since it was begun or taken up again.
    case keyRotationEnded(key: String, count: Int)
    /// - scopes: words, a blank between.
    case credentialAdded(clientID: String, scopes: String)
    /// - kind: `secret` or `public-key`.
    case credentialKeyAdded(clientID: String, kind: String, keyID: String)
    case credentialEnded(clientID: String)
    /// - clientID: of a credential of the tenant; nil for one that is not known, whatever it was called.
    /// - count: how often since the entry before of the same kind and sender.
    case signInFailed(clientID: String?, cause: String, count: Int)
    case failuresCleared(count: Int)
    /// - counts: of what was destroyed; empty in entries from before it was counted.
    case registrationErased(EnrollmentID, counts: [ErasedKind: Int] = [:])
    case registrationExported(EnrollmentID)
    /// Somebody was given data of persons.
    /// - operation: a word for what was asked.
    /// - shown: which part, in words with a blank between; nil where the operation says it.
    case personDataRead(operation: String, [EnrollmentID], shown: String? = nil)
    /// A list of cases was taken out of the server.
    /// - query: as the URL has it, without what was typed to find a name.
    /// - namesPersons: whether names and addresses were in it.
    /// - count: how many had left when it ended; nil when it began.
    case casesExported(query: String, namesPersons: Bool, count: Int?)
    /// Made-up enrollments were written into a test tenant.
    case casesSeeded(count: Int)
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
    /// Somebody has withdrawn, and the evidence of captures that were judged attacks is locked away.
    /// - count: of objects of evidence.
    /// - days: for how long.
    case evidenceLocked(EnrollmentID, count: Int, days: Int)
    case lockedEvidenceRead(EnrollmentID)
    case lockedEvidenceErased(EnrollmentID)
    /// Somebody has said that the clock is right, after retention had stopped.
    case clockTrusted
    /// - role: a word, `rights` words, a blank between.
    case operatorAdded(name: String, role: String, rights: String)
    case operatorChanged(name: String, role: String, rights: String)
    case operatorEnded(name: String)
    case operatorRestored(name: String)
    /// - means: what was shown: `password`, `link`, either with `+code` or `+passkey`; `passkey` alone.
    case operatorSignedIn(name: String, means: String)
    /// - count: of sessions that ended.
    case operatorSignedOut(name: String, count: Int)
    /// - name: of an operator of the tenant; nil for one that is not known, whatever was typed.
    /// - count: as of `signInFailed`.
    case operatorSignInFailed(name: String?, cause: String, count: Int)
    /// A link that signs an operator in once was made.
    case operatorLinkMade(name: String)
    case operatorPasswordSet(name: String)
    case operatorSecondFactorSet(name: String)
    case operatorSecondFactorReset(name: String)
    /// - passkey: what its bearer calls it.
    case operatorPasskeyAdded(name: String, passkey: String)
    case operatorPasskeyRemoved(name: String, passkey: String)
    /// An operator wants what takes two. What it is, is sealed with the proposal.
    case proposalMade(Proposal)
    /// A colleague has agreed, and it was done in this transaction.
    case proposalAgreed(Proposal)
    case proposalDeclined(Proposal)
    /// Nobody can agree to it any more.
    /// - cause: `expired`, or `void` where its operator was disabled.
    case proposalExpired(Proposal, cause: String)
    /// Somebody has written a note on a case. What it says is sealed with the case.
    case caseNoted(EnrollmentID)
    case caseFlagged(EnrollmentID)
    case caseFlagLifted(EnrollmentID)
    /// The tenant's logo was set or taken away.
    /// - digest: SHA-256 of the file that pages show now; nil for none.
    case logoChanged(digest: String?)
    /// The tenant has another API key, which is written nowhere.
    case apiKeyReplaced
    /// Nobody of the tenant is served any more.
    case tenantDisabled
    case tenantEnabled
    /// Nothing of the tenant is kept any more but what chains are made of. Its name is not told.
    /// - cases: that were kept until then.
    /// - evidence: objects.
    case tenantRemoved(cases: Int, evidence: Int, keys: Int)
    /// A human has looked at what a machine had refused. Their words are sealed with the case.
    case enrollmentReviewed(EnrollmentID, decision: Review.Decision)
    /// Attributes of a face were estimated for a client. What they were is written nowhere.
    /// - fields: words of the guide, a blank between.
    /// - purpose: the tenant's own words.
    case faceAttributesEstimated(fields: String, purpose: String)
    /// A tenant's client has asked for something about its users (HyperSecure). What it sent, and how alike faces were, is
    /// written nowhere.
    /// - operation: the endpoint, `user.addFace`.
    /// - group: that it was about; nil where it was about none.
    /// - result: a word, where it answers a question.
    /// - samples: that were compared; nil where none were.
    case userOperation(
        operation: String, [EnrollmentID], group: String? = nil, result: String? = nil, samples: ComparedSamples? = nil)

    /// What is told of a proposal.
    package struct Proposal: Equatable, Sendable {
        let id: ProposalID
        /// A word of `FourEyesAction`.
        let action: String
        /// The name of the operator who has made it.
        let proposer: String
        /// That it is about; nil where it is about none.
        let enrollment: EnrollmentID?

        package init(id: ProposalID, action: String, proposer: String, enrollment: EnrollmentID?) {
            (self.id, self.action, self.proposer, self.enrollment) = (id, action, proposer, enrollment)
        }
    }

    /// What the images were worth that were compared: measurements, in words.
    package struct ComparedSamples: Equatable, Sendable {
        let probe: String
        /// Nil where it was compared with none, or with one that was not judged.
        let reference: String?

        package init(probe: String, reference: String?) {
            (self.probe, self.reference) = (probe, reference)
        }
    }

    /// The word for each kind. A word is never renamed or reused.
    package enum Kind: String, CaseIterable, Sendable {
        case tenantCreated, configurationChanged, keyAdded, keyDeleted, failuresCleared
        case registrationErased, registrationExported, templateRenewed
        case credentialAdded, credentialKeyAdded, credentialEnded, signInFailed, personDataRead, personDataCounted
        case webhookAdded, webhookDisabled, webhookEnabled, webhookRemoved, webhookResent, backupWritten, journalRebuilt
        case holdAdded, holdLifted, clockTrusted
        case evidenceLocked, lockedEvidenceRead, lockedEvidenceErased
        case operatorAdded, operatorChanged, operatorEnded, operatorRestored, operatorSignedIn, operatorSignedOut
        case operatorSignInFailed, operatorLinkMade, operatorPasswordSet, operatorSecondFactorSet
        case operatorSecondFactorReset, operatorPasskeyAdded, operatorPasskeyRemoved
        case proposalMade, proposalAgreed, proposalDeclined, proposalExpired
        case caseNoted, caseFlagged, caseFlagLifted
        case casesExported, casesSeeded
        case logoChanged
        case apiKeyReplaced
        case tenantDisabled, tenantEnabled, tenantRemoved
        case keyRotationBegun, keyRotationEnded
        case enrollmentReviewed
        case faceAttributesEstimated
        case userOperation
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
        case .casesExported: .casesExported
        case .casesSeeded: .casesSeeded
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
        case .evidenceLocked: .evidenceLocked
        case .lockedEvidenceRead: .lockedEvidenceRead
        case .lockedEvidenceErased: .lockedEvidenceErased
        case .clockTrusted: .clockTrusted
        case .operatorAdded: .operatorAdded
        case .operatorChanged: .operatorChanged
        case .operatorEnded: .operatorEnded
        case .operatorRestored: .operatorRestored
        case .operatorSignedIn: .operatorSignedIn
        case .operatorSignedOut: .operatorSignedOut
        case .operatorSignInFailed: .operatorSignInFailed
        case .operatorLinkMade: .operatorLinkMade
        case .operatorPasswordSet: .operatorPasswordSet
        case .operatorSecondFactorSet: .operatorSecondFactorSet
        case .operatorSecondFactorReset: .operatorSecondFactorReset
        case .operatorPasskeyAdded: .operatorPasskeyAdded
        case .operatorPasskeyRemoved: .operatorPasskeyRemoved
        case .proposalMade: .proposalMade
        case .proposalAgreed: .proposalAgreed
        case .proposalDeclined: .proposalDeclined
        case .proposalExpired: .proposalExpired
        case .caseNoted: .caseNoted
        case .caseFlagged: .caseFlagged
        case .caseFlagLifted: .caseFlagLifted
        case .logoChanged: .logoChanged
        case .apiKeyReplaced: .apiKeyReplaced
        case .tenantDisabled: .tenantDisabled
        case .tenantEnabled: .tenantEnabled
        case .tenantRemoved: .tenantRemoved
        case .keyRotationBegun: .keyRotationBegun
        case .keyRotationEnded: .keyRotationEnded
        case .enrollmentReviewed: .enrollmentReviewed
        case .faceAttributesEstimated: .faceAttributesEstimated
        case .userOperation: .userOperation
        }
    }

    /// No personal datum but the names of operators and credentials: retention takes it from the tenant's entries.
    package var detail: AuditDetail {
        switch self {
        case .tenantCreated(let name, let configuration):
            AuditDetail(["configuration": configuration, "name": name])
        case .configurationChanged(let changes, let version):
            AuditDetail(["changes": changes, "version": "\(version)"])
        case .keyAdded(let id, let kind), .keyDeleted(let id, let kind): AuditDetail(["keyID": id, "kind": kind])
        case .keyRotationBegun(let key, let isCompromised):
            AuditDetail(["compromised": "\(isCompromised)", "key": key])
        case .keyRotationEnded(let key, let count): AuditDetail(["count": "\(count)", "key": key])
        case .credentialAdded(let clientID, let scopes): AuditDetail(["client": clientID, "scopes": scopes])
        case .credentialKeyAdded(let clientID, let kind, let keyID):
            AuditDetail(["client": clientID, "keyID": keyID, "kind": kind])
        case .credentialEnded(let clientID): AuditDetail(["client": clientID])
        case .signInFailed(let clientID, let cause, let count):
            AuditDetail(["cause": cause, "client": clientID ?? "unknown", "count": "\(count)"])
        case .personDataRead(let operation, let enrollments, let shown):
            AuditDetail(
                ["enrollments": enrollments.map(\.text).joined(separator: " "), "operation": operation]
                    .merging(shown.map { ["shown": $0] } ?? [:]) { own, _ in own })
        case .personDataCounted(let month, let documents):
            AuditDetail(["documents": "\(documents)", "month": month])
        case .casesExported(let query, let namesPersons, let count):
            AuditDetail(
                ["persons": "\(namesPersons)", "query": query].merging(count.map { ["count": "\($0)"] } ?? [:]) {
                    own, _ in own
                })
        case .failuresCleared(let count), .casesSeeded(let count): AuditDetail(["count": "\(count)"])
        case .registrationErased(let enrollment, let counts):
            AuditDetail(
                ["enrollment": enrollment.text].merging(counts.isEmpty ? [:] : ["erased": counts.text]) { own, _ in
                    own
                })
        case .registrationExported(let enrollment): AuditDetail(["enrollment": enrollment.text])
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
        case .evidenceLocked(let enrollment, let count, let days):
            AuditDetail(["count": "\(count)", "days": "\(days)", "enrollment": enrollment.text])
        case .holdLifted(let enrollment), .caseNoted(let enrollment), .caseFlagged(let enrollment),
            .caseFlagLifted(let enrollment), .lockedEvidenceRead(let enrollment),
            .lockedEvidenceErased(let enrollment):
            AuditDetail(["enrollment": enrollment.text])
        case .enrollmentReviewed(let enrollment, let decision):
            AuditDetail(["decision": decision.rawValue, "enrollment": enrollment.text])
        case .proposalMade(let proposal), .proposalAgreed(let proposal), .proposalDeclined(let proposal):
            AuditDetail(proposal.texts)
        case .proposalExpired(let proposal, let cause):
            AuditDetail(proposal.texts.merging(["cause": cause]) { own, _ in own })
        case .logoChanged(let digest): AuditDetail(["logo": digest ?? "none"])
        case .faceAttributesEstimated(let fields, let purpose):
            AuditDetail(["fields": fields, "statedPurpose": purpose])
        case .userOperation(let operation, let enrollments, let group, let result, let samples):
            AuditDetail(
                ["operation": operation].merging(
                    [
                        "enrollments": enrollments.isEmpty ? nil : enrollments.map(\.text).joined(separator: " "),
                        "group": group, "probe": samples?.probe, "reference": samples?.reference, "result": result,
                    ].compactMapValues(\.self)
                ) { own, _ in own })
        case .clockTrusted, .apiKeyReplaced, .tenantDisabled, .tenantEnabled: AuditDetail([:])
        case .tenantRemoved(let cases, let evidence, let keys):
            AuditDetail(["cases": "\(cases)", "evidence": "\(evidence)", "keys": "\(keys)"])
        case .operatorAdded(let name, let role, let rights), .operatorChanged(let name, let role, let rights):
            AuditDetail(["operator": name, "rights": rights, "role": role])
        case .operatorEnded(let name), .operatorRestored(let name), .operatorLinkMade(let name),
            .operatorPasswordSet(let name), .operatorSecondFactorSet(let name), .operatorSecondFactorReset(let name):
            AuditDetail(["operator": name])
        case .operatorPasskeyAdded(let name, let passkey), .operatorPasskeyRemoved(let name, let passkey):
            AuditDetail(["operator": name, "passkey": passkey])
        case .operatorSignedIn(let name, let means): AuditDetail(["means": means, "operator": name])
        case .operatorSignedOut(let name, let count): AuditDetail(["count": "\(count)", "operator": name])
        case .operatorSignInFailed(let name, let cause, let count):
            AuditDetail(["cause": cause, "count": "\(count)", "operator": name ?? "unknown"])
        }
    }
}

extension AuditEvent.Proposal {
    fileprivate var texts: [String: String] {
        ["action": action, "proposal": id.text, "proposedBy": AuditActor.Identity.operator(name: proposer).name]
            .merging(enrollment.map { ["enrollment": $0.text] } ?? [:]) { own, _ in own }
    }
}

/// What an entry of the audit trail tells beside its kind: texts by their names, so that a program can list entries of kinds
/// that it does not know. Stored as version 1, a JSON object with its members in alphabetical order:
///
///     {"texts":{NAME:TEXT …},"version":1}
///
/// `AuditEvent.detail` says which names each kind has, `AuditActor` those that every entry has since there are actors.
package struct AuditDetail: Equatable, Codable, Sendable {
    private var version = StoredVersion()
    package let texts: [String: String]

    init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// The enrollments that it names, each once; none where it tells no more, or of something else.
    package var enrollments: Set<EnrollmentID> {
        let named = [texts["enrollment"], texts["enrollments"]].compactMap(\.self)
        return Set(named.flatMap { $0.split(separator: " ") }.compactMap { EnrollmentID(text: String($0)) })
    }

    /// The same with who did it.
    package func by(_ actor: AuditActor) -> AuditDetail {
        AuditDetail(texts.merging(actor.texts) { own, _ in own })
    }

    private enum CodingKeys: String, CodingKey {
        case version, texts
    }
}
