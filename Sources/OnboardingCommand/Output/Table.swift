/// Rows under a head, in columns that are as wide as what stands in them. The same on a terminal and in a file.
struct Table {
    private static let gap = "  "

    private let head: [String]
    private let rows: [[String]]

    /// - Parameter rows: of as many cells as the head; an empty one is shown as `-`.
    init(_ head: [String], rows: [[String]]) {
        self.head = head
        self.rows = rows.map { $0.map { $0.isEmpty ? "-" : $0 } }
    }

    /// None where there is no row. No line ends with a blank.
    var lines: [String] {
        guard !rows.isEmpty else { return [] }
        let all = [head] + rows
        let widths = head.indices.map { column in
            all.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
        }
        return all.map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1
                    ? cell : cell + String(repeating: " ", count: max(0, widths[column] - cell.displayWidth))
            }.joined(separator: Self.gap)
        }
    }
}

extension String {
    /// In columns of a terminal: two for East Asian wide characters and emoji (Unicode Standard Annex 11), one for others.
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
    /// Of its first scalar: those that follow combine with it.
    fileprivate var displayWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        let isZero = [.control, .format, .nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
        if isZero { return 0 }
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
        ]
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
}
