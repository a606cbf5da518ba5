package import Vision

/// A flat thing lying on (or held before) an even ground, seen by a camera.
package struct FlatScene: Sendable {
    /// What the thing shows.
    let face: Image
    /// In the plane's unit.
    let width: Double
    let height: Double
    /// Of its corners, in the plane's unit.
    let cornerRadius: Double
    /// How far the shadow falls to the right and down, and how soft it is, in the plane's unit.
    let shadow: (offset: SIMD2<Double>, softness: Double, strength: Double)
    let ground: Ground

    package init(
        face: Image, width: Double, height: Double, cornerRadius: Double,
        shadow: (offset: SIMD2<Double>, softness: Double, strength: Double), ground: Ground
    ) {
        self.face = face
        self.width = width
        self.height = height
        self.cornerRadius = cornerRadius
        self.shadow = shadow
        self.ground = ground
    }

    package enum Ground: Sendable {
        /// A painted wall that stays still behind a thing that moves; colour in place of pixels.
        case wall(Ink)
        /// Planks; the grain runs along x. The thing lies on it, so both are seen in the same perspective.
        case wood
    }

    /// The scene in the pixels of an image.
    ///
    /// - Parameter light: brightness at a pixel, x and y in 0 ... 1 over the image; 1 leaves it as it is.
    package func seen(
        by camera: PlaneCamera, size: ImageSize, seed: UInt64,
        light: (_ x: Double, _ y: Double) -> Double
    ) -> Image {
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 3)
        let grain = ValueNoise(seed: seed)
        let half = SIMD2(width, height) / 2
        let texels = SIMD2(Double(face.size.width) / width, Double(face.size.height) / height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            face.pixels.withUnsafeBufferPointer { texture in
                for row in 0..<size.height {
                    for column in 0..<size.width {
                        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                        let place = camera.place(seenAt: x, y)
                        let away = signedDistance(of: place, half: half)
                        let coverage = min(max(0.5 - away * camera.pixelsPerUnit, 0), 1)
                        var colour = SIMD3<Double>.zero
                        if coverage < 1 {
                            colour = groundColour(at: place, pixel: SIMD2(x, y), grain: grain)
                            let shaded = signedDistance(of: place - shadow.offset, half: half)
                            let fall = min(max(0.5 - shaded / shadow.softness, 0), 1)
                            colour *= 1 - shadow.strength * fall * fall * (3 - 2 * fall)
                        }
                        if coverage > 0 {
                            let seen = Self.sample(texture, face.size, at: (place + half) * texels - 0.5)
                            colour += (seen - colour) * coverage
                        }
                        colour *= light(x / Double(size.width), y / Double(size.height))
                        let index = (row * size.width + column) * 3
                        for channel in 0..<3 {
                            pixels[index + channel] = UInt8(min(max(colour[channel] + 0.5, 0), 255))
                        }
                    }
                }
            }
        }
        return Image(size: size, pixels: pixels)
    }

    /// From the rim of a rectangle with round corners, negative inside.
    @inline(__always)
    private func signedDistance(of place: SIMD2<Double>, half: SIMD2<Double>) -> Double {
        let x = abs(place.x) - half.x + cornerRadius
        let y = abs(place.y) - half.y + cornerRadius
        let outside = SIMD2(max(x, 0), max(y, 0))
        return (outside * outside).sum().squareRoot() + min(max(x, y), 0) - cornerRadius
    }

    /// Blue, green, red.
    private func groundColour(at place: SIMD2<Double>, pixel: SIMD2<Double>, grain: ValueNoise) -> SIMD3<Double> {
        switch ground {
        case .wall(let paint):
            let stipple = 5 * grain.value(pixel.x / 5, pixel.y / 5) + 4 * grain.value(pixel.x / 90, pixel.y / 90)
            return SIMD3(paint.blue, paint.green, paint.red) + stipple
        case .wood:
            let plank = (place.y / 74 + 50.37).rounded(.down)
            let along = place.x + 311 * plank
            let wander = 6 * grain.value(along / 60, place.y / 26)
            let rings = grain.value(along / 150 + plank, (place.y + wander) / 3.1)
            let fibres = grain.value(along / 22, place.y / 0.55)
            let tone = 1 + 0.14 * rings + 0.06 * fibres + 0.07 * grain.value(plank * 7.7, 3.3)
            let fromSeam = 37 - abs(place.y - (plank - 50.37 + 0.5) * 74)
            let seam = 1 - 0.45 * min(max(1.15 - fromSeam * 1.6, 0), 1)
            return SIMD3(92, 136, 178) * (tone * seam)
        }
    }

    @inline(__always)
    private static func sample(
        _ texture: UnsafeBufferPointer<UInt8>, _ size: ImageSize, at place: SIMD2<Double>
    ) -> SIMD3<Double> {
        let x = min(max(place.x, 0), Double(size.width - 1))
        let y = min(max(place.y, 0), Double(size.height - 1))
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
        let (shareX, shareY) = (x - Double(left), y - Double(top))
        var result = SIMD3<Double>.zero
        for channel in 0..<3 {
            let a = Double(texture[(top * size.width + left) * 3 + channel])
            let b = Double(texture[(top * size.width + right) * 3 + channel])
            let c = Double(texture[(bottom * size.width + left) * 3 + channel])
            let d = Double(texture[(bottom * size.width + right) * 3 + channel])
            let upper = a + (b - a) * shareX
            result[channel] = upper + (c + (d - c) * shareX - upper) * shareY
        }
        return result
    }
}

/// Smooth random numbers over the plane, −1 to 1, with one knot at each whole coordinate: the grain of wood, the stipple
/// of paint.
struct ValueNoise: Sendable {
    let seed: UInt64

    @inline(__always)
    func value(_ x: Double, _ y: Double) -> Double {
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let (u, v) = (x - column, y - row)
        let (shareX, shareY) = (u * u * (3 - 2 * u), v * v * (3 - 2 * v))
        let (left, top) = (Int64(column), Int64(row))
        let upper = knot(left, top) + (knot(left + 1, top) - knot(left, top)) * shareX
        let lower = knot(left, top + 1) + (knot(left + 1, top + 1) - knot(left, top + 1)) * shareX
        return upper + (lower - upper) * shareY
    }

    @inline(__always)
    private func knot(_ column: Int64, _ row: Int64) -> Double {
        let place =
            UInt64(bitPattern: column) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(bitPattern: row) &* 0xc2b2_ae3d_27d4_eb4f
        return Double(RepeatableRandomness.mixed(place ^ seed) >> 11) * 0x1p-52 - 1
    }
}
