internal import Foundation
package import LivenessScorer

extension InjectionReport {
    /// For people: what got through first, then every number of the suite.
    package var document: ReportDocument {
        ReportDocument(
            title: "Injection suite",
            blocks: [
                .paragraph(
                    "\(method.command); level \(method.level.rawValue); faces compared by \(method.descriptor); "
                        + "networks of texture: \(method.textureNetworks.isEmpty ? "none" : method.textureNetworks.joined(separator: ", ")); "
                        + "\(method.hasVideoProgram ? "virtual cameras coded by ffmpeg." : "no ffmpeg: no virtual cameras.")"
                ),
                .paragraph(
                    "Live: accepted. Attack: refused as a presentation attack. No response: refused without an "
                        + "accusation, or not assessed. Intervals are Wilson's, 95 %, over attacks made. At most 1 in 150 "
                        + "is shown where the interval of what got through ends below."),
                .heading("By method"), .table(methodTable), .heading("By number"), .table(attackTable),
            ] + omissions)
    }

    private var methodTable: ReportTable {
        ReportTable(
            columns: [
                ReportTable.Column("method"), ReportTable.Column("made from"),
                ReportTable.Column("numbers", isNumber: true), ReportTable.Column("refused", isNumber: true),
                ReportTable.Column("of", isNumber: true), ReportTable.Column("95 %", isNumber: true),
                ReportTable.Column("persons", isNumber: true), ReportTable.Column("at most 1 in 150 get through"),
            ],
            rows: methods.map { row in
                [
                    row.method.rawValue, row.needs.words, String(row.attacks), String(row.refused.count),
                    String(row.refused.of), Self.text(row.refused.interval), String(row.refused.persons),
                    row.claim.map(Self.words) ?? "not asked",
                ]
            })
    }

    private var attackTable: ReportTable {
        let hasMatches = attacks.contains { $0.matched != nil }
        return ReportTable(
            columns: [
                ReportTable.Column("number"), ReportTable.Column("method"), ReportTable.Column("instrument"),
                ReportTable.Column("made", isNumber: true), ReportTable.Column("live", isNumber: true),
                ReportTable.Column("attack", isNumber: true), ReportTable.Column("no response", isNumber: true),
            ] + (hasMatches ? [ReportTable.Column("live and matching the document", isNumber: true)] : [])
                + [ReportTable.Column("refused by")],
            rows: attacks.map { row in
                [
                    row.attack, row.method.rawValue, row.instrument, String(row.accepted.of),
                    String(row.accepted.count), String(row.calledAttack), String(row.withoutResponse),
                ] + (hasMatches ? [row.matched.map { String($0) } ?? "–"] : [])
                    + [Self.text(row.refusals)]
            })
    }

    private var omissions: [ReportBlock] {
        let rows = attacks.filter { !$0.notMade.isEmpty || $0.accepted.of == 0 }
        guard !rows.isEmpty else { return [] }
        return [
            .heading("Not made"),
            .table(
                ReportTable(
                    columns: [
                        ReportTable.Column("number"), ReportTable.Column("instrument"), ReportTable.Column("why"),
                    ],
                    rows: rows.map { row in
                        let why = row.notMade.isEmpty ? "not applicable: no source" : Self.text(row.notMade)
                        return [row.attack, row.instrument, why]
                    })),
        ]
    }

    private static func text(_ counts: [Count]) -> String {
        counts.map { "\($0.word) \($0.count)" }.joined(separator: ", ")
    }

    private static func text(_ interval: WilsonInterval?) -> String {
        interval.map { String(format: "%.1f – %.1f %%", $0.low * 100, $0.high * 100) } ?? "–"
    }

    private static func words(_ finding: ClaimFinding) -> String {
        switch finding {
        case .shown: "shown"
        case .notShown: "not shown"
        case .refuted: "refuted"
        }
    }
}
