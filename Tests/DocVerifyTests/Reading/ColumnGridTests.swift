import Testing

@testable import DocVerify

@Suite struct ColumnGridTests {
    /// A strip of random characters, more and less sure.
    private func steps(_ count: Int, _ generator: inout SystemRandomNumberGenerator) -> SymbolSteps {
        var symbols = [Float](repeating: 0, count: count * ZoneSymbols.count)
        var blanks = [Float](repeating: 1, count: count)
        for step in stride(from: 2, to: count - 2, by: Int.random(in: 3...5, using: &generator)) {
            let sureness = Float.random(in: 0.3...1, using: &generator)
            symbols[step * ZoneSymbols.count + Int.random(in: 0..<ZoneSymbols.count, using: &generator)] = sureness
            blanks[step] = 1 - sureness
        }
        return SymbolSteps(count: count, symbols: symbols, blanks: blanks)
    }

    /// A search that leaves a grid early must leave none that is better, and must not change the score of one that it keeps.
    @Test func aGridIsLeftOnlyWhereItIsNotBetter() throws {
        var generator = SystemRandomNumberGenerator()
        var (kept, left) = (0, 0)
        for format in [ZoneFormat.td3, .td1, .td2] {
            for classes in ZoneLayout.layout(of: format).columnClasses {
                let count = Int.random(in: 150...220, using: &generator)
                let search = GridSearch(steps: steps(count, &generator), classes: classes)
                for _ in 0..<200 {
                    let grid = ColumnGrid(
                        first: .random(in: -3...9, using: &generator), pitch: .random(in: 2.5...5, using: &generator),
                        columnCount: classes.count, bend: .random(in: -4...4, using: &generator))
                    let score = try #require(search.score(grid, above: -.infinity))
                    let limit = score + .random(in: -0.5...0.5, using: &generator)
                    let answer = search.score(grid, above: limit)
                    #expect(answer == (score > limit ? score : nil))
                    #expect(search.score(grid, above: score) == nil)
                    if answer == nil { left += 1 } else { kept += 1 }
                }
            }
        }
        #expect(kept > 100 && left > 100)
    }
}
