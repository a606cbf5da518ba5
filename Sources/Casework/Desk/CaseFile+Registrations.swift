internal import Onboarding
internal import OnboardingCore

extension CaseFile {
    /// The search for the face among the tenant's other registrations.
    package struct RegistrationSearch: Equatable, Sendable {
        /// A registration with a face that is as like as is asked for.
        package struct Found: Equatable, Sendable {
            package let id: String
            package let registrationCode: String?
            /// false once it was erased.
            package let isKept: Bool
            /// −1 to 1.
            package let similarity: Double
        }

        /// Why nobody was looked for; nil where somebody was. A word of `DuplicateCheck.Omission`.
        package let notSearched: String?
        package let registrations: Int?
        /// That have a face and were not searched.
        package let unsearched: Int?
        package let threshold: Double?
        /// Whether a finding ended the enrollment.
        package let isRefusing: Bool
        /// The most similar first.
        package let found: [Found]
    }
}

extension Cases {
    /// What the last search that found somebody came to, or else the last; nil where none was made.
    func registrationSearch(in evidence: [JudgedEvidence]) async throws -> CaseFile.RegistrationSearch? {
        let checks = evidence.compactMap(\.kept.duplicateCheck)
        guard let check = checks.last(where: { !$0.findings.isEmpty }) ?? checks.last else { return nil }
        var found: [CaseFile.RegistrationSearch.Found] = []
        for finding in check.findings {
            guard let id = finding.enrollment.flatMap(EnrollmentID.init(text:)) else { continue }
            let stored = try await store.enrollment(id)
            found.append(
                .init(
                    id: id.text, registrationCode: stored?.enrollment.code, isKept: stored != nil,
                    similarity: finding.similarity))
        }
        return CaseFile.RegistrationSearch(
            notSearched: check.notSearched?.rawValue, registrations: check.registrations, unsearched: check.unsearched,
            threshold: check.threshold?.similarity, isRefusing: check.isRefusing, found: found)
    }
}
