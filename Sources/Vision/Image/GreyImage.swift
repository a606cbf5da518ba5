internal import CVision

/// An image of one channel: rows top to bottom, one byte a pixel, no row padding.
public struct GreyImage: Equatable, Sendable {
    public let size: ImageSize
    /// `size.height × size.width` bytes, 0 black to 255 white.
    public let pixels: [UInt8]

    /// - Parameter pixels: exactly `size.height × size.width` bytes, else a programmer's error.
    public init(size: ImageSize, pixels: [UInt8]) {
        precondition(size.isOfAnImage)
        precondition(pixels.count == size.width * size.height)
        self.size = size
        self.pixels = pixels
    }

    /// Area averages where both sides shrink, bilinear otherwise.
    public func resized(to newSize: ImageSize) -> GreyImage {
        if newSize == size { return self }
        return GreyImage(size: newSize, pixels: resample(pixels, size, channels: 1, to: newSize))
    }

    /// The part inside the rectangle, its edges rounded to whole pixels and clamped to the image; at least one pixel.
    public func cropped(to rectangle: ImageRectangle) -> GreyImage {
        let window = PixelWindow(rectangle, within: size)
        var cut: [UInt8] = []
        cut.reserveCapacity(window.width * window.height)
        for row in window.y..<(window.y + window.height) {
            cut += pixels[(row * size.width + window.x)..<(row * size.width + window.x + window.width)]
        }
        return GreyImage(size: ImageSize(width: window.width, height: window.height), pixels: cut)
    }

    /// Warped bilinearly. `transform` maps places of this image to places of the result.
    public func warped(by transform: AffineTransform, to newSize: ImageSize, border: ImageBorder = .replicated)
        -> GreyImage
    {
        GreyImage(size: newSize, pixels: warp(pixels, size, channels: 1, by: transform, to: newSize, border: border))
    }

    /// Blurred by a Gaussian of standard deviation `sigma` pixels; 0 or less leaves the image as it is.
    public func blurred(sigma: Double) -> GreyImage {
        guard sigma > 0 else { return self }
        return GreyImage(
            size: size,
            pixels: bytes(count: pixels.count) { target in
                cvision_blur(
                    pixels, pixels.count, Int32(size.width), Int32(size.height), 1, min(sigma, 500), target,
                    pixels.count)
            })
    }

    /// The variance of the discrete Laplacian (0 1 0, 1 −4 1, 0 1 0) over all but the outermost pixels, in squared grey
    /// levels: large for a sharp image, small for a blurred or empty one. 0 for sides under 3 pixels.
    public var laplacianVariance: Double {
        var variance = 0.0
        let status = cvision_laplacian_variance(
            pixels, pixels.count, Int32(size.width), Int32(size.height), &variance)
        return status == CVISION_OK ? variance : 0
    }

    /// A baseline JPEG of one channel. `quality` is taken as 1 to 100.
    public func jpeg(quality: Int) throws(ImageError) -> [UInt8] {
        try encodedJPEG(pixels, size, channels: 1, quality: quality)
    }

    /// An 8-bit PNG of one channel.
    public func png() throws(ImageError) -> [UInt8] {
        try encodedPNG(pixels, size, channels: 1)
    }
}
