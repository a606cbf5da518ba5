internal import Casework

/// The document's portrait and the live face, side by side.
struct ComparisonView {
    let score: String
    /// What the score means, and what is asked for.
    let sentence: String
    let threshold: String
    let mark: CaseMark
    let remarks: [String]
    let chart: ScoreChart
    /// Nil where it cannot be drawn; then the next says why.
    let distribution: DistributionChart?
    let withoutDistribution: String?
    let model: String
    let digest: String
    let similarity: String
    /// Cut out alike; nil where there is none that can be shown.
    let live: CaseImage?
    let portrait: CaseImage?
    let hasImages: Bool
    let liveOriginal: String?
    let portraitOriginal: String?

    init(_ comparison: CaseFile.Comparison, of file: CaseFile, at place: CasePlace, _ format: CaseFormat) {
        let words = format.words
        let figures = format.numbers(comparison.score, beside: comparison.threshold, .decimals(1))
        score = figures.value
        sentence = format.meaning(ofScore: comparison.score)
        threshold = words(
            "case.tenantAsks",
            [
                "n": figures.limit,
                "meaning": format.meaning(ofScore: comparison.threshold),
            ])
        mark =
            comparison.isMatch
            ? CaseMark(kind: "good", word: words("case.match")) : CaseMark(kind: "bad", word: words("case.noMatch"))
        remarks = [
            comparison.isExtrapolated ? words("case.extrapolated") : nil,
            comparison.photograph.map { words("case.photograph", ["finding": format.name($0, in: "photographs")]) },
        ].compactMap(\.self)
        chart = ScoreChart(comparison, format)
        (distribution, withoutDistribution) =
            switch file.fittingPairs {
            case .counted(let pairs): (DistributionChart(pairs, comparison, format), nil)
            case .notCounted: (nil, words("case.distribution.notCounted"))
            case .ofAnotherCalibration: (nil, words("case.distribution.ofAnotherCalibration"))
            }
        model = comparison.model.name
        digest = comparison.model.digest ?? words("case.missing.notRecorded")
        similarity = format.number(comparison.similarity, digits: 4)

        func aligned(_ evidence: CaseFile.Evidence, _ label: String) -> CaseImage {
            CaseImage(
                anchor: "aligned-\(label)", href: place.image(evidence.id, RevealImage.alignedName),
                label: words("case.\(label)Aligned"), width: 360, height: 450)
        }
        // The face that stands is the last that was accepted; where none was, the last that was judged.
        let faces = file.faces.filter { $0.measured?.frames.contains { $0.image != nil } ?? false }
        let face = faces.last { $0.step.map { file.explanation.steps[$0].accepted } ?? false } ?? faces.last
        let document = file.documents.last { $0.measured?.portrait != nil && !$0.evidence.images.isEmpty }
        live = face.map { aligned($0.evidence, "live") }
        portrait = document.map { aligned($0.evidence, "portrait") }
        hasImages = live != nil && portrait != nil
        liveOriginal = face.flatMap { face in
            let frames = face.measured?.frames ?? []
            let best = frames.first(where: \.isBest) ?? frames.first { $0.image != nil }
            return best.map { "\(face.name)-frame-\($0.index + 1)" }
        }
        portraitOriginal = document.flatMap { document in
            document.measured?.portrait.map { "\(document.name)-page-\($0.page + 1)" }
        }
    }
}
