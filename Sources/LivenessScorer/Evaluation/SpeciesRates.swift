/// What one operating point makes of one species.
///
/// At an operating point a capture is accepted if the decision is `live`, taken for an attack if it is
/// `presentationAttack`, and without response otherwise. Every share is one of all packages of the species, those without
/// response included, so the three shares of a species add up to 1: a scorer that answers nothing has no errors and a
/// non-response rate of 1, and both are to be read together.
package struct SpeciesRates: Codable, Equatable, Sendable {
    package let presentationClass: PresentationClass
    /// nil for all bona fide presentations together. There is no such row for attacks: species are never averaged.
    package let species: String?
    /// Files and folders.
    package let items: Int
    /// Of an attack: APCER (ISO/IEC 30107-3).
    package let accepted: PresentationShare
    /// Of a bona fide presentation: BPCER.
    package let calledAttack: PresentationShare
    /// APNRR or BPNRR.
    package let withoutResponse: PresentationShare
    package let tries: TriesOfPersons
    /// Of an attack: whether its APCER is known to be at most `LivenessReport.claim`.
    package let claim: ClaimFinding?
    /// Of an attack whose list names an image of its target: accepted and matched (IAPAR). nil where no list does.
    package let matched: PresentationShare?
    /// How often each reason refused.
    package let refusals: [Refusal]

    package struct Refusal: Codable, Equatable, Sendable {
        /// nil for a capture that was not assessed.
        package let decision: LivenessDecision?
        package let reason: String
        /// `PresentationResult.refusedBy`.
        package let refusedBy: String
        package let count: Int
    }

    /// - Parameter results: of one kind of package at one level.
    init(
        of results: [PresentationResult], presentationClass: PresentationClass, species: String?,
        matchThreshold: Double
    ) {
        self.presentationClass = presentationClass
        self.species = species
        items = Set(results.map { [$0.subject.set, $0.subject.item] }).count
        accepted = PresentationShare(of: results, where: \.isAccepted)
        calledAttack = PresentationShare(of: results, where: \.isCalledAttack)
        withoutResponse = PresentationShare(of: results, where: \.isWithoutResponse)
        tries = TriesOfPersons(of: results)
        claim = presentationClass == .bonaFide ? nil : accepted.finding(on: LivenessReport.claim)
        let compared = results.filter(\.hasReference)
        matched =
            compared.isEmpty
            ? nil : PresentationShare(of: compared) { $0.referenceScore.map { $0 >= matchThreshold } ?? false }
        let refused = Dictionary(grouping: results.filter { !$0.isAccepted }) { result in
            [result.decision?.rawValue ?? "", result.reason, result.refusedBy ?? ""]
        }
        refusals = refused.sorted { ($1.value.count, $0.key.joined()) < ($0.value.count, $1.key.joined()) }
            .compactMap { key, results in
                results.first.map {
                    Refusal(decision: $0.decision, reason: key[1], refusedBy: key[2], count: results.count)
                }
            }
    }
}
