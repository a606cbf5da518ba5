/// The code of a state whose characters alone are not sure: few of some 250 codes look alike (docs/decisions/0034).
struct StateCodeReading {
    /// Three, with fillers where the code is shorter.
    let characters: [UInt8]
    /// For each of them, 0 to 1: the share of what was seen in its column, or the code's among all codes where that is more.
    let confidences: [Double]

    /// What speaks for a character that was not seen at all.
    private static let leastShare = 0.02
    /// A character that was seen less than this is not accepted on the strength of its neighbours.
    private static let leastOwnShare = 0.25

    private static let codes = IssuingState.allCodes.sorted().map { Array(($0 + "<<").utf8.prefix(3)) }

    /// Nil where no code fits.
    /// - Parameters:
    ///   - read: the likeliest character of each column; kept where they are a code.
    ///   - shares: column, symbol: how much speaks for it.
    init?(read: ArraySlice<UInt8>, shares: ArraySlice<[Double]>) {
        func own(_ code: [UInt8]) -> [Double] {
            zip(code, shares).map { character, column in MRZSymbols.index(of: character).map { column[$0] } ?? 0 }
        }
        let fits = Self.codes.map { own($0).reduce(1) { $0 * (Self.leastShare + $1) } }
        let isCode = IssuingState(code: String(decoding: read, as: UTF8.self)) != nil
        let chosen = isCode ? Self.codes.firstIndex(of: Array(read)) : fits.indices.max { fits[$0] < fits[$1] }
        guard let chosen else { return nil }
        characters = Self.codes[chosen]
        let shares = own(characters)
        let amongCodes = fits[chosen] / fits.reduce(0, +)
        let isSeen = shares.allSatisfy { $0 >= Self.leastOwnShare }
        confidences = shares.map { isSeen ? max($0, amongCodes) : $0 }
    }
}
