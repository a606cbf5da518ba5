/// What persons meet who try again: of each, the first three packages that do not overlap.
package struct TriesOfPersons: Codable, Equatable, Sendable {
    package static let maximumTries = 3

    package let persons: Int
    /// Persons of whom there is not enough material for all tries.
    package let withFewerTries: Int
    /// Persons with no decision at all, neither `live` nor `presentationAttack`.
    package let withoutResponse: Int
    /// Persons who were never `live`.
    package let neverAccepted: Int
    /// Persons who were `live` at least once.
    package let accepted: Int

    /// - Parameter results: of one kind of package at one level.
    package init(of results: [PresentationResult]) {
        let tries = Dictionary(grouping: results, by: \.subject.person).values.map(Self.firstTries)
        persons = tries.count
        withFewerTries = tries.count { $0.count < Self.maximumTries }
        withoutResponse = tries.count { $0.allSatisfy(\.isWithoutResponse) }
        accepted = tries.count { $0.contains(where: \.isAccepted) }
        neverAccepted = persons - accepted
    }

    /// In the order of the results, which is that of the list and of time.
    static func firstTries(of person: [PresentationResult]) -> [PresentationResult] {
        var tries: [PresentationResult] = []
        for result in person where tries.count < maximumTries {
            let overlaps = tries.contains { earlier in
                earlier.subject.item == result.subject.item && earlier.subject.set == result.subject.set
                    && result.startInMilliseconds < earlier.startInMilliseconds + earlier.spanInMilliseconds
            }
            if !overlaps { tries.append(result) }
        }
        return tries
    }
}
