import Foundation
import TestSupport
import Testing
import Vision

@Suite struct DenseAlignmentTests {
    /// Smooth texture, so that every pixel can be followed.
    private static func texture(shiftX: Double, shiftY: Double) -> GreyImage {
        let size = ImageSize(width: 96, height: 80)
        return GreyImage(
            size: size,
            pixels: (0..<(size.width * size.height)).map { pixel in
                let (x, y) = (Double(pixel % size.width) - shiftX, Double(pixel / size.width) - shiftY)
                let value = 128 + 50 * sin(x / 5) * cos(y / 7) + 40 * sin((x + 2 * y) / 11)
                return UInt8(min(max(value, 0), 255))
            })
    }

    @Test func aShiftedImageIsBroughtBack() throws {
        let first = Self.texture(shiftX: 0, shiftY: 0)
        let (shifts, view) = try #require(first.aligned(with: Self.texture(shiftX: 3, shiftY: -2)))
        for row in stride(from: 20, to: 60, by: 7) {
            for column in stride(from: 20, to: 76, by: 7) {
                let pixel = row * 96 + column
                let moved = shifts.target(pixel) - shifts.place(pixel)
                #expect(abs(moved.x - 3) < 0.5 && abs(moved.y + 2) < 0.5, "\(moved) at \(column), \(row)")
                #expect(abs(Double(view.values[pixel]) - Double(first.pixels[pixel])) < 6)
            }
        }
    }

    @Test func theSameImagesGiveTheSameBits() throws {
        let (first, second) = (Self.texture(shiftX: 0, shiftY: 0), Self.texture(shiftX: 2, shiftY: 1))
        let (shifts, view) = try #require(first.aligned(with: second))
        let (again, viewAgain) = try #require(first.aligned(with: second))
        #expect(shifts.values == again.values && view == viewAgain)
    }

    @Test func imagesOfOtherSizesOrTooSmallOnesAreNotAligned() {
        let first = Self.texture(shiftX: 0, shiftY: 0)
        #expect(first.aligned(with: first.resized(to: ImageSize(width: 48, height: 40))) == nil)
        let tiny = first.resized(to: ImageSize(width: 23, height: 40))
        #expect(tiny.aligned(with: tiny) == nil)
    }

    @Test func theBoxMeanIsTheMeanOfTheNeighbours() {
        var plane = FloatPlane(size: ImageSize(width: 5, height: 5), repeating: 0)
        plane.values[12] = 9
        let mean = plane.boxMean(side: 3)
        #expect(mean.values[12] == 1 && mean.values[6] == 1 && mean.values[0] == 0)
    }

    @Test func theLargestEigenpairIsFound() {
        let pair = largestEigenpair(ofSymmetric: [[2, 1, 0], [1, 2, 0], [0, 0, 1]])
        #expect(abs(pair.value - 3) < 1e-12)
        #expect(abs(abs(pair.vector[0]) - 0.5.squareRoot()) < 1e-9 && abs(pair.vector[2]) < 1e-9)
        #expect(largestEigenpair(ofSymmetric: [[4]]).value == 4)
    }
}
