internal import FaceEngine

/// The lids of one eye: they slide over the eyeball until they meet, the skin beside them stretched.
struct Eyelids: Sendable {
    private let axes: FacialAxes
    private let upper: FacialCurve
    private let lower: FacialCurve
    private let halfWidth: Float
    private let brow: FacialCurve
    private let faceWidth: Float

    /// The share of the eye's height that the upper lid closes; the lower one rises by the rest.
    private static let shareOfUpperLid: Float = 0.7

    /// Numbers of mesh points from the outer corner to the inner one.
    private struct Points {
        var upper: [Int]
        var lower: [Int]
        /// On the lower edge of the brow.
        var brow: [Int]
        /// Of the eye: towards the person's right, and left.
        var corners: (right: Int, left: Int)
    }

    static func both(of mesh: FaceMesh) -> [Eyelids] {
        [
            Eyelids(
                Points(
                    upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
                    lower: [33, 7, 163, 144, 145, 153, 154, 155, 133], brow: [46, 53, 52, 65, 55], corners: (33, 133)),
                of: mesh),
            Eyelids(
                Points(
                    upper: [263, 466, 388, 387, 386, 385, 384, 398, 362],
                    lower: [263, 249, 390, 373, 374, 380, 381, 382, 362], brow: [276, 283, 282, 295, 285],
                    corners: (362, 263)),
                of: mesh),
        ]
    }

    private init(_ points: Points, of mesh: FaceMesh) {
        let (right, left) = (mesh.place(points.corners.right), mesh.place(points.corners.left))
        axes = FacialAxes(from: right, to: left)
        upper = FacialCurve(points.upper, of: mesh, axes: axes)
        lower = FacialCurve(points.lower, of: mesh, axes: axes)
        brow = FacialCurve(points.brow, of: mesh, axes: axes)
        halfWidth = Float(right.distance(to: left) / 2)
        faceWidth = Float(mesh.faceWidth)
    }

    /// - Parameters:
    ///   - place: in the photograph, in pixels.
    ///   - closure: 0 as in the photograph, 1 closed.
    /// - Returns: nothing where the lids change nothing.
    func surface(at place: SIMD2<Float>, closure: Float) -> FacialSurface? {
        let local = axes.local(place)
        guard abs(local.x) < halfWidth, abs(local.y) < 2 * halfWidth else { return nil }
        // The brow does not move; where it hides the lid, some skin stretches all the same.
        let open = upper.height(at: local.x)
        let top = min(brow.height(at: local.x) + 0.015 * faceWidth, open - 0.035 * faceWidth)
        let rest = max(lower.height(at: local.x), open)
        let bottom = rest + 0.09 * faceWidth
        guard local.y > top, local.y < bottom else { return nil }
        // The mesh's lines lie a little inside the eye's edges, and no part of the eyeball may go along with a lid.
        let corner = 1 - smoothStep((abs(local.x) / halfWidth - 0.7) / 0.3)
        let margin = 0.014 * faceWidth * corner * min(4 * closure, 1)
        let upperEdge = open + closure * Self.shareOfUpperLid * (rest - open)
        let lowerEdge = rest - closure * (1 - Self.shareOfUpperLid) * (rest - open)
        // The lashes lie on the edge, and hide that the image is cut there.
        let lash = 0.009 * faceWidth
        let beyondEdge = (local.y - upperEdge) / lash
        let lashes = 0.7 * closure * corner * max(0, 1 - beyondEdge * beyondEdge)
        var surface = FacialSurface(place: place, paint: SIMD3(24, 24, 28), paintShare: lashes)
        if local.y < upperEdge {
            let from = top + (local.y - top) * (open - margin - top) / max(upperEdge - top, 1e-6)
            surface.place = axes.place(SIMD2(local.x, from))
        } else if local.y > lowerEdge {
            let from = bottom - (bottom - local.y) * (bottom - rest - margin) / max(bottom - lowerEdge, 1e-6)
            surface.place = axes.place(SIMD2(local.x, from))
        }
        return surface
    }
}
