/// A share of the presentations of one species. What is shown of one person is alike, so each rate is given twice: over
/// packages as if they were independent, and over persons, each of whom counts once with the share of their packages.
package struct PresentationShare: Codable, Equatable, Sendable {
    /// Packages that the share counts.
    package let count: Int
    /// All packages.
    package let of: Int
    /// nil of none.
    package let share: Double?
    package let interval: WilsonInterval?
    package let persons: Int
    /// The mean over persons of the share of each; nil of none.
    package let shareOfPersons: Double?
    /// As many independent presentations as there are persons.
    package let intervalOfPersons: WilsonInterval?

    package init(of results: [PresentationResult], where counts: (PresentationResult) -> Bool) {
        count = results.count(where: counts)
        of = results.count
        share = of > 0 ? Double(count) / Double(of) : nil
        interval = WilsonInterval(hits: count, of: of)
        // Sorted, so that the sum has the same bits on every run.
        let shares = Dictionary(grouping: results, by: \.subject.person).sorted { $0.key < $1.key }
            .map { Double($0.value.count(where: counts)) / Double($0.value.count) }
        persons = shares.count
        let mean = shares.isEmpty ? nil : min(1, shares.reduce(0, +) / Double(shares.count))
        shareOfPersons = mean
        intervalOfPersons = mean.flatMap { [persons] in WilsonInterval(share: $0, of: persons) }
    }

    /// Whether the share is known to be at most `claim`.
    package func finding(on claim: Double) -> ClaimFinding {
        guard let interval = intervalOfPersons else { return .notShown }
        if interval.high <= claim { return .shown }
        return interval.low > claim ? .refuted : .notShown
    }
}

/// What presentations say of a claim that a share is at most so large. Written into reports, so each word is stable.
package enum ClaimFinding: String, Codable, Sendable {
    /// The interval lies below the claim.
    case shown
    /// Too few presentations, or too many errors among them.
    case notShown
    /// The interval lies above the claim.
    case refuted
}
