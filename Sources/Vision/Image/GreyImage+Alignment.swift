internal import CVision

/// Where every pixel of one image went in another of the same size.
public struct PixelShifts: Sendable {
    public let size: ImageSize
    /// x and y of each pixel's shift in turn, in pixels; 2 × width × height numbers.
    public let values: [Float]

    /// A pixel's place in the first image; `pixel` = row × width + column.
    public func place(_ pixel: Int) -> Point {
        Point(x: Double(pixel % size.width), y: Double(pixel / size.width))
    }

    /// Where it is in the second one.
    public func target(_ pixel: Int) -> Point {
        place(pixel) + Point(x: Double(values[pixel * 2]), y: Double(values[pixel * 2 + 1]))
    }
}

extension GreyImage {
    /// Follows every pixel of this image into `other` (dense inverse search flow, OpenCV's preset "medium") and brings
    /// `other` onto this image, bicubically: grey values 0 to 255, a little beyond at sharp edges.
    ///
    /// - Returns: nil for images of different size, or with a side under 24 pixels.
    public func aligned(with other: GreyImage) -> (shifts: PixelShifts, view: FloatPlane)? {
        guard size == other.size else { return nil }
        let count = pixels.count
        var flow = [Float](repeating: 0, count: count * 2)
        var aligned = [Float](repeating: 0, count: count)
        let status = cvision_align(
            pixels, count, other.pixels, count, Int32(size.width), Int32(size.height), &flow, count * 2, &aligned,
            count)
        guard status == CVISION_OK else { return nil }
        return (PixelShifts(size: size, values: flow), FloatPlane(size: size, values: aligned))
    }
}
