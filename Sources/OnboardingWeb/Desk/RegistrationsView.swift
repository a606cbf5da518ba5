internal import Casework
internal import Figures

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
        let figures = Figures.texts(
            search.found.map(\.similarity), beside: search.threshold.map { [$0] } ?? [], .decimals(3))
        if let notSearched = search.notSearched {
            sentence = words("case.registrations.\(notSearched)")
        } else {
            let parts = [
                format.counted(
                    "case.registrations.searched", search.registrations ?? 0,
                    ["threshold": figures.limits.first.map(format.written) ?? "–"]),
                (search.unsearched ?? 0) > 0
                    ? format.counted("case.registrations.unsearched", search.unsearched ?? 0) : nil,
                search.found.isEmpty ? words("case.registrations.nobody") : nil,
            ]
            sentence = parts.compactMap(\.self).joined(separator: " ")
        }
        found = zip(search.found, figures.numbers).map { found, similarity in
            Found(
                href: found.isKept ? place.other(found.id) : nil,
                name: found.isKept ? found.registrationCode ?? found.id : words("case.registrations.erased"),
                similarity: words("case.registrations.similarity", ["n": format.written(similarity)]))
        }
        consequence =
            found.isEmpty
            ? nil : words(search.isRefusing ? "case.registrations.refused" : "case.registrations.reported")
    }
}
