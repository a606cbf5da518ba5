import Testing

@testable import DocVerify

@Suite struct ColumnGridTests {
    /// A strip of random characters, more and less sure.
    private func steps(_ count: Int, _ generator: inout SystemRandomNumberGenerator) -> SymbolSteps {
        var symbols = [Float](repeating: 0, count: count * MRZSymbols.count)
        var blanks = [Float](repeating: 1, count: count)
        for step in stride(from: 2, to: count - 2, by: Int.random(in: 3...5, using: &generator)) {
            let sureness = Float.random(in: 0.3...1, using: &generator)
            symbols[step * MRZSymbols.count + Int.random(in: 0..<MRZSymbols.count, using: &generator)] = sureness
            blanks[step] = 1 - sureness
        }
        return SymbolSteps(count: count, symbols: symbols, blanks: blanks)
    }

    /// A search that leaves a grid early must leave none that is better, and must not change the score of one that it keeps.
    @Test func aGridIsLeftOnlyWhereItIsNotBetter() throws {
        var generator = SystemRandomNumberGenerator()
        var (kept, left) = (0, 0)
        for format in [MRZFormat.td3, .td1, .td2] {
            for classes in MRZLayout.layout(of: format).columnClasses {
                let count = Int.random(in: 150...220, using: &generator)
                let search = GridSearch(steps: steps(count, &generator), classes: classes)
                for _ in 0..<200 {
                    let grid = ColumnGrid(
                        first: .random(in: -3...9, using: &generator), pitch: .random(in: 2.5...5, using: &generator),
                        columnCount: classes.count, perspective: .random(in: -4...4, using: &generator))
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

    /// A line seen in perspective: columns of one width in the world, projected.
    @Test func aGridInPerspectiveIsAProjectionOfAnEvenOne() {
        for perspective in [-9.0, -3, 0.5, 4, 11] {
            let grid = ColumnGrid(first: 6, pitch: 3.7, columnCount: 44, perspective: perspective)
            let centers = (0..<44).map(grid.center)
            #expect(abs(centers[0] - 6) < 1e-9 && abs(centers[43] - (6 + 43 * 3.7)) < 1e-9)
            // Four points keep their cross ratio.
            func crossRatio(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ place: (Int) -> Double) -> Double {
                (place(c) - place(a)) * (place(d) - place(b)) / ((place(c) - place(b)) * (place(d) - place(a)))
            }
            for points in [(0, 11, 20, 43), (3, 4, 40, 41), (10, 20, 30, 43)] {
                let (a, b, c, d) = points
                #expect(abs(crossRatio(a, b, c, d) { centers[$0] } - crossRatio(a, b, c, d, Double.init)) < 1e-9)
            }
            for (index, center) in centers.enumerated() {
                #expect(abs(grid.column(ofStep: center) - Double(index)) < 1e-9)
            }
            // Of an odd number of columns the middle one says it directly.
            let odd = ColumnGrid(first: 6, pitch: 3.7, columnCount: 45, perspective: perspective)
            #expect(abs(odd.center(ofColumn: 22) - (6 + 22 * 3.7 - perspective)) < 1e-9)
        }
    }
}
