/// What one cue said of the packages of one species. Findings of presentation and of injection attacks are counted apart.
package struct CueFindings: Codable, Equatable, Sendable {
    package let cue: String
    package let presentationClass: PresentationClass
    package let species: String
    package let bonaFide: Int
    package let unclear: Int
    package let presentationAttack: Int
    package let injectionAttack: Int
    package let abstained: Int
    /// Packages that a gate's error kept from the cue.
    package let notAssessed: Int

    init(of cue: String, in results: [PresentationResult], presentationClass: PresentationClass, species: String) {
        self.cue = cue
        self.presentationClass = presentationClass
        self.species = species
        var counts = (bonaFide: 0, unclear: 0, presentation: 0, injection: 0, abstained: 0, none: 0)
        for result in results {
            switch result.cues.first(where: { $0.cue == cue })?.result {
            case nil: counts.none += 1
            case .abstained: counts.abstained += 1
            case .measured(_, .bonaFide, _): counts.bonaFide += 1
            case .measured(_, .unclear, _): counts.unclear += 1
            case .measured(_, .attack, let species):
                if species.contains(where: \.isInjection) { counts.injection += 1 } else { counts.presentation += 1 }
            }
        }
        bonaFide = counts.bonaFide
        unclear = counts.unclear
        presentationAttack = counts.presentation
        injectionAttack = counts.injection
        abstained = counts.abstained
        notAssessed = counts.none
    }
}
