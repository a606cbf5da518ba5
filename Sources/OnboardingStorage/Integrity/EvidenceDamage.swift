package import OnboardingCore
internal import OnboardingCrypto

/// Where the evidence of an enrollment is not what its chain of events says.
package enum EvidenceDamage: Equatable, Sendable {
    /// An event rests on this object, and no row names it.
    case missing(EvidenceID)
    /// The row is of another object than the one that was judged, or of another kind.
    case changed(EvidenceID)
    /// No event rests on this object.
    case unnamed(EvidenceID)

    static func found(in rows: [EvidenceRow], namedBy events: [Event]) -> [EvidenceDamage] {
        var damage: [EvidenceDamage] = []
        var named: Set<EvidenceID> = []
        for event in events {
            guard let reference = event.evidence else { continue }
            named.insert(reference.id)
            if let row = rows.first(where: { $0.judgedID == reference.id }) {
                if row.reference != reference || row.kind != event.evidenceKind {
                    damage.append(.changed(reference.id))
                }
            } else {
                damage.append(.missing(reference.id))
            }
        }
        return damage + rows.filter { !named.contains($0.judgedID) }.map { .unnamed($0.id) }
    }
}

extension EvidenceRow {
    /// As events name it, also after it was reduced; nil where the digest is none.
    package var reference: EvidenceReference? {
        EvidenceReference(id: judgedID, sha256: Hexadecimal.encode(reduction?.originalDigest ?? digest))
    }

    /// Of the object that the decision rested on.
    package var judgedID: EvidenceID { reduction?.originalID ?? id }
}

extension Event {
    /// The kind of the evidence that it rests on.
    fileprivate var evidenceKind: String? {
        switch kind {
        case .faceAdded, .faceRefused: "face"
        case .documentAdded, .documentRefused: "document"
        case .reviewed: "review"
        default: nil
        }
    }
}
