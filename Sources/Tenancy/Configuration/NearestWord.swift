/// What somebody who mistyped a word may have meant.
package enum NearestWord {
    /// The word that the fewest letters have to be changed for, a third of it at most; nil where none is so near. Capitals do not
    /// count, nor what is typed beyond 128 letters. Of those that are as near, the first in their order.
    package static func of(_ words: some Sequence<String>, to mistyped: String) -> String? {
        let typed = Array(mistyped.lowercased().prefix(128))
        let near = words.map { (word: $0, letters: Array($0.lowercased())) }
            .map {
                (
                    word: $0.word, longer: max(typed.count, $0.letters.count),
                    changes: changes(from: typed, to: $0.letters)
                )
            }
            .filter { $0.changes * 3 <= $0.longer }
        return near.min { ($0.changes, $0.word) < ($1.changes, $1.word) }?.word
    }

    /// The Levenshtein distance.
    private static func changes(from first: [Character], to second: [Character]) -> Int {
        var row = Array(0...second.count)
        for (index, letter) in first.enumerated() {
            var (diagonal, left) = (row[0], index + 1)
            row[0] = left
            for place in second.indices {
                left = min(row[place + 1] + 1, left + 1, diagonal + (second[place] == letter ? 0 : 1))
                (diagonal, row[place + 1]) = (row[place + 1], left)
            }
        }
        return row[second.count]
    }
}
