/// Where a value has characters that another source's has not, and where it lacks some.
struct CharacterDifference {
    let runs: [DocumentView.CellRun]

    /// Values longer than this together are told to differ, and not where.
    private static let longest = 2000

    var isThere: Bool { runs.contains { $0.isDifferent || $0.isGap } }
    /// What stands here alone, run by run.
    var characters: [String] { runs.filter(\.isDifferent).map(\.text) }

    /// - Parameter others: what the other sources say; an empty value says nothing.
    init(_ value: String, from others: [String]) {
        let own = Array(value)
        var isDifferent = [Bool](repeating: false, count: own.count)
        var isGap = [Bool](repeating: false, count: own.count + 1)
        for other in others where !value.isEmpty && !other.isEmpty && other != value {
            guard own.count + other.count <= Self.longest else {
                isDifferent = isDifferent.map { _ in true }
                continue
            }
            Self.compare(own, with: Array(other), &isDifferent, &isGap)
        }
        var runs: [DocumentView.CellRun] = []
        func gap(before place: Int) {
            if isGap[place] { runs.append(DocumentView.CellRun(text: "", isDifferent: false, isGap: true)) }
        }
        var start = 0
        while start < own.count {
            gap(before: start)
            var end = start + 1
            while end < own.count, isDifferent[end] == isDifferent[start], !isGap[end] { end += 1 }
            runs.append(
                DocumentView.CellRun(
                    text: String(own[start..<end]), isDifferent: isDifferent[start], isGap: false))
            start = end
        }
        gap(before: own.count)
        self.runs = runs
    }

    /// What both begin and end with is common; between, as much as can be.
    private static func compare(
        _ own: [Character], with other: [Character], _ isDifferent: inout [Bool], _ isGap: inout [Bool]
    ) {
        let shorter = min(own.count, other.count)
        let head = (0..<shorter).first { own[$0] != other[$0] } ?? shorter
        let tail =
            (0..<shorter - head).first { own[own.count - 1 - $0] != other[other.count - 1 - $0] } ?? shorter - head
        let changes = own[head..<own.count - tail].difference(from: other[head..<other.count - tail])
        var isOwnAlone = [Bool](repeating: false, count: own.count)
        for case .insert(let place, _, _) in changes { isOwnAlone[head + place] = true }
        let common = own.indices.filter { !isOwnAlone[$0] }
        for place in own.indices where isOwnAlone[place] { isDifferent[place] = true }
        // What the other has alone stands behind as many common characters as it has before it.
        for (lost, removal) in changes.removals.enumerated() {
            guard case .remove(let place, _, _) = removal else { continue }
            let before = head + place - lost
            let gap = before == 0 ? 0 : common[before - 1] + 1
            // A character in the place of another is marked itself.
            let isReplaced = (gap < own.count && isOwnAlone[gap]) || (gap > 0 && isOwnAlone[gap - 1])
            if !isReplaced { isGap[gap] = true }
        }
    }
}
