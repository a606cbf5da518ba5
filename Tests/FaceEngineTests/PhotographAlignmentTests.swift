import Foundation
import Testing
import TestSupport
import Vision

@testable import FaceEngine

/// The parts of which the comparison of photographs is made, on computed images.
@Suite struct PhotographAlignmentTests {
    private let side = ComparisonSquare.side
    private let everywhere = [Bool](repeating: true, count: ComparisonSquare.pixelCount)

    /// A smooth random pattern, shown displaced: pixel p shows the place p + `displacement`.
    private func pattern(
        _ generator: inout SeededGenerator, _ displacements: [(Double, Double) -> (x: Double, y: Double)]
    ) -> [FloatPlane] {
        let waves = (0..<60).map { _ in
            (
                x: Double.random(in: -0.9...0.9, using: &generator),
                y: Double.random(in: -0.9...0.9, using: &generator),
                phase: Double.random(in: 0...7, using: &generator)
            )
        }
        return displacements.map { displacement in
            FloatPlane(
                size: ComparisonSquare.size,
                values: (0..<ComparisonSquare.pixelCount).map { index in
                    let (column, row) = (Double(index % side), Double(index / side))
                    let moved = displacement(column, row)
                    return Float(
                        100
                            + waves.reduce(0) {
                                $0 + 5 * sin($1.x * (column + moved.x) + $1.y * (row + moved.y) + $1.phase)
                            })
                })
        }
    }

