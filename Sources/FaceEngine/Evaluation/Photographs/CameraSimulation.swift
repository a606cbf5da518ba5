internal import Foundation
internal import Vision

/// What evaluation does to an image so that it looks as if another device had taken it.
extension Image {
    /// Gaussian noise of this standard deviation in grey levels, anew for each number.
    func withNoise(_ deviation: Double, _ randomness: inout SplitMix64) -> Image {
        Image(
            size: size,
            pixels: pixels.map { value in
                UInt8(min(max((Double(value) + deviation * randomness.normal()).rounded(), 0), 255))
            })
    }

    /// Each pixel's values multiplied by 1 at the image's middle, by 1 ± `strength` at its rim, along the direction `angle`
    /// (radians), after `gamma`.
    func relit(strength: Double, angle: Double, gamma: Double) -> Image {
        let levels = (0...255).map { 255 * pow(Double($0) / 255, gamma) }
        let (across, down) = (cos(angle) * 2 / Double(size.width), sin(angle) * 2 / Double(size.height))
        let (middleX, middleY) = (Double(size.width - 1) / 2, Double(size.height - 1) / 2)
        var relit = pixels
        for row in 0..<size.height {
            for column in 0..<size.width {
                let gain = 1 + strength * (across * (Double(column) - middleX) + down * (Double(row) - middleY))
                for index in ((row * size.width + column) * 3)..<((row * size.width + column) * 3 + 3) {
                    relit[index] = UInt8(min(max((levels[Int(pixels[index])] * gain).rounded(), 0), 255))
                }
            }
        }
        return Image(size: size, pixels: relit)
    }

    /// Its details exaggerated by half: what its blur takes away is added once more.
    func sharpened(sigma: Double) -> Image {
        let soft = blurred(sigma: sigma)
        return Image(
            size: size,
            pixels: zip(pixels, soft.pixels).map { value, soft in
                UInt8(min(max(Int(value) + (Int(value) - Int(soft)) / 2, 0), 255))
            })
    }

    /// As it comes back from a file of this quality. An image of a few thousand pixels a side always can be encoded.
    func throughJPEG(quality: Int) -> Image {
        (try? jpeg(quality: quality)).flatMap { try? Image(decoding: $0, limits: ImageLimits(minimumSide: 1)) } ?? self
    }

    /// As a camera sees it: a face of 160 to 190 pixels' width in 480 × 640 pixels, held a little askew, slightly blurred, with
    /// noise, as JPEG.
    func asCameraFrame(of mesh: FaceMesh, _ randomness: inout SplitMix64) -> Image {
        let size = ImageSize(width: 480, height: 640)
        let center = Point.mean(of: mesh.oval())
        let place = Point(x: 240 + randomness.uniform(in: -15...15), y: 300 + randomness.uniform(in: -15...15))
        let transform = AffineTransform.rotation(
            byRadians: randomness.uniform(in: -0.05...0.05),
            scale: randomness.uniform(in: 160...190) / max(mesh.faceWidth, 1), about: center
        ).then(.translation(x: place.x - center.x, y: place.y - center.y))
        return reducing(by: transform, to: size).blurred(sigma: 0.6).withNoise(2.5, &randomness)
            .throughJPEG(quality: 88)
    }
}

extension SplitMix64 {
    /// Evenly distributed in 0 ..< 1.
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func uniform(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
    }

    /// Near-normal with mean 0 and variance 1: the sum of the four 16-bit quarters of one draw, less its mean of 4 · 32767.5,
    /// over its deviation √(4 · 65536² / 12).
    mutating func normal() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) + ((bits >> 16) & 0xFFFF) + ((bits >> 32) & 0xFFFF) + (bits >> 48)
        return (Double(sum) - 131_070) / 37_837.23
    }
}
