/// A kind of what the erasure of an enrollment destroys. A word is never renamed or reused.
package enum ErasedKind: String, CaseIterable, Sendable {
    /// Sealed objects with captures and what was measured.
    case evidenceObjects = "evidence_objects"
    case evidenceBytes = "evidence_bytes"
    /// Templates of faces.
    case templates
    case devices
    /// Images of faces that the tenant's client handed in.
    case images
    /// Mails to the person, sent or not.
    case messages
    /// Notes and flags of colleagues.
    case notes
    /// By which nothing opens that is left in a copy.
    case keys
    /// Whatever else there was.
    case otherRows = "other_rows"
}

extension [ErasedKind: Int] {
    /// As the audit trail keeps it: `devices=1 evidence_bytes=1200 …`, without kinds of which there was nothing.
    package var text: String {
        ErasedKind.allCases.compactMap { kind in self[kind].flatMap { $0 > 0 ? "\(kind.rawValue)=\($0)" : nil } }
            .joined(separator: " ")
    }

    /// Words that this version does not know are passed over.
    package init(text: String) {
        self.init(
            text.split(separator: " ").compactMap { pair in
                let parts = pair.split(separator: "=").map(String.init)
                guard parts.count == 2, let kind = ErasedKind(rawValue: parts[0]), let count = Int(parts[1]) else {
                    return nil
                }
                return (kind, count)
            }, uniquingKeysWith: +)
    }
}
