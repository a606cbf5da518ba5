internal import CVision

extension GreyImage {
    /// The strongest corners (Shi–Tomasi: the smaller eigenvalue of the gradient's second moments), strongest first.
    ///
    /// - Parameters:
    ///   - polygon: where to look, in this image's pixels; empty = everywhere.
    ///   - maximum: how many at most.
    ///   - quality: corners weaker than this share of the strongest are left out.
    ///   - minimumDistance: least distance between two of them, in pixels.
    ///   - blockSize: side of the window over which gradients are summed, 1 to 63 pixels.
    public func cornersToTrack(
        inside polygon: [Point], maximum: Int, quality: Double, minimumDistance: Double, blockSize: Int
    ) -> [Point] {
        guard maximum > 0, maximum <= 100_000 else { return [] }
        var found = 0
        let status: cvision_status
        var coordinates = [Float](repeating: 0, count: maximum * 2)
        status = cvision_corners(
            pixels, pixels.count, Int32(size.width), Int32(size.height),
            polygon.flatMap { [Float($0.x), Float($0.y)] },
            polygon.count, Int32(maximum), quality, minimumDistance, Int32(clamping: blockSize), &coordinates,
            coordinates.count, &found)
        guard status == CVISION_OK else { return [] }
        return (0..<found).map { Point(x: Double(coordinates[$0 * 2]), y: Double(coordinates[$0 * 2 + 1])) }
    }

    /// Where points of this image went in the next one (pyramidal Lucas–Kanade); nil for a point that was lost.
    ///
    /// - Parameters:
    ///   - next: an image of the same size, else every point is lost.
    ///   - window: side of the patch that is compared, 3 to 101 pixels.
    ///   - levels: halvings of the image, 0 to 8.
    ///   - rounds, precision: the search stops after so many rounds, or at a step under so many pixels.
    public func track(
        _ points: [Point], into next: GreyImage, window: Int = 21, levels: Int = 3, rounds: Int = 30,
        precision: Double = 0.01
    ) -> [Point?] {
        guard !points.isEmpty else { return [] }
        let lost = [Point?](repeating: nil, count: points.count)
        guard next.size == size else { return lost }
        var tracked = [Float](repeating: 0, count: points.count * 2)
        var isFound = [UInt8](repeating: 0, count: points.count)
        let status = cvision_track(
            pixels, pixels.count, next.pixels, next.pixels.count, Int32(size.width), Int32(size.height),
            points.flatMap { [Float($0.x), Float($0.y)] }, points.count, Int32(clamping: window),
            Int32(clamping: levels), Int32(clamping: rounds), precision, &tracked, &isFound)
        guard status == CVISION_OK else { return lost }
        return points.indices.map { index in
            isFound[index] == 0
                ? nil : Point(x: Double(tracked[index * 2]), y: Double(tracked[index * 2 + 1]))
        }
    }
}
