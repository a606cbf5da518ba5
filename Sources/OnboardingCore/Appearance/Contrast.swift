extension Color {
    /// From 0 for black to 1 for white (WCAG 2.2, relative luminance).
    package var luminance: Double {
        let linear = Self.linear
        return 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
    }

    /// What each value of a channel is without the curve of sRGB.
    private static let linear: [Double] = (0...255).map { channel in
        let share = Double(channel) / 255
        return share <= 0.04045 ? share / 12.92 : power2point4((share + 0.055) / 1.055)
    }

    /// From 1 for the same luminance to 21 for black and white (WCAG 2.2, contrast ratio).
    package func contrast(with other: Color) -> Double {
        let (own, other) = (luminance, other.luminance)
        return (max(own, other) + 0.05) / (min(own, other) + 0.05)
    }

    /// Black or white, whichever is read better on this colour. Its contrast is 4.58 at the least.
    package var ink: Color { contrast(with: .white) >= contrast(with: .black) ? .white : .black }

    /// `x` to the power of 2.4 = x² · ⁵√x², without a library: this target has none. From 0.002 to 1.
    private static func power2point4(_ x: Double) -> Double {
        let square = x * x
        var root = 1.0
        // Newton's steps from above: each comes nearer, from some point on with twice as many digits.
        for _ in 0..<24 { root -= (root - square / (root * root * root * root)) / 5 }
        return square * root
    }
}

/// What a colour is used for.
package enum ColorUse: Sendable {
    /// Words, or what they stand on: links and buttons.
    case text
    /// What is seen and not read: how far something has come, an outline.
    case sign

    /// The least contrast with what is beside it: WCAG 2.2, 1.4.3 and 1.4.11 at level AA.
    package var leastContrast: Double {
        switch self {
        case .text: 4.5
        case .sign: 3
        }
    }
}

/// That a colour stands out too little.
package struct ContrastShortfall: Equatable, Sendable {
    package let found: Double
    package let needed: Double
    /// The background on which it is least.
    package let background: Color

    /// A ratio with two decimals, cut off so that what is too little never reads as enough.
    package static func text(of ratio: Double) -> String {
        let hundredths = Int((ratio * 100).rounded(.down))
        let decimals = hundredths % 100
        return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
    }
}
