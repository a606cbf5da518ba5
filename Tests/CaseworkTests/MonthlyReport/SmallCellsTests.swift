import TestSupport
import Testing

@testable import Casework

/// No count of a few persons is told, and none follows from what is.
@Suite struct SmallCellsTests {
    /// Whether a table, with its totals, has the given counts of another, and whether whoever knows that no withheld count is 0
    /// would take it for the one.
    private func isPossible(_ table: [[Int]], for cells: SmallCells) -> Bool {
        for (row, counts) in cells.table.enumerated() {
            for (column, count) in counts.enumerated() {
                let isWithheld = cells.isWithheld(row: row, column: column)
                guard isWithheld ? table[row][column] > 0 : table[row][column] == count else { return false }
            }
        }
        return true
    }

    private func withTotals(_ counts: [Int], columns: Int) -> [[Int]] {
        let rows = stride(from: 0, to: counts.count, by: columns).map { start in
            let row = Array(counts[start..<start + columns])
            return row + [row.reduce(0, +)]
        }
        return rows + [(0...columns).map { column in rows.reduce(0) { $0 + $1[column] } }]
    }

    /// Every way to put `total` persons into `cells` cells.
    private func everyWay(_ total: Int, cells: Int, _ body: ([Int]) -> Void) {
        var counts = [Int](repeating: 0, count: cells)
        func fill(_ index: Int, _ left: Int) {
            guard index < cells - 1 else {
                counts[index] = left
                return body(counts)
            }
            for count in 0...left {
                counts[index] = count
                fill(index + 1, left - count)
            }
        }
        fill(0, total)
    }

    /// By trying every table there is.
    @Test func everyWithheldCountCouldBeAnother() {
        var generator = SeededGenerator.announced()
        var given = 0
        for _ in 0..<25 {
            let total = Int.random(in: 6...10, using: &generator)
            var counts = [[Int]](repeating: [0, 0, 0], count: 2)
            for _ in 0..<total {
                counts[.random(in: 0..<2, using: &generator)][.random(in: 0..<3, using: &generator)] += 1
            }
            guard let cells = SmallCells(counts: counts) else { continue }
            given += 1
            var values: [SmallCells.Cell: Set<Int>] = [:]
            everyWay(total, cells: 6) { other in
                let table = withTotals(other, columns: 3)
                guard isPossible(table, for: cells) else { return }
                for cell in cells.withheld { values[cell, default: []].insert(table[cell.row][cell.column]) }
            }
            for cell in cells.withheld {
                #expect((values[cell]?.count ?? 0) > 1, "\(counts): \(cell) is \(values[cell] ?? [])")
            }
        }
        #expect(given > 0, "every table was withheld whole")
    }

    /// By solving the equations of rows and columns, whatever the counts may be: of tables as they are reported.
    @Test func noWithheldCountFollowsFromTheTotals() {
        var generator = SeededGenerator.announced()
        var (given, withheld) = (0, 0)
        for _ in 0..<300 {
            let most = [3, 8, 40, 400].randomElement(using: &generator) ?? 8
            let counts = StatedSex.allCases.map { _ in
                AgeBand.allCases.map { _ in
                    Bool.random(using: &generator) ? Int.random(in: 0...most, using: &generator) : 0
                }
            }
            guard let cells = SmallCells(counts: counts) else { continue }
            given += 1
            withheld += cells.withheld.count
            for (row, counts) in cells.table.enumerated() {
                for (column, count) in counts.enumerated() where (1..<5).contains(count) {
                    #expect(cells.isWithheld(row: row, column: column), "\(counts)")
                }
            }
            #expect(determined(in: cells).isEmpty, "\(counts)")
        }
        #expect(given > 100 && withheld > 100)
    }

    /// The withheld cells that have one value in all solutions (over the rational numbers) of the equations of the table.
    private func determined(in cells: SmallCells) -> [SmallCells.Cell] {
        let unknowns = cells.withheld.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
        let (rows, columns) = (cells.table.count, cells.table[0].count)
        func coefficient(_ cell: SmallCells.Cell, isTotal: Bool) -> Double { isTotal ? -1 : 1 }
        var matrix: [[Double]] =
            (0..<rows).map { row in
                unknowns.map { $0.row == row ? coefficient($0, isTotal: $0.column == columns - 1) : 0 }
            }
            + (0..<columns).map { column in
                unknowns.map { $0.column == column ? coefficient($0, isTotal: $0.row == rows - 1) : 0 }
            }
        // Entries stay −1, 0 and 1: the matrix is one of a network.
        var pivots: [(line: Int, unknown: Int)] = []
        for unknown in unknowns.indices {
            guard let line = matrix.indices.dropFirst(pivots.count).first(where: { matrix[$0][unknown] != 0 }) else {
                continue
            }
            let next = pivots.count
            matrix.swapAt(line, next)
            let head = matrix[next][unknown]
            matrix[next] = matrix[next].map { $0 / head }
            for other in matrix.indices where other != next && matrix[other][unknown] != 0 {
                let factor = matrix[other][unknown]
                matrix[other] = zip(matrix[other], matrix[next]).map { $0 - factor * $1 }
            }
            pivots.append((next, unknown))
        }
        return pivots.filter { pivot in
            matrix[pivot.line].enumerated().allSatisfy { $0.offset == pivot.unknown || $0.element == 0 }
        }.map { unknowns[$0.unknown] }
    }

    @Test func aTableWithoutSmallCountsIsGivenWhole() throws {
        for counts in [[[5, 9], [0, 12]], [[0, 0], [0, 0]]] {
            let cells = try #require(SmallCells(counts: counts))
            #expect(cells.withheld.isEmpty)
        }
        #expect(
            try #require(SmallCells(counts: [[5, 9], [0, 12]])).table == [[5, 9, 14], [0, 12, 12], [5, 21, 26]])
    }

    @Test func fewerThanFivePersonsAreNotTold() {
        for total in 1...4 { #expect(SmallCells(counts: [[total, 0], [0, 0]]) == nil) }
    }

    /// The total of a row of two gives the one away by the other.
    @Test func besideASmallCountAnotherIsWithheldInItsRowAndColumn() throws {
        let cells = try #require(SmallCells(counts: [[1, 30, 30], [40, 7, 50], [60, 60, 60]]))
        #expect(cells.isWithheld(row: 0, column: 0))
        #expect(!cells.isWithheld(row: 3, column: 3))
        for row in 0...3 { #expect(cells.withheld.count { $0.row == row } != 1) }
        for column in 0...3 { #expect(cells.withheld.count { $0.column == column } != 1) }
        #expect(cells.withheld.count == 4)
    }

    @Test func whoseSumGivesThemAwayAreNotTold() {
        // Five cells of one person each: a sum of five says so.
        #expect(SmallCells(counts: [[1, 1, 1], [1, 1, 0]]) == nil)
    }
}
