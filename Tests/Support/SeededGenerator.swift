import Foundation

/// A repeatable source of randomness for property tests (SplitMix64, Steele et al. 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// A generator whose seed is printed, so that a failing run can be repeated with `ONBOARDING_SEED`.
    public static func announced(_ test: String = #function) -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["ONBOARDING_SEED"].flatMap(UInt64.init)
        let seed = given ?? UInt64.random(in: .min ... .max)
        print("\(test): ONBOARDING_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
