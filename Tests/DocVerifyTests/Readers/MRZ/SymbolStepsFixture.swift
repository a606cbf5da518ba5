@testable import DocVerify

extension SymbolSteps {
    /// What the reader's network says of `text` at a place: sure of each character near its middle, and of none between.
    /// A space shows nothing.
    init(
        showing text: String, pitch: Double = MRZPlacement.usualPitch, first: Double, count: Int,
        drift: Double = 0, sureness: Float = 8
    ) {
        var logits = [Float](repeating: 0, count: count * Self.classCount)
        for step in 0..<count { logits[step * Self.classCount + MRZSymbols.count] = sureness }
        for (index, character) in text.utf8.enumerated() {
            guard let symbol = MRZSymbols.index(of: character) else { continue }
            let middle = Self.middle(index, of: text.utf8.count, first: first, pitch: pitch, drift: drift)
            for step in 0..<count where abs(Double(step) - middle) <= pitch / 4 {
                logits[step * Self.classCount + MRZSymbols.count] = 0
                logits[step * Self.classCount + symbol] = sureness
            }
        }
        self.init(count: count, logits: logits)
    }

    /// - Parameter drift: how far perspective moves the middle of the line, in steps.
    static func middle(_ index: Int, of count: Int, first: Double, pitch: Double, drift: Double) -> Double {
        let share = Double(index) / Double(max(1, count - 1))
        return first + Double(index) * pitch + 4 * drift * share * (1 - share)
    }
}
