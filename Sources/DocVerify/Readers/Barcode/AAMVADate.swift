/// What an element says that should be a date: eight digits, day and month before or behind the year.
enum AAMVADate: Equatable {
    enum Order {
        /// MMDDCCYY, of the United States since version 02.
        case monthFirst
        /// CCYYMMDD, of Canada, and of version 01 everywhere.
        case yearFirst
    }

    case date(PartialDate, isPlain: Bool, order: Order)
    /// No such day in any order.
    case impossible
    /// Several days, and nothing says which.
    case ambiguous

    private static let years = 1900...2100

    /// - Parameters:
    ///   - value: of the element, without blanks around it. It is read with separators or without, and where days and months lost
    ///     their leading zeros.
    ///   - expected: nil where nothing says whether month or year come first. A date in the other order is told by `order`.
    init(_ value: String, expected: Order?) {
        let text = Array(value.utf8.prefix(32))
        let digits = text.prefix { Self.isDigit($0) }
        if digits.count == 8 {
            // What follows is what a scanner made of a lost separator.
            self = Self.choice(
                among: Self.readings(Array(digits), lengths: [[2, 2]]), expected: expected,
                isPlain: digits.count == text.count)
            return
        }
        let parts = text.split { !Self.isDigit($0) }.map(Array.init)
        if parts.count == 3 {
            self = Self.choice(among: Self.readings(parts: parts), expected: expected, isPlain: false)
        } else if digits.count == 6 || digits.count == 7, digits.count == text.count {
            let lengths = digits.count == 6 ? [[1, 1]] : [[1, 2], [2, 1]]
            self = Self.choice(
                among: Self.readings(Array(digits), lengths: lengths), expected: expected, isPlain: false)
        } else {
            self = .impossible
        }
    }

    /// Of digits in a row: the year has four, month and day the given numbers of digits.
    private static func readings(_ digits: [UInt8], lengths: [[Int]]) -> [(PartialDate, Order)] {
        lengths.flatMap { length -> [(PartialDate, Order)] in
            let (month, day) = (length[0], length[1])
            let front = [
                Array(digits.prefix(month)), Array(digits.dropFirst(month).prefix(day)), Array(digits.suffix(4)),
            ]
            let back = [
                Array(digits.prefix(4)), Array(digits.dropFirst(4).prefix(month)), Array(digits.suffix(day)),
            ]
            return readings(parts: front).filter { $0.1 == .monthFirst }
                + readings(parts: back).filter { $0.1 == .yearFirst }
        }
    }

    private static func readings(parts: [[UInt8]]) -> [(PartialDate, Order)] {
        let numbers = parts.map { digits in digits.count > 4 ? -1 : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        guard numbers.count == 3 else { return [] }
        var found: [(PartialDate, Order)] = []
        if parts[2].count == 4, let date = day(numbers[2], numbers[0], numbers[1]) { found.append((date, .monthFirst)) }
        if parts[0].count == 4, let date = day(numbers[0], numbers[1], numbers[2]) { found.append((date, .yearFirst)) }
        return found
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> PartialDate? {
        guard years.contains(year), CalendarDate(year: year, month: month, day: day) != nil else { return nil }
        return PartialDate(year: year, month: month, day: day)
    }

    private static func choice(
        among readings: [(PartialDate, Order)], expected: Order?, isPlain: Bool
    ) -> AAMVADate {
        let ofOrder = readings.filter { $0.1 == expected }
        let candidates = ofOrder.isEmpty ? readings : ofOrder
        guard let first = candidates.first else { return .impossible }
        guard candidates.allSatisfy({ $0.0 == first.0 }) else { return .ambiguous }
        return .date(first.0, isPlain: isPlain, order: first.1)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
