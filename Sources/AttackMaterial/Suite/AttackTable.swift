/// The list of the suite for `docs/attacks.md`: what stands between its marks, made from the code.
public enum AttackTable {
    public static var lines: [String] {
        AttackMethod.allCases.flatMap { method in
            let attacks = InjectionSuite.all.filter { $0.method == method }
            return ["", "### \(method.heading)", "", head, rule] + attacks.map(row)
        } + [""]
    }

    private static let head =
        "| number | instrument | what it is | made from | also takes | species | built to refuse it |"
    private static let rule = "| --- | --- | --- | --- | --- | --- | --- |"

    private static func row(_ attack: Attack) -> String {
        let instrument = attack.instrument
        let cells = [
            attack.code, "`\(instrument.name)`", instrument.summary, attack.needs.words, instrument.effort.words,
            "`\(instrument.species.rawValue)`", instrument.expected.map(\.words).joined(separator: ", "),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

extension AttackMethod {
    /// The words with a capital.
    fileprivate var heading: String { words.prefix(1).uppercased() + words.dropFirst() }
}
