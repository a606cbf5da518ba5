/// A liveness workflow by its wire name: family and security suffix, `charlie4`. Case does not matter.
package struct Workflow: Equatable, Sendable {
    package enum Family: String, Codable, CaseIterable, Sendable {
        /// Passive, front camera.
        case charlie
        /// Passive, back camera.
        case delta
        /// Passive, web camera, usually one frame.
        case hotel
        /// Active, where the package answers a challenge; without one judged as charlie.
        case foxtrot
    }

    package enum SecurityLevel: Int, Codable, Comparable, Sendable {
        case highUsability = 2
        case balanced = 4
        case highSecurity = 6

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package let family: Family
    package let level: SecurityLevel

    /// As it is kept: `charlie4`.
    package var name: String { "\(family.rawValue)\(level.rawValue)" }

    /// Nil for a name that is not `family` or `family` and a digit 1 … 6.
    package init?(name: String) {
        let lower = name.lowercased()
        let digits = lower.drop(while: { $0.isASCII && $0.isLetter })
        guard let family = Family(rawValue: String(lower.dropLast(digits.count))) else { return nil }
        switch digits {
        case "1", "2": level = .highUsability
        case "", "3", "4": level = .balanced
        case "5", "6": level = .highSecurity
        default: return nil
        }
        self.family = family
    }
}
