internal import Foundation

/// The 95 % interval of a share (Wilson 1927): where the true share lies, if presentations are independent.
package struct WilsonInterval: Codable, Equatable, Sendable {
    /// The quantile of the normal distribution that leaves 2.5 % on either side.
    private static let quantile = 1.959963984540054

    package let low: Double
    package let high: Double

    /// - Parameters:
    ///   - share: 0 to 1; a mean of shares, too.
    ///   - count: how many independent presentations it was observed on. nil of none.
    package init?(share: Double, of count: Int) {
        guard count > 0, (0...1).contains(share) else { return nil }
        let (count, squared) = (Double(count), Self.quantile * Self.quantile)
        let middle = (share + squared / (2 * count)) / (1 + squared / count)
        let reach =
            Self.quantile / (1 + squared / count)
            * (share * (1 - share) / count + squared / (4 * count * count)).squareRoot()
        // Rounding would leave the bounds of an extreme share a little inside.
        low = share == 0 ? 0 : max(0, middle - reach)
        high = share == 1 ? 1 : min(1, middle + reach)
    }

    package init?(hits: Int, of count: Int) {
        guard count > 0 else { return nil }
        self.init(share: Double(hits) / Double(count), of: count)
    }

    /// How many independent presentations without an error show that their share is at most `share`: 73 for 5 %.
    /// - Parameter share: between 0 and 1, neither included.
    package static func presentationsNeeded(toShow share: Double) -> Int {
        guard share > 0, share < 1 else { return .max }
        let needed = (quantile * quantile * (1 - share) / share).rounded(.up)
        return needed < Double(Int32.max) ? Int(needed) : .max
    }
}
