internal import FaceEngine
internal import Vision

/// Axes of a part of the face in the photograph, in pixels: from the person's right to their left, and down the face.
struct FacialAxes: Sendable {
    let origin: SIMD2<Float>
    let across: SIMD2<Float>
    let down: SIMD2<Float>

    /// - Parameters:
    ///   - right, left: two places at the same height of the face, the axes' origin between them.
    init(from right: Point, to left: Point) {
        let length = max(right.distance(to: left), 1e-6)
        let direction = (left - right) * (1 / length)
        let middle = (right + left) * 0.5
        origin = SIMD2(Float(middle.x), Float(middle.y))
        across = SIMD2(Float(direction.x), Float(direction.y))
        down = SIMD2(-across.y, across.x)
    }

    /// x across, y down.
    func local(_ place: SIMD2<Float>) -> SIMD2<Float> {
        let offset = place - origin
        return SIMD2((offset * across).sum(), (offset * down).sum())
    }

    func local(_ point: Point) -> SIMD2<Float> {
        local(SIMD2(Float(point.x), Float(point.y)))
    }

    /// The inverse of `local`.
    func place(_ local: SIMD2<Float>) -> SIMD2<Float> {
        origin + across * local.x + down * local.y
    }
}

/// A line across a part of the face, such as the edge of a lid: its height for each place across, straight between the
/// mesh's points.
struct FacialCurve: Sendable {
    private let corners: [SIMD2<Float>]

    init(_ numbers: [Int], of mesh: FaceMesh, axes: FacialAxes) {
        corners = numbers.map { axes.local(mesh.place($0)) }.sorted { $0.x < $1.x }
    }

    /// Height at a place across, in pixels along the axis down; beyond the ends that of the end.
    func height(at across: Float) -> Float {
        guard let first = corners.first, let last = corners.last else { return 0 }
        if across <= first.x { return first.y }
        for (start, end) in zip(corners, corners.dropFirst()) where across < end.x {
            return start.y + (end.y - start.y) * (across - start.x) / max(end.x - start.x, 1e-6)
        }
        return last.y
    }
}

/// What a place on the face shows while a part of it has moved.
struct FacialSurface: Sendable {
    /// In the photograph, in pixels.
    var place: SIMD2<Float>
    /// Laid over what the photograph has there: blue, green, red, 0 to 255.
    var paint = SIMD3<Float>.zero
    /// Of the paint: 0 none, 1 nothing else.
    var paintShare: Float = 0
}

/// 0 below 0, 1 above 1, level at both.
func smoothStep(_ value: Float) -> Float {
    let share = min(max(value, 0), 1)
    return share * share * (3 - 2 * share)
}
