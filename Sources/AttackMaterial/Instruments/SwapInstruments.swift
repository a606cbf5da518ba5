internal import FaceEngine
internal import Vision

/// A still's face put on somebody's living head, frame by frame.
enum SwapInstruments {
    enum Alignment: Sendable {
        /// One affine map a frame over all points of the mesh.
        case affine
        /// Every point of the mesh to its place in the frame.
        case landmarks
    }

    private static func swap(_ name: String, _ summary: String, _ alignment: Alignment) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: .faceMesh, species: .injectedVideo,
            expected: [.livingMotion, .photographComparison, .activeWorkflow],
            recipe: .stillAndClip { still, head, _ throws(AttackError) in
                Footage(
                    frames: head.frames.map {
                        Footage.Frame(
                            image: swapped(still, onto: $0, by: alignment), timeInMilliseconds: $0.timeInMilliseconds)
                    })
            })
    }

    static let affine = swap("swap-affine", "a still's face laid on a living head by one affine map a frame", .affine)
    static let landmarks = swap(
        "swap-landmarks", "a still's face warped to a living head's mesh in each frame", .landmarks)

    private static func swapped(
        _ still: AttackStill, onto frame: MovingHead.Frame, by alignment: Alignment
    ) -> Image {
        let places = frame.mesh.places
        let target =
            alignment == .landmarks ? places : fitted(still.mesh.places, to: places) ?? places
        let (face, mask) = still.image.redrawn(from: still.mesh.places, at: target, size: frame.image.size)
        // The rim is taken from the living head and the seam is softened.
        let softness = 0.05 * frame.mesh.faceWidth
        let oval = mask.floats.blurred(sigma: softness)
        var share = oval
        for index in share.values.indices { share.values[index] = min(max(2 * oval.values[index] - 1, 0), 1) }
        return frame.image.mixed(with: face.toned(as: frame.image, where: mask), share: share)
    }

    /// The points by the affine map that carries them to `target` with the least squared error; nil where they lie on a
    /// line.
    private static func fitted(_ points: [Point], to target: [Point]) -> [Point]? {
        let mean = Point.mean(of: points)
        let targetMean = Point.mean(of: target)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        var (ux, uy, vx, vy) = (0.0, 0.0, 0.0, 0.0)
        for (point, goal) in zip(points, target) {
            let (p, q) = (point - mean, goal - targetMean)
            xx += p.x * p.x
            xy += p.x * p.y
            yy += p.y * p.y
            ux += q.x * p.x
            uy += q.x * p.y
            vx += q.y * p.x
            vy += q.y * p.y
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-9 else { return nil }
        let (a, b) = ((ux * yy - uy * xy) / determinant, (uy * xx - ux * xy) / determinant)
        let (c, d) = ((vx * yy - vy * xy) / determinant, (vy * xx - vx * xy) / determinant)
        return points.map { point in
            let p = point - mean
            return Point(x: targetMean.x + a * p.x + b * p.y, y: targetMean.y + c * p.x + d * p.y)
        }
    }
}

extension GreyImage {
    /// 0 … 1.
    fileprivate var floats: FloatPlane {
        FloatPlane(size: size, values: pixels.map { Float($0) / 255 })
    }
}

extension Image {
    /// With the mean of each channel that `other` has under the mask.
    fileprivate func toned(as other: Image, where mask: GreyImage) -> Image {
        var own = [0, 0, 0]
        var wanted = [0, 0, 0]
        for index in mask.pixels.indices where mask.pixels[index] != 0 {
            for channel in 0..<3 {
                own[channel] += Int(pixels[index * 3 + channel])
                wanted[channel] += Int(other.pixels[index * 3 + channel])
            }
        }
        let gains = (0..<3).map { Float(wanted[$0]) / Float(max(own[$0], 1)) }
        return mapped { index, value in value * gains[index % 3] }
    }
}
