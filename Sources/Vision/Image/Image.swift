internal import CVision

/// A decoded image: rows top to bottom, 3 bytes a pixel (blue, green, red), no row padding.
///
/// A value like any other: passing it on copies nothing. Images made here have sides of 1 to 32,000 pixels.
public struct Image: Equatable, Sendable {
    /// In pixels.
    public let size: ImageSize
    /// `size.height × size.width × 3` bytes.
    public let pixels: [UInt8]

    /// - Parameter pixels: exactly `size.height × size.width × 3` bytes, else a programmer's error.
    public init(size: ImageSize, pixels: [UInt8]) {
        precondition(size.isOfAnImage)
        precondition(pixels.count == size.width * size.height * 3)
        self.size = size
        self.pixels = pixels
    }

    /// An image of one colour.
    public init(size: ImageSize, blue: UInt8, green: UInt8, red: UInt8) {
        var pixels = [UInt8](repeating: blue, count: size.width * size.height * 3)
        if green != blue || red != blue {
            for index in stride(from: 0, to: pixels.count, by: 3) {
                pixels[index + 1] = green
                pixels[index + 2] = red
            }
        }
        self.init(size: size, pixels: pixels)
    }

    /// The whole image as a rectangle.
    public var bounds: ImageRectangle {
        ImageRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    /// The luma of ITU-R BT.601: 0.299 red + 0.587 green + 0.114 blue.
    public var grey: GreyImage {
        GreyImage(
            size: size,
            pixels: bytes(count: size.width * size.height) { target in
                cvision_grey(
                    pixels, pixels.count, Int32(size.width), Int32(size.height), target, size.width * size.height)
            })
    }

    /// Turned by so many quarters clockwise (negative: counter-clockwise).
    public func turned(clockwiseQuarterTurns turns: Int) -> Image {
        let turns = ((turns % 4) + 4) % 4
        guard turns != 0 else { return self }
        return Image(
            size: turns == 2 ? size : size.turned,
            pixels: bytes(count: pixels.count) { target in
                cvision_turn(
                    pixels, pixels.count, Int32(size.width), Int32(size.height), 3, Int32(turns), target, pixels.count)
            })
    }

    /// Left and right exchanged.
    public func mirrored() -> Image {
        Image(
            size: size,
            pixels: bytes(count: pixels.count) { target in
                cvision_mirror(pixels, pixels.count, Int32(size.width), Int32(size.height), 3, target, pixels.count)
            })
    }

    /// Blurred by a Gaussian of standard deviation `sigma` pixels; 0 or less leaves the image as it is.
    public func blurred(sigma: Double) -> Image {
        guard sigma > 0 else { return self }
        return Image(
            size: size,
            pixels: bytes(count: pixels.count) { target in
                cvision_blur(
                    pixels, pixels.count, Int32(size.width), Int32(size.height), 3, min(sigma, 500), target,
                    pixels.count)
            })
    }
}

/// Bytes that a C function fills. It fails only for want of memory or by a mistake in this module: programmer's errors.
func bytes(count: Int, _ fill: (UnsafeMutablePointer<UInt8>?) -> cvision_status) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { target, initializedCount in
        let status = fill(target.baseAddress)
        precondition(status == CVISION_OK, "the image library refused a checked image: \(status.rawValue)")
        initializedCount = count
    }
}
