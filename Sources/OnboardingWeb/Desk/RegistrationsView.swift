internal import Casework

/// The tenant's other registrations with this face.
struct RegistrationsView {
    struct Found {
        /// Nil once it was erased.
        let href: String?
        /// Of the enrollment, or its registration code where it has one.
        let name: String
        let similarity: String
    }

    let sentence: String
    let found: [Found]
    /// What became of it; nil where nobody was found.
    let consequence: String?

    init(_ search: CaseFile.RegistrationSearch, at place: CasePlace, _ format: CaseFormat) {
        let words = format.words
        if let notSearched = search.notSearched {
            sentence = words("case.registrations.\(notSearched)")
        } else {
            let parts = [
                format.counted(
                    "case.registrations.searched", search.registrations ?? 0,
                    ["threshold": search.threshold.map { format.number($0, digits: 3) } ?? "–"]),
                (search.unsearched ?? 0) > 0
                    ? format.counted("case.registrations.unsearched", search.unsearched ?? 0) : nil,
                search.found.isEmpty ? words("case.registrations.nobody") : nil,
            ]
            sentence = parts.compactMap(\.self).joined(separator: " ")
        }
        found = search.found.map { found in
            Found(
                href: found.isKept ? place.other(found.id) : nil,
                name: found.isKept ? found.registrationCode ?? found.id : words("case.registrations.erased"),
                similarity: words(
                    "case.registrations.similarity", ["n": format.number(found.similarity, digits: 3)]))
        }
        consequence =
            found.isEmpty
            ? nil : words(search.isRefusing ? "case.registrations.refused" : "case.registrations.reported")
    }
}
