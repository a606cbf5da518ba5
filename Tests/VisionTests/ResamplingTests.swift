import Testing
import TestSupport
import Vision

@Suite struct ResamplingTests {
    @Test func fourQuarterTurnsOrTwoMirrorsChangeNothing() {
        let image = Image.gradient(width: 31, height: 18)
        #expect(image.turned(clockwiseQuarterTurns: 1).turned(clockwiseQuarterTurns: 3) == image)
        #expect(image.turned(clockwiseQuarterTurns: 2).turned(clockwiseQuarterTurns: 2) == image)
        #expect(image.turned(clockwiseQuarterTurns: -1) == image.turned(clockwiseQuarterTurns: 3))
        #expect(image.turned(clockwiseQuarterTurns: 4) == image)
        #expect(image.mirrored().mirrored() == image)
        let turned = image.turned(clockwiseQuarterTurns: 1)
        #expect(turned.size == ImageSize(width: 18, height: 31))
        #expect(turned.pixel(17, 0) == image.pixel(0, 0))
        #expect(turned.pixel(0, 0) == image.pixel(0, 17))
        #expect(image.mirrored().pixel(0, 3) == image.pixel(30, 3))
    }

    @Test func shrinkingAveragesAreas() {
        let image = Image.gradient(width: 40, height: 30)
        let shrunk = image.resized(to: ImageSize(width: 10, height: 10))
        // Columns 12…15 and rows 9…11 make pixel (3, 3).
        #expect(shrunk.pixel(3, 3)[0] == 14 || shrunk.pixel(3, 3)[0] == 13)
        #expect(shrunk.pixel(3, 3)[1] == 10)
        let flat = Image(size: ImageSize(width: 33, height: 21), blue: 9, green: 99, red: 199)
        #expect(flat.resized(to: ImageSize(width: 7, height: 80)).pixel(6, 79) == [9, 99, 199])
    }

    @Test func aPartMayReachBeyondTheImageAndIsBlackThere() {
        let image = Image.gradient(width: 20, height: 10)
        #expect(image.part(x: 0, y: 0, size: image.size, resizedTo: image.size) == image)
        let size = ImageSize(width: 30, height: 6)
        let part = image.part(x: -3, y: 7, size: size, resizedTo: size)
        #expect(part.pixel(3, 0) == image.pixel(0, 7) && part.pixel(22, 2) == image.pixel(19, 9))
        #expect(part.pixel(2, 0) == [0, 0, 0] && part.pixel(23, 1) == [0, 0, 0] && part.pixel(5, 3) == [0, 0, 0])
        for (x, y) in [(20, 0), (-30, 0), (0, 10), (0, -6), (500, 500)] {
            for newSize in [size, ImageSize(width: 7, height: 5), ImageSize(width: 60, height: 5)] {
                let outside = image.part(x: x, y: y, size: size, resizedTo: newSize)
                #expect(outside.pixels.allSatisfy { $0 == 0 })
            }
        }
    }

    @Test(arguments: [(6, 5), (13, 11), (15, 20), (3, 2), (29, 40)])
    func anAverageWeighsEachPixelByTheAreaThatItCovers(width: Int, height: Int) {
        let image = Image.gradient(width: 33, height: 40)
        let (x, y, part) = (-4, 9, ImageSize(width: 30, height: 40))
        let shrunk = image.part(x: x, y: y, size: part, resizedTo: ImageSize(width: width, height: height))
        func shares(_ target: Int, of count: Int, in length: Int) -> [Double] {
            let (begin, end) = (
                Double(target * length) / Double(count), Double((target + 1) * length) / Double(count)
            )
            return (0..<length).map { max(0, min(end, Double($0 + 1)) - max(begin, Double($0))) / (end - begin) }
        }
        for row in 0..<height {
            for column in 0..<width {
                let (across, down) = (
                    shares(column, of: width, in: part.width), shares(row, of: height, in: part.height)
                )
                for channel in 0..<3 {
                    var mean = 0.0
                    for (line, share) in down.enumerated() where share > 0 && (0..<40).contains(y + line) {
                        for (place, width) in across.enumerated() where width > 0 && (0..<33).contains(x + place) {
                            mean += share * width * Double(image.pixel(x + place, y + line)[channel])
                        }
                    }
                    #expect(abs(Double(shrunk.pixel(column, row)[channel]) - mean) <= 0.501)
                }
            }
        }
    }

