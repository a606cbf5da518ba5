internal import Foundation
internal import Onboarding
internal import OnboardingJSON
internal import OnboardingStorage

extension EvidenceObject {
    /// What is left of a step's evidence when its images were kept for their time: what was measured and decided, so that the
    /// decision can still be explained.
    /// - Parameter kind: `EvidenceRow.judgedKind`. Of a document goes what was read of it as well.
    /// - Throws: `evidenceUnreadable` for measurements that are not those of such a step.
    func reduced(kind: String) throws -> EvidenceObject {
        guard kind == TemplateKind.portrait.evidenceKind else {
            return EvidenceObject(sections: sections.filter(\.isCompressed))
        }
        guard let measurements = self["measurements"],
            var record = try? JSONDecoder().decode(DocumentRecord.self, from: Data(measurements))
        else { throw StorageError.evidenceUnreadable }
        record.reading = nil
        let check = sections.filter { $0.name == DuplicateCheck.section }
        return EvidenceObject(sections: [.json("measurements", try sortedKeyJSON(record))] + check)
    }
}
