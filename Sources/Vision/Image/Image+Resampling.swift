internal import CVision

/// What lies beyond the edge of an image that is warped.
public enum ImageBorder: Sendable {
    /// The nearest pixel of the edge, repeated.
    case replicated
    /// Black.
    case black

    var code: cvision_border { self == .black ? CVISION_BORDER_BLACK : CVISION_BORDER_REPLICATED }
}

extension Image {
    /// Area averages where both sides shrink, bilinear otherwise. Sides of the new size: 1 to 32,000.
    public func resized(to newSize: ImageSize) -> Image {
        if newSize == size { return self }
        return Image(size: newSize, pixels: resample(pixels, size, channels: 3, to: newSize))
    }

    /// Reduced, keeping its proportions, until the longest side is at most `longestSide`; never enlarged.
    public func reduced(toLongestSide longestSide: Int) -> Image {
        guard size.longestSide > longestSide, longestSide > 0 else { return self }
        let scale = Double(longestSide) / Double(size.longestSide)
        return resized(
            to: ImageSize(
                width: max(1, Int((Double(size.width) * scale).rounded())),
                height: max(1, Int((Double(size.height) * scale).rounded()))))
    }

    /// The part inside the rectangle, its edges rounded to whole pixels and clamped to the image; at least one pixel.
    public func cropped(to rectangle: ImageRectangle) -> Image {
        let window = PixelWindow(rectangle, within: size)
        if window.width == size.width, window.height == size.height { return self }
        let rowLength = window.width * 3
        let cut = [UInt8](unsafeUninitializedCapacity: rowLength * window.height) { target, initializedCount in
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<window.height {
                    let start = ((window.y + row) * size.width + window.x) * 3
                    _ = UnsafeMutableBufferPointer(rebasing: target[(row * rowLength)..<((row + 1) * rowLength)])
                        .initialize(fromContentsOf: source[start..<(start + rowLength)])
                }
            }
            initializedCount = rowLength * window.height
        }
        return Image(size: ImageSize(width: window.width, height: window.height), pixels: cut)
    }

    /// The part that begins at column `x` and row `y`, black where it lies outside the image, resized like `resized(to:)`.
    /// - Parameters:
    ///   - size, newSize: sides of 1 to 32,000 pixels, else a programmer's error, as are `x` and `y` beyond a billion.
    ///   - isBilinear: between the four nearest pixels of each place, also where the part shrinks: what lies between those
    ///     is passed over. For networks that learned to look at images of this kind.
    public func part(
        x: Int, y: Int, size part: ImageSize, resizedTo newSize: ImageSize, isBilinear: Bool = false
    ) -> Image {
        let count = newSize.width * newSize.height * 3
        return Image(
            size: newSize,
            pixels: bytes(count: count) { target in
                cvision_resize_part(
                    pixels, pixels.count, Int32(size.width), Int32(size.height), Int32(x), Int32(y), Int32(part.width),
                    Int32(part.height), isBilinear ? 1 : 0, target, count, Int32(newSize.width), Int32(newSize.height))
            })
    }

    /// Warped bilinearly. `transform` maps places of this image to places of the result; one that cannot be inverted
    /// gives an image of one pixel's colour.
    public func warped(by transform: AffineTransform, to newSize: ImageSize, border: ImageBorder = .replicated)
        -> Image
    {
        Image(size: newSize, pixels: warp(pixels, size, channels: 3, by: transform, to: newSize, border: border))
    }

    /// Warped bilinearly. `homography` maps places of this image to places of the result; one that cannot be inverted
    /// gives an image of one pixel's colour.
    public func warped(by homography: Homography, to newSize: ImageSize, border: ImageBorder = .replicated)
        -> Image
    {
        let back = homography.inverse.flatMap { $0.values.allSatisfy(\.isFinite) ? $0 : nil }
        let matrix = (back ?? Homography(values: [0, 0, 0, 0, 0, 0, 0, 0, 1])).values
        let count = newSize.width * newSize.height * 3
        return Image(
            size: newSize,
            pixels: bytes(count: count) { target in
                cvision_warp_perspective(
                    pixels, pixels.count, Int32(size.width), Int32(size.height), 3, matrix, border.code, target, count,
                    Int32(newSize.width), Int32(newSize.height))
            })
    }

    /// Each pixel of the result, row by row, is taken from the place (x, y) of this image, bicubically between pixels.
    /// - Parameters:
    ///   - x, y: `newSize.width × newSize.height` numbers each, else a programmer's error. What is not finite counts as
    ///     outside.
    public func remapped(
        x: [Float], y: [Float], to newSize: ImageSize, border: ImageBorder = .replicated
    ) -> Image {
        precondition(x.count == newSize.width * newSize.height && y.count == x.count)
        let count = x.count * 3
        return Image(
            size: newSize,
            pixels: bytes(count: count) { target in
                cvision_remap(
                    pixels, pixels.count, Int32(size.width), Int32(size.height), 3, x, y, x.count, border.code, target,
                    count, Int32(newSize.width), Int32(newSize.height))
            })
    }
}

/// A rectangle in whole pixels that lies inside an image and is not empty.
struct PixelWindow {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    init(_ rectangle: ImageRectangle, within size: ImageSize) {
        func whole(_ value: Double, upTo limit: Int) -> Int {
            value.isNaN ? 0 : Int(min(max(value.rounded(), 0), Double(limit)))
        }
        x = min(whole(rectangle.x, upTo: size.width), size.width - 1)
        y = min(whole(rectangle.y, upTo: size.height), size.height - 1)
        width = max(1, whole(rectangle.x + rectangle.width, upTo: size.width) - x)
        height = max(1, whole(rectangle.y + rectangle.height, upTo: size.height) - y)
    }
}

func resample(_ pixels: [UInt8], _ size: ImageSize, channels: Int, to newSize: ImageSize) -> [UInt8] {
    let count = newSize.width * newSize.height * channels
    return bytes(count: count) { target in
        cvision_resize(
            pixels, pixels.count, Int32(size.width), Int32(size.height), Int32(channels), target, count,
            Int32(newSize.width), Int32(newSize.height))
    }
}

func warp(
    _ pixels: [UInt8], _ size: ImageSize, channels: Int, by transform: AffineTransform, to newSize: ImageSize,
    border: ImageBorder
) -> [UInt8] {
    let back = transform.inverse ?? AffineTransform(a: 0, b: 0, tx: 0, c: 0, d: 0, ty: 0)
    let matrix = [back.a, back.b, back.tx, back.c, back.d, back.ty].map { $0.isFinite ? $0 : 0 }
    let count = newSize.width * newSize.height * channels
    return bytes(count: count) { target in
        cvision_warp_affine(
            pixels, pixels.count, Int32(size.width), Int32(size.height), Int32(channels), matrix, border.code, target,
            count, Int32(newSize.width), Int32(newSize.height))
    }
}
