import Foundation
import TestSupport
import Testing
import Vision

@testable import FaceEngine

@Suite struct FrameCodeTests {
    private static func random(_ generator: inout SeededGenerator) -> FrameCode {
        func code() -> Code256 { Code256(words: SIMD4((0..<4).map { _ in generator.next() })) }
        return FrameCode(face: code(), scene: code())
    }

    private static func noise(_ generator: inout SeededGenerator) -> GreyImage {
        GreyImage(
            size: ImageSize(width: 64, height: 64),
            pixels: (0..<64 * 64).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    @Test func theDistanceIsTheNumberOfDifferingBits() {
        var generator = SeededGenerator.announced()
        for _ in 0..<200 {
            let code = Self.random(&generator)
            let places = Set(
                (0..<Int.random(in: 0...512, using: &generator)).map { _ in Int.random(in: 0..<512, using: &generator) }
            )
            let other = FrameCode(
                face: Code256 { code.face[$0] != places.contains($0) },
                scene: Code256 { code.scene[$0] != places.contains(256 + $0) })
            #expect(code.distance(to: other) == places.count, "seed \(generator.seed)")
            #expect(other.distance(to: code) == places.count)
        }
    }

    @Test func aCodeIsReadBackFromItsBytesAndFromNoOtherNumberOfThem() {
        var generator = SeededGenerator.announced()
        let code = Self.random(&generator)
        #expect(code.bytes.count == FrameCode.byteCount)
        #expect(FrameCode(bytes: code.bytes) == code)
        #expect(FrameCode(bytes: code.bytes.dropLast()) == nil)
        #expect(FrameCode(bytes: code.bytes + [0]) == nil)
        // Bit 0 of the face is the lowest of the first byte.
        #expect(FrameCode(face: Code256 { $0 == 0 }, scene: Code256 { $0 == 255 }).bytes.first == 1)
        #expect(FrameCode(face: Code256 { $0 == 0 }, scene: Code256 { $0 == 255 }).bytes.last == 128)
    }

    @Test func aWaveHasItsOwnFrequencyAlone() throws {
        // Three half periods across and five down, around the middle grey.
        let pixels = (0..<64 * 64).map { place -> UInt8 in
            func wave(_ frequency: Double, _ at: Int) -> Double { cos(.pi * (2 * Double(at) + 1) * frequency / 128) }
            return UInt8((128 + 100 * wave(3, place % 64) * wave(5, place / 64)).rounded())
        }
        let frequencies = try #require(
            LowFrequencies(of: GreyImage(size: ImageSize(width: 64, height: 64), pixels: pixels)))
        let strongest = frequencies.coefficients.indices.max {
            frequencies.coefficients[$0].magnitude < frequencies.coefficients[$1].magnitude
        }
        #expect(strongest == (5 - 1) * 16 + (3 - 1))
        // 100 · 32 · 32.
        #expect(abs(frequencies.coefficients[66] - 102_400) < 500)
        #expect(abs(frequencies.length - 102_400) < 500)
    }

    @Test func aMirroredSquareHasItsOddFrequenciesNegated() throws {
        var generator = SeededGenerator.announced()
        let square = Self.noise(&generator)
        let mirrored = GreyImage(
            size: square.size, pixels: (0..<64 * 64).map { square.pixels[$0 / 64 * 64 + 63 - $0 % 64] })
        let (first, second) = (
            try #require(LowFrequencies(of: square)), try #require(LowFrequencies(of: mirrored))
        )
        for index in first.coefficients.indices {
            let sign: Float = LowFrequencies.horizontalFrequency(of: index).isMultiple(of: 2) ? 1 : -1
            #expect(abs(first.coefficients[index] - sign * second.coefficients[index]) < 0.5, "seed \(generator.seed)")
        }
    }

    @Test func mediansOfOddFrequenciesAreZero() {
        #expect(FaceCoefficientMedians.values.count == Code256.bitCount)
        for (index, median) in FaceCoefficientMedians.values.enumerated()
        where !LowFrequencies.horizontalFrequency(of: index).isMultiple(of: 2) { #expect(median == 0) }
        #expect(FaceCoefficientMedians.values.contains { $0 != 0 })
    }

    @Test func anEvenSquareHasNoCode() {
        let size = ImageSize(width: 64, height: 64)
        #expect(LowFrequencies(of: GreyImage(size: size, pixels: [UInt8](repeating: 90, count: 64 * 64))) == nil)
    }

    /// What a photograph keeps when it is sent again, and what another photograph of the man does not have.
    @Test func aChangedPhotographIsNearAndAnotherIsNot() throws {
        let engine = try Photographs.engine.get()
        func coded(_ image: Image) throws -> CodedFrame {
            let face = try #require(try engine.faces(in: image).largest)
            let mesh = try engine.mesh(of: face, in: image)
            return try #require(try engine.codedFrame(of: mesh, in: image, grey: image.grey))
        }
        func code(_ image: Image) throws -> FrameCode { try coded(image).asShown }
        let image = try Photographs.image("obama.jpg")
        let (own, width, height) = (try code(image), image.size.width, image.size.height)
        let saved = try Image(decoding: image.jpeg(quality: 40))
        let small = image.resized(to: ImageSize(width: width * 6 / 10, height: height * 6 / 10))
        let cut = image.cropped(
            to: ImageRectangle(x: 4, y: 4, width: image.bounds.width - 8, height: image.bounds.height - 8))
        for changed in [saved, small, cut] {
            #expect(try code(changed).distance(to: own) <= ReplayRule.nearAtMost)
        }
        #expect(try coded(image.mirrored()).mirrored.distance(to: own) <= ReplayRule.nearAtMost)
        for other in ["obama2.jpg", "biden.jpg"] {
            #expect(try code(Photographs.image(other)).distance(to: own) > 2 * ReplayRule.nearAtMost)
        }
    }
}