    @Test func bilinearResizingPassesOverWhatLiesBetween() {
        var pixels = [UInt8](repeating: 0, count: 8 * 8 * 3)
        for column in 0..<8 where column.isMultiple(of: 4) {
            for row in 0..<8 { for channel in 0..<3 { pixels[(row * 8 + column) * 3 + channel] = 200 } }
        }
        let image = Image(size: ImageSize(width: 8, height: 8), pixels: pixels)
        let half = ImageSize(width: 2, height: 2)
        // Between columns 1 and 2, where nothing is.
        #expect(image.part(x: 0, y: 0, size: image.size, resizedTo: half, isBilinear: true).pixel(0, 0) == [0, 0, 0])
        #expect(image.resized(to: half).pixel(0, 0) == [50, 50, 50])
    }

    @Test func aShiftByWholePixelsIsExact() {
        let image = Image.gradient(width: 40, height: 30)
        let shifted = image.warped(
            by: .translation(x: 5, y: -3), to: ImageSize(width: 40, height: 30), border: .black)
        for (x, y) in [(5, 0), (20, 10), (39, 26)] { #expect(shifted.pixel(x, y) == image.pixel(x - 5, y + 3)) }
        #expect(shifted.pixel(4, 5) == [0, 0, 0])
        #expect(shifted.pixel(20, 28) == [0, 0, 0])
        let replicated = image.warped(by: .translation(x: 5, y: -3), to: image.size)
        #expect(replicated.pixel(0, 5) == image.pixel(0, 8))
    }

    /// On a plane of values every bilinear warp is known in closed form.
    @Test func aWarpOfAPlaneOfValuesIsThePlaneWarped() throws {
        var generator = SeededGenerator.announced()
        var pixels: [UInt8] = []
        for y in 0..<100 {
            for x in 0..<120 { pixels += [UInt8(x + y), UInt8(2 * x), UInt8(2 * y)] }
        }
        let image = Image(size: ImageSize(width: 120, height: 100), pixels: pixels)
        for _ in 0..<20 {
            let transform = Vision.AffineTransform.rotation(
                byRadians: .random(in: -0.5...0.5, using: &generator), scale: .random(in: 0.8...1.6, using: &generator),
                about: Point(x: 60, y: 50))
            let back = try #require(transform.inverse)
            let warped = image.warped(by: transform, to: image.size)
            let homography = image.warped(by: Homography(transform), to: image.size)
            for (x, y) in [(60, 50), (45, 40), (75, 61), (52, 66)] {
                let source = back.apply(Point(x: Double(x), y: Double(y)))
                for result in [warped, homography] {
                    let pixel = result.pixel(x, y).map(Double.init)
                    #expect(abs(pixel[0] - (source.x + source.y)) < 1.2, "seed \(generator.seed)")
                    #expect(abs(pixel[1] - 2 * source.x) < 1.2)
                    #expect(abs(pixel[2] - 2 * source.y) < 1.2)
                }
            }
        }
    }

    @Test func aTransformThatFlattensGivesAnImageAndNoCrash() {
        let image = Image.gradient(width: 20, height: 20)
        let flat = Vision.AffineTransform(a: 0, b: 0, tx: .nan, c: 0, d: 0, ty: .infinity)
        #expect(image.warped(by: flat, to: ImageSize(width: 8, height: 8)).size.width == 8)
        let vast = Vision.AffineTransform(a: 1e-9, b: 0, tx: 1e30, c: 0, d: 1e-9, ty: -1e30)
        #expect(image.warped(by: vast, to: ImageSize(width: 8, height: 8)).size.width == 8)
        let homography = Homography(values: [Double](repeating: .nan, count: 9))
        #expect(image.warped(by: homography, to: ImageSize(width: 8, height: 8)).size.width == 8)
    }

    @Test func aMapOfPlacesTakesPixelsFromThere() {
        let image = Image.gradient(width: 40, height: 30)
        let size = ImageSize(width: 3, height: 2)
        let x: [Float] = [1, 2, 39, 0, .nan, 1e20]
        let y: [Float] = [1, 5, 29, 0, 3, 3]
        let mapped = image.remapped(x: x, y: y, to: size, border: .black)
        for index in 0..<4 {
            #expect(mapped.pixel(index % 3, index / 3) == image.pixel(Int(x[index]), Int(y[index])))
        }
        #expect(mapped.pixel(1, 1) == [0, 0, 0])
        #expect(mapped.pixel(2, 1) == [0, 0, 0])
    }

    @Test func aCropIsClampedToTheImage() {
        let image = Image.gradient(width: 40, height: 30)
        let inside = image.cropped(to: ImageRectangle(x: 4.2, y: 5.6, width: 10, height: 7))
        #expect(inside.size == ImageSize(width: 10, height: 7))
        #expect(inside.pixel(0, 0) == image.pixel(4, 6))
        #expect(image.cropped(to: ImageRectangle(x: -9, y: -9, width: 99, height: 99)) == image)
        for odd in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            let cropped = image.cropped(to: ImageRectangle(x: odd, y: odd, width: odd, height: odd))
            #expect((1...40).contains(cropped.size.width) && (1...30).contains(cropped.size.height))
        }
        let grey = image.grey
        #expect(grey.cropped(to: ImageRectangle(x: 4, y: 6, width: 10, height: 7)) == inside.grey)
    }

