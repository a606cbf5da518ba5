import Figures
import TestSupport
import Testing

/// A number beside its limit reads as it was judged.
@Suite struct FiguresTests {
    private static let precisions: [Figures.Precision] = [
        .significant(1), .significant(3), .significant(4), .significant(6), .decimals(0), .decimals(1), .decimals(4),
    ]

    @Test func whatIsTooMuchByLittleReadsAsTooMuch() {
        #expect(Self.both(0.800297, 0.8, .significant(3)) == ["0.8003", "0.8"])
        #expect(Self.both(0.800297, 0.8, .decimals(1)) == ["0.8003", "0.8"])
        #expect(Self.both(3.98, 4, .decimals(1)) == ["3.98", "4.0"])
        #expect(Self.both(29.6, 30, .decimals(0)) == ["29.6", "30"])
        #expect(Self.both(-30.04, -30, .decimals(0)) == ["-30.04", "-30"])
        #expect(Self.both(0.8049999, 0.805, .significant(2)) == ["0.8", "0.81"])
    }

    @Test func whatDiffersAnywayHasFewDigits() {
        #expect(Self.both(0.123456, 0.8, .significant(3)) == ["0.123", "0.8"])
        #expect(Self.both(12345.678, 1, .significant(3)) == ["12346", "1"])
        #expect(Figures.texts(4.25, beside: 4, .decimals(1)).limit == "4.0")
        #expect(Self.both(2, 2, .significant(6)) == ["2", "2"])
        #expect(Self.both(0.7, 0.7, .decimals(3)) == ["0.700", "0.700"])
    }

    @Test func severalNumbersShareTheDigitsOfALimit() {
        let found = Figures.texts([14.996, 3.2, 15], beside: [15], .decimals(0))
        #expect(found.numbers[0] == "14.996" && found.numbers[2] == "15" && found.limits == ["15"])
        #expect(Figures.texts([123.45, 0.96], beside: [1.04], .decimals(1)).numbers.first == "123.5")
    }

    @Test func numbersByThemselves() {
        #expect(Figures.text(-0.0, .significant(3)) == "0" && Figures.text(-0.001, .decimals(2)) == "0.00")
        #expect(Figures.text(0.1234, .significant(3)) == "0.123" && Figures.text(100, .significant(3)) == "100")
        #expect(Figures.text(1.5e-20, .significant(3)) == "1.5e-20" && Figures.text(2e20, .decimals(1)) == "2e20")
        #expect(Figures.text(1e-9, .significant(3)) == "0.000000001")
        #expect(Figures.text(.infinity, .decimals(1)) == "∞" && Figures.text(.nan, .significant(3)) == "NaN")
    }

    /// Numbers of every size, and neighbours that differ in the last bit.
    @Test func theTextsCompareAsTheNumbersDo() throws {
        var generator = SeededGenerator(seed: 45)
        for round in 0..<3_000 {
            let size = Double.random(in: -30...30, using: &generator)
            let sign: Double = Bool.random(using: &generator) ? 1 : -1
            let limit = sign * Double.random(in: 1..<10, using: &generator) * pow10(size)
            let measured =
                switch round % 4 {
                case 0: limit
                case 1: limit.nextUp
                case 2: limit * (1 + Double.random(in: -1e-4...1e-4, using: &generator))
                default: Double.random(in: -1...1, using: &generator) * pow10(size)
                }
            for precision in Self.precisions {
                let (first, second) = Figures.texts(measured, beside: limit, precision)
                let (one, other) = (try #require(Double(first)), try #require(Double(second)))
                #expect((measured < limit) == (one < other) && (measured > limit) == (one > other))
                #expect((measured == limit) == (first == second), "\(first) \(second)")
                #expect(first.count <= 40 && second.count <= 40)
            }
        }
    }

    private static func both(_ number: Double, _ limit: Double, _ precision: Figures.Precision) -> [String] {
        let found = Figures.texts(number, beside: limit, precision)
        return [found.number, found.limit]
    }

    private func pow10(_ exponent: Double) -> Double {
        var power = 1.0
        for _ in 0..<Int(abs(exponent)) { power *= 10 }
        return exponent < 0 ? 1 / power : power
    }
}