    @Test func aBlockIsFoundWhereItWentToAFractionOfAPixel() {
        var generator = SeededGenerator.announced()
        let shift = (x: 2.3, y: -1.4)
        let planes = pattern(&generator, [{ _, _ in (0, 0) }, { _, _ in shift }])
        // The second shows at p what the first shows at p + shift, so a block went the other way.
        let matches = BlockMatch.all(of: planes[0], in: planes[1], mask: everywhere, block: 16, step: 6, reach: 5)
        let inner = matches.filter { $0.x > 20 && $0.x < 68 && $0.y > 20 && $0.y < 68 }
        #expect(inner.count >= 36)
        // The two parabolas miss the top of a peak that is long and oblique.
        func isFound(_ match: BlockMatch, within tolerance: Double) -> Bool {
            abs(match.dx + shift.x) < tolerance && abs(match.dy + shift.y) < tolerance
        }
        #expect(inner.allSatisfy { isFound($0, within: 1) && $0.correlation > 0.8 }, "seed \(generator.seed)")
        #expect(inner.count { isFound($0, within: 0.35) } * 10 >= inner.count * 8, "seed \(generator.seed)")
        let flat = FloatPlane(size: ComparisonSquare.size, repeating: 7)
        #expect(BlockMatch.all(of: flat, in: planes[0], mask: everywhere, block: 16, step: 6, reach: 5).isEmpty)
        #expect(
            BlockMatch.all(of: planes[0], in: flat, mask: everywhere, block: 12, step: 5, reach: 2)
                .allSatisfy { $0.correlation == 0 })
    }

    /// Blocks over the square that moved as `movement` says, every seventh of them astray.
    private func matches(
        _ generator: inout SeededGenerator, _ movement: (Double, Double) -> (x: Double, y: Double)
    ) -> [BlockMatch] {
        stride(from: 8.0, to: 80, by: 6).flatMap { y in stride(from: 8.0, to: 80, by: 6).map { (x: $0, y: y) } }
            .enumerated().map { number, place in
                let moved = movement(place.x, place.y)
                let astray = number % 7 == 3
                return BlockMatch(
                    x: place.x, y: place.y, dx: astray ? .random(in: -5...5, using: &generator) : moved.x,
                    dy: astray ? .random(in: -5...5, using: &generator) : moved.y, correlation: 0.9)
            }
    }

    @Test func blocksThatWentAstrayDoNotBendTheRest() {
        var generator = SeededGenerator.announced()
        func movement(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            let (u, v) = ((x - 43.5) / 43.5, (y - 43.5) / 43.5)
            return (0.8 + 1.1 * u - 0.6 * u * v, -0.5 + 0.9 * v + 0.7 * u * u)
        }
        let matches = matches(&generator, movement)
        let quadratic = Displacement(quadraticThrough: matches)
        let smooth = Displacement(smoothThrough: matches, sigma: 8)
        for row in stride(from: 12, through: 74, by: 4) {
            for column in stride(from: 12, through: 74, by: 4) {
                let (index, true_) = (row * side + column, movement(Double(column), Double(row)))
                let exact = (Double(quadratic.x[index]) - true_.x, Double(quadratic.y[index]) - true_.y)
                #expect(abs(exact.0) < 0.1 && abs(exact.1) < 0.1, "seed \(generator.seed)")
                let near = (Double(smooth.x[index]) - true_.x, Double(smooth.y[index]) - true_.y)
                #expect(abs(near.0) < 0.6 && abs(near.1) < 0.6, "seed \(generator.seed)")
            }
        }
        for few in [[], Array(matches.prefix(2))] {
            #expect(Displacement(quadraticThrough: few).x.allSatisfy { $0 == 0 })
            #expect(Displacement(smoothThrough: few, sigma: 8).x.allSatisfy { $0.isFinite })
        }
    }

    @Test func theSharperOfTwoIsBlurredUntilBothAreEquallySharp() {
        var generator = SeededGenerator.announced()
        let noise = (0..<ComparisonSquare.pixelCount).map { _ in Float.random(in: 0...255, using: &generator) }
        let sharp = FloatPlane(size: ComparisonSquare.size, values: noise).blurred(sigma: 0.5)
        let soft = sharp.blurred(sigma: 1)
        let (most, least) = (sharp.sharpness(within: everywhere), soft.sharpness(within: everywhere))
        #expect(most > 1.5 * least)
        let ofPortrait = EqualBlur(portrait: sharp, sharpness: most, frame: soft, within: everywhere)
        let ofFrame = EqualBlur(portrait: soft, sharpness: least, frame: sharp, within: everywhere)
        #expect(ofPortrait.ofPortrait == ofFrame.ofFrame && ofPortrait.ofFrame == 0 && ofFrame.ofPortrait == 0)
        #expect(ofPortrait.ofPortrait == 1, "seed \(generator.seed)")
        let none = EqualBlur(portrait: sharp, sharpness: most, frame: sharp, within: everywhere)
        #expect(none.ofPortrait == 0 && none.ofFrame == 0)
    }

    @Test func agreementIgnoresBrightnessAndContrastAndSeesOneChangedPart() {
        // One draw: in another the mouth may lie where the pattern has little contrast, and is not looked at.
        var generator = SeededGenerator(seed: 1)
        let planes = pattern(&generator, [{ _, _ in (0, 0) }, { _, _ in (37, 21) }])
        let region = FaceRegion.ellipse
        func agreement(_ portrait: FloatPlane, _ frame: FloatPlane) -> PhotographAgreement {
            PhotographAgreement(
                of: portrait, sharpness: portrait.sharpness(within: region.mask), and: frame, in: region)
        }
        let brighter = FloatPlane(size: planes[0].size, values: planes[0].values.map { 20 + 0.6 * $0 })
        let same = agreement(planes[0], brighter)
        #expect(same.correlation > 0.9999 && same.weakestCorrelation > 0.9999, "seed \(generator.seed)")
        #expect(agreement(planes[0], planes[1]).correlation < 0.4)

        // Another mouth, a tenth of the face.
        var changed = brighter
        for row in 60..<72 {
            for column in 34..<54 { changed.values[row * side + column] = planes[1].values[row * side + column] }
        }
        let mouth = agreement(planes[0], changed)
        #expect(mouth.correlation > 0.5 && mouth.weakestCorrelation < 0.5, "seed \(generator.seed)")

        let flat = FloatPlane(size: ComparisonSquare.size, repeating: 3)
        let none = PhotographAgreement(correlation: 0, weakestCorrelation: 0)
        #expect(agreement(flat, planes[0]) == none)
        let nowhere = FaceRegion(mask: everywhere.map { _ in false })
        #expect(PhotographAgreement(of: planes[0], sharpness: 1, and: planes[0], in: nowhere) == none)
    }
}
