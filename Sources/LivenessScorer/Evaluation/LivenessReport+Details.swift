extension LivenessReport {
    /// How scores are distributed, and what a threshold on them would do.
    var scoreBlocks: [ReportBlock] {
        [.heading("Scores")]
            + operatingPoints.flatMap { point -> [ReportBlock] in
                let scored = point.histograms.filter { $0.withScore > 0 }
                guard !scored.isEmpty else {
                    return [.paragraph("\(point.name): no decision rests on a score.")]
                }
                return [.paragraph(point.name)] + curves(of: point)
                    + [
                        .histograms(
                            HistogramPlot(
                                caption: "Scores; 100 speaks for bona fide. Packages in each twentieth.",
                                range: 0...100,
                                series: scored.map {
                                    HistogramPlot.Series(
                                        name: "\($0.species), \($0.withScore) with a score, \($0.withoutScore) without",
                                        bins: $0.bins)
                                }))
                    ]
            }
    }

    private func curves(of point: OperatingPoint) -> [ReportBlock] {
        let curves = point.tradeoffs.filter { $0.attacksWithScore > 0 && $0.bonaFideWithScore > 0 }
        guard !curves.isEmpty else { return [] }
        return [
            .curves(
                TradeoffPlot(
                    caption: "Detection error trade-off as a threshold on the score moves. Packages without a score "
                        + "count in both denominators and are neither accepted nor called attacks.",
                    horizontalAxis: "APCER, %", verticalAxis: "BPCER, %",
                    series: curves.map { curve in
                        TradeoffPlot.Series(
                            name: "\(curve.species): \(curve.attacksWithScore) of \(curve.attacks) with a score; bona "
                                + "fide \(curve.bonaFideWithScore) of \(curve.bonaFide)",
                            points: curve.points.map { (x: $0.apcer, y: $0.bpcer) })
                    }))
        ]
    }

    var detailBlocks: [ReportBlock] {
        [.heading("Details")]
            + operatingPoints.flatMap { point -> [ReportBlock] in
                let results = results.filter { $0.level == point.level && $0.packageKind == point.packageKind }
                let isCut = results.count > Self.shownResults
                return [
                    .paragraph(point.name),
                    .folded(summary: "Why packages were not accepted", [.table(refusals(of: point))]),
                    .folded(summary: "What each cue found", [.table(cues(of: point))]),
                    .folded(
                        summary: isCut ? "The first \(Self.shownResults) packages" : "Every package",
                        [.table(Self.table(of: results.prefix(Self.shownResults)))]),
                ]
            }
    }

    private func refusals(of point: OperatingPoint) -> ReportTable {
        ReportTable(
            columns: ["species", "decision", "reason", "refused by"].map { .init($0) }
                + [.init("packages", isNumber: true)],
            rows: point.species.flatMap { rates in
                rates.refusals.compactMap { refusal in
                    rates.species.map {
                        [
                            $0, refusal.decision?.rawValue ?? "not assessed", refusal.reason, refusal.refusedBy,
                            String(refusal.count),
                        ]
                    }
                }
            })
    }

    private func cues(of point: OperatingPoint) -> ReportTable {
        let findings = ["bona fide", "unclear", "presentation attack", "injection attack", "abstained", "not assessed"]
        return ReportTable(
            columns: [.init("cue"), .init("species")] + findings.map { .init($0, isNumber: true) },
            rows: point.cues.map { cue in
                let counts = [
                    cue.bonaFide, cue.unclear, cue.presentationAttack, cue.injectionAttack, cue.abstained,
                    cue.notAssessed,
                ]
                return [cue.cue, cue.species] + counts.map(String.init)
            })
    }
}

extension LivenessReport.OperatingPoint {
    fileprivate var name: String { "\(packageKind.rawValue), \(level.rawValue)" }
}