    @Test func greyIsTheLumaOfBT601() {
        let grey = Image(size: ImageSize(width: 2, height: 2), blue: 200, green: 100, red: 50).grey
        let luma: Double = 0.114 * 200 + 0.587 * 100 + 0.299 * 50
        #expect(abs(Double(grey.pixels[0]) - luma) <= 0.5)
    }

    @Test func blurringLowersTheLaplacianVariance() {
        var generator = SeededGenerator.announced()
        let sharp = GreyImage.texture(width: 80, height: 60, using: &generator)
        #expect(sharp.blurred(sigma: 2).laplacianVariance < sharp.laplacianVariance / 4)
        #expect(
            GreyImage(size: ImageSize(width: 2, height: 9), pixels: [UInt8](repeating: 3, count: 18))
                .laplacianVariance == 0)
        // One bright pixel: −4v once and v four times, among (9 − 2)².
        var pixels = [UInt8](repeating: 0, count: 81)
        pixels[40] = 10
        let dot = GreyImage(size: ImageSize(width: 9, height: 9), pixels: pixels)
        #expect(abs(dot.laplacianVariance - 2000.0 / 49) < 1e-9)
    }

    @Test func theNearestMarkedPixelIsFound() throws {
        var pixels = [UInt8](repeating: 0, count: 30 * 20)
        pixels[5 * 30 + 6] = 1
        pixels[15 * 30 + 25] = 255
        let mask = GreyImage(size: ImageSize(width: 30, height: 20), pixels: pixels)
        let nearest = try #require(mask.nearestMarked())
        #expect(nearest.indices[0] == 5 * 30 + 6)
        #expect(nearest.indices[599] == 15 * 30 + 25)
        #expect(abs(nearest.distances.values[5 * 30 + 16] - 10) < 0.3)
        #expect(GreyImage(size: mask.size, pixels: [UInt8](repeating: 0, count: 600)).nearestMarked() == nil)
    }
}
