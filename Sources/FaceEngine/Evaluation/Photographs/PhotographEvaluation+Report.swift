extension PhotographEvaluation {
    /// By kind of material; within each also by what the document's portrait is like, and how near its pose the capture comes.
    public var report: PhotographReport {
        var groups: [PhotographReport.Group] = []
        for (name, results) in grouped(by: \.trial.group) {
            if case .twoPhotographs = results[0].trial.material {
                groups.append(group(name, results, isReuse: false))
                let inAnyPose = results.map { TrialResult(trial: $0.trial, comparison: $0.inAnyPose, inAnyPose: nil) }
                groups.append(group("\(name), in any pose", inAnyPose, isReuse: false))
                for (copy, part) in Self.grouped(results, by: \.trial.copyName) where copy != "" {
                    groups.append(group("\(name), \(copy)", part, isReuse: false))
                }
            } else {
                for pose in Pose.allCases {
                    let part = results.filter { $0.trial.reuse?.pose == pose }
                    if !part.isEmpty { groups.append(group("\(name), \(pose.rawValue)", part, isReuse: true)) }
                }
            }
        }
        for shape in AnimatedPortrait.Shape.allCases {
            for pose in Pose.allCases {
                let part = results.filter { $0.trial.reuse?.shape == shape && $0.trial.reuse?.pose == pose }
                if !part.isEmpty {
                    groups.append(
                        group("reuse by \(shape.rawValue), \(pose.rawValue)", part, isReuse: true))
                }
            }
        }
        return PhotographReport(
            thresholds: .standard, failures: results.count { $0.comparison == nil },
            millisecondsPerFrame: millisecondsPerFrame, millisecondsPerDescriptor: millisecondsPerDescriptor,
            groups: groups)
    }

    private func grouped(by name: KeyPath<TrialResult, String>) -> [(name: String, results: [TrialResult])] {
        Self.grouped(results, by: name)
    }

    /// In the order in which they first occur.
    private static func grouped(_ results: [TrialResult], by name: KeyPath<TrialResult, String>)
        -> [(name: String, results: [TrialResult])]
    {
        var order: [String] = []
        for result in results where !order.contains(result[keyPath: name]) { order.append(result[keyPath: name]) }
        let byName = Dictionary(grouping: results) { $0[keyPath: name] }
        return order.map { ($0, byName[$0] ?? []) }
    }

    private func group(_ name: String, _ results: [TrialResult], isReuse: Bool) -> PhotographReport.Group {
        let compared = results.compactMap { result in result.comparison.map { (result.trial.identity, $0) } }
        let people = Set(compared.map(\.0)).count
        func share(_ decisions: [PhotographComparison.Decision]) -> (PhotographReport.Share, PhotographReport.Share) {
            let hits = compared.filter { decisions.contains($0.1.decision) }
            return (
                PhotographReport.Share(hits: hits.count, of: compared.count),
                PhotographReport.Share(hits: Set(hits.map(\.0)).count, of: people)
            )
        }
        let (reused, peopleReused) = share([.reused])
        let (suspected, peopleSuspected) = share([.reused, .suspected])
        func spread(_ number: (PhotographComparison.FrameComparison) -> Double?) -> PhotographReport.Spread? {
            PhotographReport.Spread(compared.compactMap { $0.1.frames.compactMap(number).max() })
        }
        return PhotographReport.Group(
            name: name, isReuse: isReuse, people: people, reused: reused,
            certainFrom: PhotographReport.CertainFrom.limits.map { limit in
                let hits = compared.filter { $0.1.frames.contains { $0.rigid.weakestCorrelation >= limit } }
                return PhotographReport.CertainFrom(limit: limit, hits: hits.count, people: Set(hits.map(\.0)).count)
            }, suspected: suspected,
            peopleReused: peopleReused, peopleSuspected: peopleSuspected,
            cannotTell: Dictionary(compared.compactMap { $0.1.reason.map { ($0.rawValue, 1) } }, uniquingKeysWith: +),
            rigidWeakest: spread(\.rigid.weakestCorrelation), rigid: spread(\.rigid.correlation),
            mesh: spread { $0.mesh?.correlation })
    }
}

extension PhotographEvaluation.Trial {
    fileprivate var reuse: PhotographEvaluation.AnimatedReuse? {
        guard case .reuse(let reuse) = material else { return nil }
        return reuse
    }

    /// Empty for reuse.
    fileprivate var copyName: String {
        guard case .twoPhotographs(_, _, let copy) = material else { return "" }
        return "\(copy.height) px, \(copy.process.rawValue)"
    }
}
