import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// Lines and blocks out of what the finder's network says.
@Suite struct MRZFinderTests {
    private static let size = ImageSize(width: 640, height: 448)

    /// Maps that show stripes as the network was trained to show them: half as high as the characters.
    private func maps(_ curves: [TextCurve], hiding hidden: (Point) -> Bool = { _ in false }) throws -> MRZMaps {
        let (width, height) = (Self.size.width / 4, Self.size.height / 4)
        var values = [Float](repeating: -4, count: 4 * width * height)
        for row in 0..<height {
            for column in 0..<width {
                let place = Point(x: Double(column) * 4 + 1.5, y: Double(row) * 4 + 1.5)
                for curve in curves {
                    let local = curve.line.local(place)
                    let share = 2 * local.x / curve.line.length
                    guard abs(share) <= 1, !hidden(place),
                        abs(local.y - curve.sag * (1 - share * share)) <= max(curve.line.height / 4, 1.9)
                    else { continue }
                    let cell = row * width + column
                    let along = curve.line.along
                    for (plane, value) in [3, along.x, along.y, log(curve.line.height)].enumerated() {
                        values[plane * width * height + cell] = Float(value)
                    }
                }
            }
        }
        return try #require(MRZMaps(width: width, height: height, values: values))
    }

    private func block(
        at center: Point, angle: Double, length: Double, height: Double, lines: Int = 2, spacing: Double = 2.4
    ) -> [TextCurve] {
        let middle = TextLine(center: center, angleInRadians: angle, length: length, height: height)
        return (0..<lines).map { index in
            var line = middle
            line.center = middle.global(Point(x: 0, y: (Double(index) - Double(lines - 1) / 2) * spacing * height))
            return TextCurve(line: line, sag: 0)
        }
    }

    @Test(arguments: [0.0, 0.3, 1.2, .pi / 2, 2.6, .pi, -2, -.pi / 2])
    func aBlockIsFoundAtAnyAngleAsItReads(angle: Double) throws {
        let truth = block(at: Point(x: 320, y: 220), angle: angle, length: 380, height: 9)
        let blocks = MRZBlock.blocks(of: try maps(truth).lines())
        #expect(blocks.count == 1)
        let found = try #require(blocks.first)
        #expect(found.lines.count == 2)
        for (line, expected) in zip(found.lines, truth) {
            #expect(line.line.center.distance(to: expected.line.center) < 4)
            #expect(abs(remainder(line.line.angleInRadians - expected.line.angleInRadians, 2 * .pi)) < 0.02)
            #expect(abs(line.line.length - 380) < 10 && abs(line.line.height - 9) < 0.5)
        }
    }

    @Test func threeLinesOfACardAreOneBlockTopToBottom() throws {
        let truth = block(at: Point(x: 300, y: 200), angle: .pi, length: 300, height: 10, lines: 3, spacing: 1.7)
        let found = try #require(MRZBlock.blocks(of: try maps(truth).lines()).first)
        #expect(found.lines.count == 3)
        #expect(found.lines.map(\.line.center.y) == found.lines.map(\.line.center.y).sorted(by: >))
    }

    @Test func twoDocumentsAreTwoBlocks() throws {
        let one = block(at: Point(x: 320, y: 100), angle: 0, length: 500, height: 11)
        let two = block(at: Point(x: 320, y: 350), angle: .pi, length: 420, height: 10)
        let blocks = MRZBlock.blocks(of: try maps(one + two).lines())
        #expect(blocks.map(\.lines.count) == [2, 2])
    }

    @Test func aLineThatAFingerPartsIsOne() throws {
        let truth = block(at: Point(x: 320, y: 220), angle: 0.1, length: 480, height: 11)
        let lines = try maps(truth) { (290..<350).contains($0.x) }.lines()
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { abs($0.line.length - 480) < 12 })
    }

    @Test func aBentLineIsFollowed() throws {
        let truth = TextCurve(
            line: TextLine(center: Point(x: 320, y: 220), angleInRadians: 0, length: 500, height: 12), sag: 14)
        let found = try #require(try maps([truth]).lines().first)
        #expect(abs(found.sag - 14) < 2)
        for distance in [-200.0, -100, 0, 100, 200] {
            #expect(found.place(at: distance).middle.distance(to: truth.place(at: distance).middle) < 3)
        }
    }

    @Test func aCurveIsExtendedAlongItself() {
        let curve = TextCurve(
            line: TextLine(center: Point(x: 100, y: 50), angleInRadians: 0.4, length: 200, height: 10), sag: 6)
        let longer = curve.extended(from: -150, to: 130)
        for share in [0.1, 0.5, 0.9] {
            let place = longer.place(at: (share - 0.5) * longer.line.length).middle
            let local = curve.line.local(place)
            let expected = 6 * (1 - (local.x / 100) * (local.x / 100))
            #expect(abs(local.y - expected) < 0.3, "the same parabola")
        }
        let back = curve.reversed.place(at: -40).middle
        #expect(back.distance(to: curve.place(at: 40).middle) < 1e-6)
    }

    /// What lies above in the image lies above in the strip, unless the image is a mirror image.
    @Test func aStripShowsTheLineUpright() {
        let size = ImageSize(width: 200, height: 100)
        var pixels = [UInt8](repeating: 255, count: 200 * 100 * 3)
        // A dark band above the line's middle, in its first half.
        for row in 40..<46 {
            for column in 50..<100 { for channel in 0..<3 { pixels[(row * 200 + column) * 3 + channel] = 0 } }
        }
        let levels = ImageLevels(Image(size: size, pixels: pixels))
        let line = TextLine(center: Point(x: 99.5, y: 49.5), angleInRadians: 0, length: 100, height: 18)
        let strip = ImageSize(width: 100, height: 32)
        func dark(_ curve: TextCurve, isMirrored: Bool) -> (x: Double, y: Double) {
            let values = levels.strip(along: curve, StripGrid(scale: 1), size: strip, isMirrored: isMirrored)
            let places = values.indices.filter { values[$0] < 128 }
            let count = Double(max(1, places.count))
            return (
                places.reduce(0.0) { $0 + Double($1 % 100) } / count,
                places.reduce(0.0) { $0 + Double($1 / 100) } / count
            )
        }
        let curve = TextCurve(line: line, sag: 0)
        let (upright, reversed, mirrored) = (
            dark(curve, isMirrored: false), dark(curve.reversed, isMirrored: false), dark(curve, isMirrored: true)
        )
        #expect(abs(upright.x - 24.5) < 1 && upright.y < 15)
        #expect(abs(reversed.x - 74.5) < 1 && reversed.y > 17)
        #expect(abs(mirrored.x - 24.5) < 1 && mirrored.y > 17)
    }
}
