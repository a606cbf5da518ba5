import TestSupport
import Vision

extension Image {
    /// Pixel (x, y) is blue = x, green = y, red = what `red` says, all modulo 256.
    static func gradient(width: Int, height: Int, red: (Int, Int) -> Int = { 3 * $0 + 5 * $1 }) -> Image {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += [x, y, red(x, y)].map { UInt8(truncatingIfNeeded: $0) } }
        }
        return Image(size: ImageSize(width: width, height: height), pixels: pixels)
    }

    /// Smooth waves of a few dozen pixels: survives compression, and no two places look alike.
    static func waves(width: Int, height: Int) -> Image {
        func wave(_ value: Double) -> Double {
            let phase = (value - value.rounded(.down)) * 2 - 1
            return 1 - phase * phase
        }
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x), Double(y))
                let blue = 60 + 130 * wave(u / 37 + v / 91)
                let green = 60 + 130 * wave(v / 43 - u / 71)
                let red = 60 + 130 * wave((u + v) / 53)
                pixels += [UInt8(blue), UInt8(green), UInt8(red)]
            }
        }
        return Image(size: ImageSize(width: width, height: height), pixels: pixels)
    }

    /// Blue, green, red of one pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        Array(pixels[((y * size.width + x) * 3)..<((y * size.width + x) * 3 + 3)])
    }

    /// Mean absolute difference of all values.
    func meanDifference(from other: Image) -> Double {
        guard size == other.size else { return .infinity }
        let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(pixels.count)
    }
}

extension GreyImage {
    /// Random dots smoothed: corners everywhere.
    static func texture(width: Int, height: Int, using generator: inout SeededGenerator) -> GreyImage {
        let pixels = (0..<(width * height)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return GreyImage(size: ImageSize(width: width, height: height), pixels: pixels).blurred(sigma: 2)
    }
}
