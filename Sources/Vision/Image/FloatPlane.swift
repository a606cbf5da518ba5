internal import CVision

/// A field of numbers over the pixels of an image: depth, weight, displacement. Rows top to bottom.
public struct FloatPlane: Equatable, Sendable {
    public let size: ImageSize
    /// `size.height × size.width` numbers.
    public var values: [Float]

    /// - Parameter values: exactly `size.height × size.width` numbers, else a programmer's error.
    public init(size: ImageSize, values: [Float]) {
        precondition(size.isOfAnImage)
        precondition(values.count == size.width * size.height)
        self.size = size
        self.values = values
    }

    public init(size: ImageSize, repeating value: Float) {
        self.init(size: size, values: [Float](repeating: value, count: size.width * size.height))
    }

    /// Blurred by a Gaussian of standard deviation `sigma` pixels, its edge repeated outwards; 0 or less changes nothing.
    public func blurred(sigma: Double) -> FloatPlane {
        guard sigma > 0 else { return self }
        var status = CVISION_FAILED
        let blurred = [Float](unsafeUninitializedCapacity: values.count) { target, initializedCount in
            status = cvision_blur_floats(
                values, values.count, Int32(size.width), Int32(size.height), min(sigma, 500), target.baseAddress,
                values.count)
            precondition(status == CVISION_OK)
            initializedCount = values.count
        }
        return FloatPlane(size: size, values: blurred)
    }

    /// The mean of the square of `side` pixels (odd, at most 255) around each pixel, the edge repeated outwards.
    public func boxMean(side: Int) -> FloatPlane {
        var status = CVISION_FAILED
        let means = [Float](unsafeUninitializedCapacity: values.count) { target, initializedCount in
            status = cvision_box_mean_floats(
                values, values.count, Int32(size.width), Int32(size.height), Int32(clamping: side), target.baseAddress,
                values.count)
            precondition(status == CVISION_OK)
            initializedCount = values.count
        }
        return FloatPlane(size: size, values: means)
    }
}

extension GreyImage {
    /// For every pixel, the nearest pixel of this mask that is not 0: how far it is (Euclidean, to about 2 %), and its
    /// index (row × width + column). Nil for a mask that is all 0.
    public func nearestMarked() -> (distances: FloatPlane, indices: [Int])? {
        var distances = [Float](repeating: 0, count: pixels.count)
        var indices = [Int32](repeating: 0, count: pixels.count)
        let status = cvision_nearest_marked(
            pixels, pixels.count, Int32(size.width), Int32(size.height), &distances, &indices, pixels.count)
        guard status == CVISION_OK else { return nil }
        return (FloatPlane(size: size, values: distances), indices.map(Int.init))
    }
}

/// Delaunay triangles over the points, as triples of indices; every point must lie in (0, 0) … (width, height) of `size`.
/// Empty for fewer than three points or a point outside. Points at one place count once.
public func delaunayTriangles(of points: [Point], within size: ImageSize) -> [(Int, Int, Int)] {
    guard points.count >= 3 else { return [] }
    var indices = [Int32](repeating: 0, count: points.count * 6)
    var written = 0
    let status = cvision_triangulate(
        points.flatMap { [Float($0.x), Float($0.y)] }, points.count, Float(size.width), Float(size.height), &indices,
        indices.count, &written)
    guard status == CVISION_OK else { return [] }
    return stride(from: 0, to: written, by: 3).map { (Int(indices[$0]), Int(indices[$0 + 1]), Int(indices[$0 + 2])) }
}
