/// Which counts of a table of persons are withheld, so that none from 1 to 4 is told and none of the withheld ones follows from
/// the totals (statistical disclosure control: primary and secondary suppression of cells, decision 0086).
///
/// The table has totals in its last row and its last column; the one of all persons is given, and is at least
/// `leastShown` or 0. All else is withheld or given. Whoever reads it may know that a withheld count is not 0, and is not told
/// which of them are the small ones. Each is one that could as well be another: there is a table of the same given counts in
/// which it differs by one, and no withheld count is 0.
struct SmallCells: Equatable, Sendable {
    /// The least count of persons that is given, but for 0.
    static let leastShown = 5

    struct Cell: Hashable, Sendable {
        let row: Int
        let column: Int
    }

    /// Rows with their totals behind them; the last row has the totals of the columns.
    let table: [[Int]]
    private(set) var withheld: Set<Cell> = []

    /// - Parameter counts: rows of equal length, none negative.
    /// - Returns: nil where the table cannot be given at all: of fewer than five persons, or where every way of withholding leaves
    ///   something to be computed.
    init?(counts: [[Int]]) {
        let rows = counts.map { $0 + [$0.reduce(0, +)] }
        let columns = rows.first?.count ?? 0
        table = rows + [(0..<columns).map { column in rows.reduce(0) { $0 + $1[column] } }]
        let total = table.last?.last ?? 0
        guard total == 0 || total >= Self.leastShown else { return nil }
        withheld = Set(cells.filter { (1..<Self.leastShown).contains(count($0)) })
        for cell in withheld.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }) {
            guard let exchange = cheapestExchange(through: cell) else { return nil }
            withheld.formUnion(exchange)
        }
    }

    func isWithheld(row: Int, column: Int) -> Bool { withheld.contains(Cell(row: row, column: column)) }

    private func count(_ cell: Cell) -> Int { table[cell.row][cell.column] }

    /// All that may be withheld: not the total of all.
    private var cells: [Cell] {
        table.indices.flatMap { row in table[row].indices.map { Cell(row: row, column: $0) } }
            .filter { !isTotal($0) || !isInLastRow($0) }
    }

    private func isInLastRow(_ cell: Cell) -> Bool { cell.row == table.count - 1 }
    private func isTotal(_ cell: Cell) -> Bool { cell.column == table[cell.row].count - 1 }

    /// The cells of the closed walk through `cell` along rows and columns in turn, on which one person can be moved from cell to
    /// cell without changing a row or column that is given; of all such walks the one that withholds the fewest persons more.
    private func cheapestExchange(through cell: Cell) -> Set<Cell>? {
        [1, -1].compactMap { change in path(closing: cell, changedBy: change) }.min { $0.cost < $1.cost }?.cells
    }

    /// How a cell changes that the walk enters by its row: a total counts against the cells that it adds up.
    private func sign(_ cell: Cell) -> Int { isInLastRow(cell) == isTotal(cell) ? 1 : -1 }

    private func path(closing cell: Cell, changedBy change: Int) -> (cost: Int, cells: Set<Cell>)? {
        // One that has a single person and lost it would be 0.
        guard change > 0 || count(cell) > 1 else { return nil }
        // Rows are the first nodes, columns the others; a cell is an edge from its row to its column and one back.
        let rows = table.count
        let nodes = rows + (table.first?.count ?? 0)
        func edge(_ other: Cell, isFromRow: Bool) -> (from: Int, to: Int)? {
            let change = isFromRow ? sign(other) : -sign(other)
            guard other != cell, count(other) > (change < 0 ? 1 : 0) else { return nil }
            return isFromRow ? (other.row, rows + other.column) : (rows + other.column, other.row)
        }
        let edges = cells.flatMap { other in
            [true, false].compactMap { isFromRow in edge(other, isFromRow: isFromRow).map { ($0.from, $0.to, other) } }
        }
        let entersByRow = sign(cell) == change
        let (start, goal) = entersByRow ? (rows + cell.column, cell.row) : (cell.row, rows + cell.column)
        let all = table.last?.last ?? 0
        func cost(_ cell: Cell) -> Int {
            if withheld.contains(cell) { return 0 }
            // A total tells more than a cell does.
            return 1 + count(cell) + (isInLastRow(cell) || isTotal(cell) ? all : 0)
        }
        var best: [Int: (cost: Int, cells: Set<Cell>)] = [start: (0, [cell])]
        for _ in 1..<nodes {
            for (from, to, other) in edges {
                guard let known = best[from] else { continue }
                let sum = known.cost + cost(other)
                if sum < best[to]?.cost ?? .max { best[to] = (sum, known.cells.union([other])) }
            }
        }
        return best[goal]
    }
}
