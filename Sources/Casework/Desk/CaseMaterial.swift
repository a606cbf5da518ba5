package import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// All that a case file is made from.
struct CaseMaterial: Sendable {
    let explained: ExplainedCase
    /// The oldest first.
    let evidence: [JudgedEvidence]
    /// Nil once it was erased, as the next.
    let stored: StoredEnrollment?
    let person: Person?
    let device: DeviceDescription?
    let isHeld: Bool
    let chain: ChainCheck?
    let others: [CaseFile.Other]
    let readings: [AuditEntry]
    let notes: [CaseFile.Note]
    let flag: CaseFlag?
    let rights: CaseFile.Rights
}

extension CaseFile {
    /// - Returns: nil where the events do not begin as those of an enrollment do.
    init?(of material: CaseMaterial) {
        let explained = material.explained
        guard let explanation = Explanation(of: explained),
            let standing = EnrollmentStanding(of: explained.events, now: explained.now)
        else { return nil }
        let captures = Captures(
            material.evidence, decidedAt: explained.events.decided(by: { $0.evidence?.id }), explanation.steps,
            showsPersons: material.rights.persons)
        self.init(
            id: explained.id.text, tenant: explained.tenant, rights: material.rights, readAt: explained.now,
            explanation: explanation, standing: standing, isHeld: material.isHeld,
            person: material.rights.persons ? material.person.map(Person.init) : nil,
            device: material.rights.persons ? material.device.map(Device.init) : nil,
            consents: explained.events.compactMap { at, event in
                if case .consentGiven(let consent) = event {
                    ConsentGiven(recordedAt: at, consent: consent)
                } else {
                    nil
                }
            }, faces: captures.faces, documents: captures.documents, timeline: Timeline(of: material),
            review: standing.review.map { SecondLook($0, material) }, others: material.others,
            readings: material.readings.map(Reading.init), notes: material.notes,
            flag: material.flag.map { Flag(at: $0.at, by: $0.setBy) },
            erasure: material.readings.first { $0.kind == AuditEvent.Kind.registrationErased.rawValue }.map(
                Erasure.init))
    }
}

extension CaseFile.Person {
    package init(_ person: Person) {
        self.init(
            username: person.username, firstName: person.firstName, lastName: person.lastName, email: person.email,
            phoneNumber: person.phoneNumber, reference: person.reference)
    }
}

extension CaseFile.Device {
    init(_ device: DeviceDescription) {
        self.init(deviceID: device.deviceID, pushID: device.pushID, hasPublicKey: device.publicKey != nil)
    }
}

extension CaseFile.SecondLook {
    fileprivate init(_ standing: EnrollmentStanding.ReviewStanding, _ material: CaseMaterial) {
        let review = material.rights.reviews ? material.evidence.lazy.compactMap(\.review).last : nil
        self.init(
            requestedAt: standing.requestedAt, decidedAt: standing.decidedAt, decision: standing.decision,
            reason: review?.reason, reviewer: review?.reviewer)
    }
}

extension CaseFile.Erasure {
    fileprivate init(_ entry: AuditEntry) {
        self.init(number: entry.sequence, at: entry.at, by: entry.detail["actor"] ?? "unknown")
    }
}

extension CaseFile.Reading {
    fileprivate init(_ entry: AuditEntry) {
        self.init(
            at: entry.at, by: entry.detail["actor"] ?? "unknown", kind: entry.kind,
            operation: entry.detail["operation"], shown: entry.detail["shown"], purpose: entry.detail["purpose"])
    }
}

/// The captures that were judged, with what is kept of each.
struct Captures {
    private(set) var faces: [CaseFile.FaceCapture] = []
    private(set) var documents: [CaseFile.DocumentCapture] = []

    /// - Parameters:
    ///   - evidence: the oldest first.
    ///   - decidedAt: when what was decided by it.
    ///   - steps: that it is evidence of.
    init(
        _ evidence: [JudgedEvidence], decidedAt: [EvidenceID: Instant], _ steps: [Explanation.Step], showsPersons: Bool
    ) {
        for (index, judged) in evidence.enumerated() {
            let (id, kind) = (judged.row.judgedID, judged.row.judgedKind)
            let name = "\(kind)-\(index + 1)"
            let at = decidedAt[id] ?? judged.row.createdAt
            let step = steps.firstIndex { $0.evidence.id == id.text && $0.decision != "reopened" }
            let evidence = CaseFile.Evidence(judged, mayBeSeen: showsPersons)
            switch (kind, judged.kept.contents) {
            case (TemplateKind.face.evidenceKind, let contents):
                let record: FaceEvidence? = if case .face(let record) = contents { record } else { nil }
                faces.append(
                    CaseFile.FaceCapture(
                        name: name, at: at, step: step, evidence: evidence,
                        sandboxPersona: record?.sandboxPersona?.rawValue,
                        measured: record.flatMap { record in
                            record.sandboxPersona == nil
                                ? CaseFile.MeasuredFace(record, evidence.images, showsPersons: showsPersons) : nil
                        }))
            case (TemplateKind.portrait.evidenceKind, let contents):
                let record: DocumentRecord? = if case .document(let record) = contents { record } else { nil }
                documents.append(
                    CaseFile.DocumentCapture(
                        name: name, at: at, step: step, evidence: evidence,
                        sandboxPersona: record?.sandboxPersona?.rawValue,
                        measured: record.flatMap { record in
                            record.sandboxPersona == nil
                                ? CaseFile.MeasuredDocument(record, evidence.images, showsPersons: showsPersons) : nil
                        }))
            default: break
            }
        }
    }
}

extension Sequence {
    /// When the last of some events was accepted that names an object.
    func decided<Event>(
        by evidence: (Event) -> EvidenceID?
    ) -> [EvidenceID: Instant] where Element == (at: Instant, event: Event) {
        reduce(into: [:]) { decided, entry in
            if let id = evidence(entry.event) { decided[id] = entry.at }
        }
    }
}

extension CaseFile.Evidence {
    fileprivate init(_ judged: JudgedEvidence, mayBeSeen: Bool) {
        let isReadable = if case .unreadable = judged.kept.contents { false } else { true }
        self.init(
            id: judged.row.judgedID.text,
            sha256: judged.row.reference?.sha256 ?? Hexadecimal.encode(judged.row.digest),
            state: !isReadable ? .unreadable : judged.kept.reducedAt == nil ? .whole : .reduced,
            reducedAt: judged.kept.reducedAt, images: mayBeSeen ? judged.images : [])
    }
}
