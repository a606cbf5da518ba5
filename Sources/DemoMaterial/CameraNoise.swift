package import Vision

/// What a small sensor adds to an image, anew in each frame: Gaussian noise with variance 1 + 0.02 · value in each
/// channel (1 to 2.5 grey levels), three quarters of it white, the rest blurred by about 0.8 pixels as demosaicing
/// leaves it.
package struct CameraNoise: Sendable {
    /// Factor on the standard deviation: 1 is a phone in a room.
    package var strength: Float

    package init(strength: Float = 1) {
        self.strength = strength
    }

    /// `image` with brightness multiplied by `gain` and with noise from `randomness`.
    package func applied(to image: Image, gain: Double, randomness: RepeatableRandomness) -> Image {
        let deviations = (0...255).map { strength * (1 + 0.02 * Float($0)).squareRoot() }
        let width = image.size.width
        let rowLength = width * 3
        let gain = Float(gain)
        var randomness = randomness
        // Three rows of unit noise, so that the blurred part can look one row up and down.
        var above = Self.row(rowLength, &randomness)
        var here = Self.row(rowLength, &randomness)
        var below = Self.row(rowLength, &randomness)
        var mixed = [Float](repeating: 0, count: rowLength)
        var columns = [Float](repeating: 0, count: rowLength + 6)
        let pixels = [UInt8](unsafeUninitializedCapacity: image.pixels.count) { target, count in
            image.pixels.withUnsafeBufferPointer { source in
                for row in 0..<image.size.height {
                    Self.mix(above: above, here: here, below: below, columns: &columns, into: &mixed)
                    let start = row * rowLength
                    for offset in 0..<rowLength {
                        let value = min(max(Float(source[start + offset]) * gain, 0), 255)
                        let noisy = value + mixed[offset] * deviations[Int(value)]
                        target[start + offset] = UInt8(min(max(noisy + 0.5, 0), 255))
                    }
                    swap(&above, &here)
                    swap(&here, &below)
                    Self.fill(&below, &randomness)
                }
            }
            count = image.pixels.count
        }
        return Image(size: image.size, pixels: pixels)
    }

    private static func row(_ length: Int, _ randomness: inout RepeatableRandomness) -> [Float] {
        var row = [Float](repeating: 0, count: length)
        fill(&row, &randomness)
        return row
    }

    private static func fill(_ row: inout [Float], _ randomness: inout RepeatableRandomness) {
        for index in row.indices { row[index] = randomness.normal() }
    }

    // A Gaussian of 0.8 pixels on three taps is (0.239, 0.522, 0.239); in two dimensions its noise keeps a variance of
    // (0.239² + 0.522² + 0.239²)² = 0.1494, made up for by the factor 1 / √0.1494.
    private static func mix(
        above: [Float], here: [Float], below: [Float], columns: inout [Float], into mixed: inout [Float]
    ) {
        let length = here.count
        for offset in 0..<length {
            columns[offset + 3] = 0.239 * (above[offset] + below[offset]) + 0.522 * here[offset]
        }
        for channel in 0..<3 {
            columns[channel] = columns[channel + 3]
            columns[length + 3 + channel] = columns[length + channel]
        }
        // Both parts come from one draw and so agree in part: at the pixel itself by 0.522² / √0.1494 = 0.705, which makes
        // the variance of the sum 1 + 2 · √0.75 · √0.25 · 0.705 = 1.611 times what is wanted.
        let white = (Float(0.75) / 1.611).squareRoot()
        let blurred = (Float(0.25) / 0.1494 / 1.611).squareRoot()
        for offset in 0..<length {
            let soft = 0.239 * (columns[offset] + columns[offset + 6]) + 0.522 * columns[offset + 3]
            mixed[offset] = white * here[offset] + blurred * soft
        }
    }
}
