extension LivenessReport {
    /// For each kind of package the rates of all levels: bona fide, presentation attacks, injection attacks.
    var rateBlocks: [ReportBlock] {
        method.packageKinds.flatMap { kind -> [ReportBlock] in
            let points = operatingPoints.filter { $0.packageKind == kind }
            guard !points.isEmpty else { return [] }
            return [.heading("Rates of \(kind.rawValue) packages")] + bonaFideBlocks(of: points)
                + attackBlocks(of: points, .presentationAttack, "Presentation attacks")
                + attackBlocks(of: points, .injectionAttack, "Injection attacks")
        }
    }

    private func bonaFideBlocks(of points: [OperatingPoint]) -> [ReportBlock] {
        let rows = rows(of: points, .bonaFide) { rates in
            [
                share(rates.accepted), share(rates.calledAttack), interval(rates.calledAttack),
                share(rates.withoutResponse), interval(rates.withoutResponse),
                "\(rates.tries.neverAccepted) of \(rates.tries.persons)",
                "\(rates.tries.withoutResponse) of \(rates.tries.persons)", String(rates.tries.withFewerTries),
            ]
        }
        guard !rows.isEmpty else { return [.paragraph("No bona fide presentation, so there is no BPCER.")] }
        return [
            .paragraph("Bona fide"),
            .table(
                ReportTable(
                    columns: Self.leading
                        + Self.numbers(
                            "live", "BPCER", "95 %", "BPNRR", "95 %", "never live in three tries",
                            "no response in three tries", "with fewer tries"),
                    rows: rows)),
        ]
    }

    private func attackBlocks(
        of points: [OperatingPoint], _ presentationClass: PresentationClass, _ title: String
    ) -> [ReportBlock] {
        let isMatched = points.flatMap(\.species)
            .contains { $0.presentationClass == presentationClass && $0.matched != nil }
        let rows = rows(of: points, presentationClass) { rates in
            [
                share(rates.accepted), interval(rates.accepted), share(rates.withoutResponse),
                share(rates.calledAttack), "\(rates.tries.accepted) of \(rates.tries.persons)",
                Self.word(rates.claim),
            ] + (isMatched ? [rates.matched.map(share) ?? "–"] : [])
        }
        guard !rows.isEmpty else { return [] }
        return [
            .paragraph(title),
            .table(
                ReportTable(
                    columns: Self.leading
                        + Self.numbers(
                            "APCER", "95 %", "APNRR", "called attack", "accepted in three tries",
                            "at most \(percent(Self.claim))") + (isMatched ? Self.numbers("IAPAR") : []),
                    rows: rows)),
        ]
    }

    private func rows(
        of points: [OperatingPoint], _ presentationClass: PresentationClass, _ cells: (SpeciesRates) -> [String]
    ) -> [[String]] {
        points.flatMap { point in
            point.species.filter { $0.presentationClass == presentationClass }.map { rates in
                [
                    point.level.rawValue, rates.species ?? "all bona fide", String(rates.items),
                    String(rates.accepted.persons), String(rates.accepted.of),
                ] + cells(rates)
            }
        }
    }

    private static let leading =
        [.init("level"), .init("species")] + numbers("recordings", "persons", "packages")

    private static func numbers(_ titles: String...) -> [ReportTable.Column] {
        titles.map { .init($0, isNumber: true) }
    }

    private static func word(_ claim: ClaimFinding?) -> String {
        switch claim {
        case .shown?: "shown"
        case .refuted?: "refuted"
        case .notShown?, nil: "not shown"
        }
    }

    private func interval(_ share: PresentationShare) -> String {
        share.intervalOfPersons.map { "\(percent($0.low)) – \(percent($0.high))" } ?? "–"
    }

    private func share(_ share: PresentationShare) -> String {
        share.share == nil ? "–" : "\(percent(share.share)) (\(share.count))"
    }
}
