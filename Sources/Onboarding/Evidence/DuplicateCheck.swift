internal import FaceEngine
package import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// What a search for the face of whoever enrolls among the tenant's registrations came to, in the evidence of the step that it
/// was made for. JSON, in the section `duplicateCheck`:
///
///     {"findings":[{"enrollment":"…","similarity":0.83}],"leastPercent":90,"model":{…},"policy":"report","registrations":1200,
///      "threshold":{"extrapolatedDecades":0.4,"score":6.5,"similarity":0.61},"unsearched":0,"version":1}
///
/// or with `notSearched` (`notReady`, `galleryTooLarge`) where nobody was looked for. A finding names a registration by the id of
/// its enrollment alone, which leads to nobody once that is erased (decision 0110); an export to the person
/// lacks that too.
package struct DuplicateCheck: Codable, Equatable, Sendable {
    package struct Finding: Codable, Equatable, Sendable {
        /// Nil in what the person is given.
        package var enrollment: String?
        /// −1 to 1.
        package let similarity: Double

        private enum CodingKeys: String, CodingKey {
            case enrollment, similarity
        }
    }

    package struct Threshold: Codable, Equatable, Sendable {
        package let similarity: Double
        /// −log₁₀ of the false match rate that so many registrations ask for.
        let score: Double
        /// By how many decades that lies beyond what was measured.
        let extrapolatedDecades: Double

        private enum CodingKeys: String, CodingKey {
            case similarity, score, extrapolatedDecades
        }
    }

    package enum Omission: String, Codable, Sendable {
        /// The faces were still being read.
        case notReady
        /// No similarity is enough to name one of so many.
        case galleryTooLarge
    }

    package static let section = "duplicateCheck"

    var version = FirstVersion()
    /// A word of `TenantSettings.DuplicatePolicy`.
    let policy: String
    /// As the tenant asks for, in percent (`MatchConfidence`).
    let leastPercent: Double
    /// Of the templates that were compared.
    let model: ModelIdentity
    /// That were searched; nil where none were.
    package var registrations: Int?
    /// That have a face and were not searched.
    package var unsearched: Int?
    package var threshold: Threshold?
    package var notSearched: Omission?
    /// The most similar first.
    package var findings: [Finding] = []

    /// The other registration, and whether it keeps whoever enrolls from being registered; nil where there is none.
    package var duplicate: FoundDuplicate? {
        findings.first?.enrollment.flatMap(EnrollmentID.init(text:)).map { FoundDuplicate($0, isRefused: isRefusing) }
    }

    /// Whether the tenant registers nobody twice.
    package var isRefusing: Bool { policy == TenantSettings.DuplicatePolicy.refuse.rawValue }

    /// The same for the person, who is told of no other registration.
    var withoutRegistrations: DuplicateCheck {
        var check = self
        check.findings = findings.map { Finding(enrollment: nil, similarity: $0.similarity) }
        return check
    }

    private enum CodingKeys: String, CodingKey {
        case version, policy, leastPercent, model, registrations, unsearched, threshold, notSearched, findings
    }
}
