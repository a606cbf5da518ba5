internal import Foundation

/// What a fit gives: the numbers as source code, and how they do on people and attacks that they were not fitted on.
package struct FusionReport: Sendable {
    /// Whether the samples were looked at by the pack `pad`, too.
    private let hasPadPack: Bool
    private let table: FusionTable
    private let rows: [Row]

    /// One level: captures that no single cue refuses and whose grounds are there, decided by a table that was fitted without
    /// their person or attack.
    struct Row: Equatable, Sendable {
        let level: LivenessLevel
        let isBonaFide: Bool
        let samples: Int
        let groups: Int
        let accepted: Int
    }

    /// - Returns: nil where the samples do not allow a fit.
    package init?(of samples: [FusionSample], hasPadPack: Bool) {
        let cues = FusionData.weighedCues(withPadPack: hasPadPack)
        guard let table = FusionFit(samples: samples, cues: cues).table() else { return nil }
        self.hasPadPack = hasPadPack
        self.table = table
        let decided = samples.filter { !$0.isAttackByOneCue && $0.isDecidedByLogOdds }
        var accepted: [Bool] = []
        var tables: [String: FusionTable] = [:]
        for sample in decided {
            let key = "\(sample.isBonaFide) \(sample.group)"
            let others = samples.filter { $0.group != sample.group || $0.isBonaFide != sample.isBonaFide }
            let fitted = tables[key] ?? FusionFit(samples: others, cues: cues).table() ?? table
            tables[key] = fitted
            accepted.append(sample.isAccepted(by: fitted))
        }
        rows = LivenessLevel.allCases.flatMap { level in
            [true, false].map { isBonaFide in
                let chosen = decided.indices.filter {
                    decided[$0].level == level && decided[$0].isBonaFide == isBonaFide
                }
                return Row(
                    level: level, isBonaFide: isBonaFide, samples: chosen.count,
                    groups: Set(chosen.map { decided[$0].group }).count, accepted: chosen.count { accepted[$0] })
            }
        }.filter { $0.samples > 0 }
    }

    /// For a terminal.
    package var text: String {
        let weights = table.weights.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let rates = rows.map { row in
            "\(row.level.rawValue), \(row.isBonaFide ? "bona fide" : "attacks"): \(row.accepted) of \(row.samples) "
                + "accepted (\(row.groups) \(row.isBonaFide ? "people" : "attacks and recordings"))"
        }
        return """
            \(hasPadPack ? "With the pack pad" : "Our own networks alone"):
            bias \(table.bias); \(weights)
            least log-odds \(table.leastLogOdds.highUsability), \(table.leastLogOdds.balanced), \
            \(table.leastLogOdds.highSecurity); least sum against \(table.leastSumAgainst)

            Left to the fusion, each decided by a fit without its person or attack:
            \(rates.joined(separator: "\n"))
            """
    }

    /// `FusionData+Table.swift`, of reports without and with the pack.
    package static func source(of reports: [FusionReport]) -> String {
        """
        // Made by `onboarding eval fusion`; docs/measurements/fusion.md says on what.

        extension FusionData {
        \(reports.map(\.declaration).joined(separator: "\n\n"))
        }

        """
    }

    private var declaration: String {
        let weights = table.weights.sorted { $0.key < $1.key }
            .map { "            \"\($0.key)\": \($0.value)," }.joined(separator: "\n")
        let course = table.falseRejections.map { "            .init(\($0.logOdds), \($0.percent))," }
            .joined(separator: "\n")
        let least = table.leastLogOdds
        return """
                static let \(hasPadPack ? "tableWithPadPack" : "tableOfOwnNetworks") = FusionTable(
                    bias: \(table.bias),
                    weights: [
            \(weights)
                    ],
                    leastLogOdds: PerLevel(\(least.highUsability), \(least.balanced), \(least.highSecurity)),
                    leastSumAgainst: \(table.leastSumAgainst),
                    falseRejections: [
            \(course)
                    ])
            """
    }
}

extension FusionSample {
    fileprivate func isAccepted(by table: FusionTable) -> Bool {
        var (logOdds, sumAgainst) = (table.bias, 0.0)
        for (cue, score) in scores {
            let term = (table.weights[cue] ?? 0) * (score - 50) / 50
            logOdds += term
            sumAgainst += min(0, term)
        }
        return sumAgainst >= table.leastSumAgainst && logOdds >= table.leastLogOdds[level]
    }
}
