/// The sex that a document states (ICAO 9303-3 §4.1).
enum StatedSex: String, CaseIterable, Sendable {
    case female, male
    /// The document states neither, or it was not read.
    case unknown

    /// - Parameter text: of the field, `F` or `M`.
    init(field text: String) {
        switch text.uppercased() {
        case "F": self = .female
        case "M": self = .male
        default: self = .unknown
        }
    }
}

/// Ages in whole years on the day on which the document was read.
enum AgeBand: String, CaseIterable, Sendable {
    case under18, from18to29, from30to44, from45to59, from60, unknown

    init(age: Int?) {
        switch age {
        case .some(..<0), nil: self = .unknown
        case .some(0..<18): self = .under18
        case .some(18..<30): self = .from18to29
        case .some(30..<45): self = .from30to44
        case .some(45..<60): self = .from45to59
        default: self = .from60
        }
    }
}

/// Persons by sex and age band.
struct PersonCounts: Equatable, Sendable {
    /// In the order of the cases: a row for each sex, a column for each band.
    private(set) var counts = [[Int]](
        repeating: [Int](repeating: 0, count: AgeBand.allCases.count), count: StatedSex.allCases.count)

    mutating func add(_ sex: StatedSex, _ band: AgeBand) {
        guard let row = StatedSex.allCases.firstIndex(of: sex), let column = AgeBand.allCases.firstIndex(of: band)
        else {
            return
        }
        counts[row][column] += 1
    }

    /// What may be told of them; nil where nothing may.
    var shown: SmallCells? { SmallCells(counts: counts) }
}
