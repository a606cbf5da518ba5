/// A source of randomness that gives the same numbers for the same seed on every machine (SplitMix64, Steele, Lea and
/// Flood 2014). For images only: nothing secret may come from it.
package struct RepeatableRandomness: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// An independent source for the part `index` of what `seed` makes, so that one frame does not depend on how many
    /// numbers another one used.
    package init(seed: UInt64, part index: Int) {
        var parent = RepeatableRandomness(seed: seed ^ (UInt64(truncatingIfNeeded: index) &* 0xd134_2543_de82_ef95))
        state = parent.next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mixed(state)
    }

    /// The finishing step of SplitMix64: each bit of the result depends on every bit of `value`.
    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Evenly distributed in 0 ..< 1.
    package mutating func uniform() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Evenly distributed in the range.
    package mutating func uniform(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
    }

    /// Near-normal with mean 0 and variance 1: the sum of the four 16-bit quarters of one draw, which ends at ±3.46.
    /// Sensor noise needs no longer tails, and this is several times as fast as an exact method.
    package mutating func normal() -> Float {
        let bits = next()
        let sum =
            Int32(truncatingIfNeeded: bits & 0xffff) + Int32(truncatingIfNeeded: (bits >> 16) & 0xffff)
            + Int32(truncatingIfNeeded: (bits >> 32) & 0xffff) + Int32(truncatingIfNeeded: bits >> 48)
        // Four quarters have mean 4 · 32767.5 and variance 4 · 65536² / 12.
        return (Float(sum) - 131_070) * (1 / 37_837.23)
    }
}
