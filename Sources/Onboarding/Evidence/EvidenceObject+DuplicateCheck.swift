internal import Foundation
internal import OnboardingJSON
package import OnboardingStorage

extension EvidenceObject {
    func adding(_ check: DuplicateCheck) throws -> EvidenceObject {
        adding(.json(DuplicateCheck.section, try sortedKeyJSON(check)))
    }

    /// The same for the person, who is told of no other registration.
    package var withoutRegistrations: EvidenceObject {
        get throws {
            guard let check = try duplicateCheck else { return self }
            let others = sections.filter { $0.name != DuplicateCheck.section }
            return try EvidenceObject(sections: others).adding(check.withoutRegistrations)
        }
    }

    /// Nil where nobody was looked for.
    package var duplicateCheck: DuplicateCheck? {
        get throws {
            try self[DuplicateCheck.section].map { try JSONDecoder().decode(DuplicateCheck.self, from: Data($0)) }
        }
    }
}
