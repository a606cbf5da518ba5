internal import Vision

/// Where the corners of one face went: `positions[frame][corner]`, nil from the frame on in which a corner was lost.
struct PointTracks: Equatable, Sendable {
    /// How many corners are followed. With 200 weak ones come in, and prints reach half again as high a ratio.
    static let maximumCorners = 100
    /// A point that does not come back to within this many pixels when tracked backwards is lost.
    private static let returnDistance = 0.7

    var positions: [[Point?]]

    var cornerCount: Int { positions.first?.count ?? 0 }

    /// Both places of every corner that lives in two frames.
    func shared(_ first: Int, _ second: Int) -> (from: [Point], to: [Point]) {
        var from: [Point] = []
        var to: [Point] = []
        for (start, end) in zip(positions[first], positions[second]) {
            guard let start, let end else { continue }
            from.append(start)
            to.append(end)
        }
        return (from, to)
    }
}

extension PointTracks {
    /// Follows the strongest corners inside `outline` from the anchor to the last frame and to the first, from frame to
    /// frame, each step checked by tracking it back.
    init(through images: [GreyImage], from anchor: Int, inside outline: [Point]) {
        let corners = images[anchor].cornersToTrack(
            inside: outline, maximum: Self.maximumCorners, quality: 0.005, minimumDistance: 4, blockSize: 5)
        positions = [[Point?]](repeating: [Point?](repeating: nil, count: corners.count), count: images.count)
        positions[anchor] = corners
        let forwards = Array(anchor..<images.count)
        let backwards = Array((0...anchor).reversed())
        for path in [forwards, backwards] {
            for (frame, next) in zip(path, path.dropFirst()) {
                positions[next] = Self.step(positions[frame], from: images[frame], to: images[next])
            }
        }
    }

    private static func step(_ places: [Point?], from: GreyImage, to: GreyImage) -> [Point?] {
        let living = places.indices.filter { places[$0] != nil }
        let starts = living.compactMap { places[$0] }
        let ends = from.track(starts, into: to)
        let reached = ends.indices.filter { ends[$0] != nil }
        let returned = to.track(reached.compactMap { ends[$0] }, into: from)
        var next = [Point?](repeating: nil, count: places.count)
        for (order, index) in reached.enumerated() {
            guard let back = returned[order], back.distance(to: starts[index]) < returnDistance else { continue }
            next[living[index]] = ends[index]
        }
        return next
    }
}
