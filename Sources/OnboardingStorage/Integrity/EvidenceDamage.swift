package import OnboardingCore
internal import OnboardingCrypto

/// Where the evidence of an enrollment is not what the chains of its events and of its authentications' say.
package enum EvidenceDamage: Equatable, Sendable {
    /// An event rests on this object, and no row names it.
    case missing(EvidenceID)
    /// The row is of another object than the one that was judged, or of another kind.
    case changed(EvidenceID)
    /// No event rests on this object.
    case unnamed(EvidenceID)

    static func found(in rows: [EvidenceRow], namedBy events: [NamedEvidence]) -> [EvidenceDamage] {
        var damage: [EvidenceDamage] = []
        for one in events {
            if let row = rows.first(where: { $0.judgedID == one.reference.id }) {
                if row.reference != one.reference || row.kind != one.kind {
                    damage.append(.changed(one.reference.id))
                }
            } else {
                damage.append(.missing(one.reference.id))
            }
        }
        let named = Set(events.map(\.reference.id))
        return damage + rows.filter { !named.contains($0.judgedID) }.map { .unnamed($0.id) }
    }
}

/// What an event rests on, and of which kind that has to be.
struct NamedEvidence {
    let reference: EvidenceReference
    let kind: String?

    /// Nil for an event that rests on nothing.
    init?(_ event: Event) {
        guard let reference = event.evidence else { return nil }
        (self.reference, kind) = (reference, event.evidenceKind)
    }

    init?(_ event: AuthenticationEvent) {
        guard let reference = event.evidence else { return nil }
        (self.reference, kind) = (reference, event.evidenceKind)
    }
}

extension EvidenceRow {
    /// As events name it, also after it was reduced; nil where the digest is none.
    package var reference: EvidenceReference? {
        EvidenceReference(id: judgedID, sha256: Hexadecimal.encode(reduction?.originalDigest ?? digest))
    }

    /// Of the object that the decision rested on.
    package var judgedID: EvidenceID { reduction?.originalID ?? id }

    /// What the kinds of the evidence of authentications begin with.
    package static let authenticationPrefix = "authentication-"

    /// What was judged, whether for the enrollment or for an authentication.
    package var judgedKind: String {
        isOfAuthentication ? String(kind.dropFirst(Self.authenticationPrefix.count)) : kind
    }

    /// Whether an authentication of its registration rests on it, and no step of the enrollment.
    package var isOfAuthentication: Bool { kind.hasPrefix(Self.authenticationPrefix) }
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

extension AuthenticationEvent {
    /// The kind of the evidence that it rests on.
    fileprivate var evidenceKind: String? {
        switch kind {
        case .faceVerified, .faceRefused: "authentication-face"
        case .documentAdded, .documentRefused: "authentication-document"
        default: nil
        }
    }
}
