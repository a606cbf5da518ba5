internal import Foundation

/// What the reader's network saw along a strip, step by step.
struct SymbolSteps: Equatable, Sendable {
    /// A step is so many pixels of the strip.
    static let pixelsPerStep = 4.0
    /// The symbols of `MRZSymbols.all`, and that no character's middle is here.
    static let classCount = MRZSymbols.count + 1

    /// How many steps.
    let count: Int
    /// `count × 38` probabilities, of each step first those of the symbols.
    private let probabilities: [Float]
    /// For each step the probability that the middle of some character is here.
    let occupied: [Double]

    /// - Parameter logits: `count × 38`.
    init(count: Int, logits: some Collection<Float>) {
        self.count = count
        var probabilities = [Float](repeating: 0, count: count * Self.classCount)
        var occupied = [Double](repeating: 0, count: count)
        let values = Array(logits)
        for step in 0..<count {
            let start = step * Self.classCount
            let row = values[start..<(start + Self.classCount)]
            let greatest = row.max() ?? 0
            let powers = row.map { exp($0 - greatest) }
            let sum = powers.reduce(0, +)
            for (index, power) in powers.enumerated() { probabilities[start + index] = power / sum }
            occupied[step] = Double(1 - probabilities[start + MRZSymbols.count])
        }
        (self.probabilities, self.occupied) = (probabilities, occupied)
    }

    func probability(of symbol: Int, at step: Int) -> Double { Double(probabilities[step * Self.classCount + symbol]) }

    /// A column counts as seen in full where so much of it shows a character, or of where a character is said: of narrow columns
    /// that may be one step.
    private static let fullySeen = (ofColumn: 0.6, ofCharacter: 0.8)

    /// How much speaks for each symbol in a column: the steps around its middle, the nearest most. The numbers add up to 1
    /// where a character was seen there, and to less where the steps show none.
    /// - Parameters:
    ///   - middle, pitch: in steps.
    func shares(around middle: Double, pitch: Double) -> [Double] {
        var shares = [Double](repeating: 0, count: MRZSymbols.count)
        var (seen, all, said) = (0.0, 0.0, 0.0)
        let reach = pitch / 2
        let first = Int((middle - reach).rounded(.up))
        let last = Int((middle + reach).rounded(.down))
        guard last >= first else { return shares }
        for step in first...last {
            let weight = 1 - abs(Double(step) - middle) / reach
            // Where a strip ends there is nothing to see.
            all += weight
            // A character is said within a quarter of a pitch of its middle.
            if abs(Double(step) - middle) <= max(reach / 2, 0.5) { said += weight }
            guard weight > 0, step >= 0, step < count else { continue }
            seen += weight * occupied[step]
            for symbol in shares.indices { shares[symbol] += weight * probability(of: symbol, at: step) }
        }
        let whole = max(seen, min(Self.fullySeen.ofColumn * all, Self.fullySeen.ofCharacter * said))
        guard whole > 0 else { return shares }
        return shares.map { $0 / whole }
    }

    /// How many characters stand in a range of steps, of a print of this pitch.
    func characters(from start: Double, to end: Double, pitch: Double) -> Double {
        let first = max(0, Int(start.rounded(.up)))
        let last = min(count - 1, Int(end.rounded(.down)))
        guard last >= first else { return 0 }
        // A step that shows none more likely than one says nothing. Half of a column's steps are near its middle.
        return (first...last).reduce(0.0) { $0 + max(0, 2 * occupied[$1] - 1) } / (pitch / 2)
    }
}
