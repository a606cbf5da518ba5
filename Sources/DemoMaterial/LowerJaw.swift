internal import FaceEngine
internal import Foundation
internal import Vision

/// The lower jaw with lip and chin: it drops, and what shows between the lips is the dark inside of the mouth. Upper
/// teeth that the photograph shows stay where they are.
struct LowerJaw: Sendable {
    private let axes: FacialAxes
    private let upperLip: FacialCurve
    private let lowerLip: FacialCurve
    private let halfWidth: Float
    private let faceWidth: Float
    /// Under the chin, along the axis down.
    private let chin: Float
    /// Of the lower lip in the photograph: blue, green, red.
    private let lipColour: SIMD3<Float>

    /// Points on the inner edges of the lips from the right corner of the mouth to the left one.
    private static let upper = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308]
    private static let lower = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308]
    /// In the red of the lower lip.
    private static let onLowerLip = [85, 16, 315, 86, 15, 316]

    init(of mesh: FaceMesh, in photograph: Image) {
        let (right, left) = (mesh.place(78), mesh.place(308))
        axes = FacialAxes(from: right, to: left)
        upperLip = FacialCurve(Self.upper, of: mesh, axes: axes)
        lowerLip = FacialCurve(Self.lower, of: mesh, axes: axes)
        halfWidth = Float(max(right.distance(to: left) / 2, 1))
        faceWidth = Float(mesh.faceWidth)
        chin = axes.local(mesh.place(FaceMesh.Landmark.chin)).y
        let size = photograph.size
        var sum = SIMD3<Float>.zero
        for number in Self.onLowerLip {
            let place = mesh.place(number)
            let column = Int(min(max(place.x, 0), Double(size.width - 1)))
            let row = Int(min(max(place.y, 0), Double(size.height - 1)))
            let start = 3 * (row * size.width + column)
            sum += SIMD3((0..<3).map { Float(photograph.pixels[start + $0]) })
        }
        lipColour = sum / Float(Self.onLowerLip.count)
    }

    /// - Parameters:
    ///   - place: in the photograph, in pixels.
    ///   - opening: 0 as in the photograph, 1 wide open.
    /// - Returns: nothing where the jaw changes nothing.
    func surface(at place: SIMD2<Float>, opening: Float) -> FacialSurface? {
        let local = axes.local(place)
        guard abs(local.x) < Self.reach * halfWidth, local.y < chin + faceWidth else { return nil }
        let lower = lowerLip.height(at: local.x)
        guard local.y > min(upperLip.height(at: local.x), lower) else { return nil }
        // The mesh's line lies a little inside the teeth, whose edge would go down with the lip.
        let edge = lower + 0.014 * faceWidth * min(4 * opening, 1) * smoothStep(3 - 3 * abs(local.x) / halfWidth)
        let gap = drop(at: SIMD2(local.x, edge), lip: lower, opening: opening)
        let movedLip = edge + gap
        guard local.y < movedLip else {
            let from = unmoved(local, from: edge, lip: lower, opening: opening)
            return FacialSurface(place: axes.place(SIMD2(local.x, from)))
        }
        // Edges of a pixel and a half, so that none is jagged: the lower one over the lip, the upper one over what stays.
        let share = smoothStep((local.y - lower) / 1.5 + 0.5) * smoothStep((movedLip - local.y) / 1.5)
        let seen = movedLip - local.y < 1.5 ? axes.place(SIMD2(local.x, edge)) : place
        // The tongue lies on the bottom, a little brighter than the rest.
        let tongue = smoothStep((local.y - lower) / max(gap, 1) * 1.6 - 0.6) * smoothStep(gap / (0.12 * faceWidth))
        return FacialSurface(place: seen, paint: lipColour * (0.16 + 0.24 * tongue), paintShare: share)
    }

    /// Half width of what moves, in half widths of the mouth.
    private static let reach: Float = 2.3

    /// How far a place of the photograph, x across and y down, drops: most along the middle, nothing at the corners of the
    /// mouth and beside the jaw, and less and less down the neck. `lip` is the height of the lower lip's inner edge there.
    private func drop(at local: SIMD2<Float>, lip: Float, opening: Float) -> Float {
        let below = smoothStep((local.y - lip) / (0.4 * faceWidth))
        let aside = local.x / (halfWidth * (1 + (Self.reach - 1) * below))
        let inside = 1 - aside * aside
        guard inside > 0 else { return 0 }
        let neck = 1 - smoothStep((local.y - chin) / (0.6 * faceWidth))
        return 0.19 * faceWidth * opening * pow(inside, 0.8 + below) * neck
    }

    /// The height in the photograph of what has dropped to `local`, found by halving: where the neck is pushed together
    /// the drop falls nearly as fast as the height rises.
    private func unmoved(_ local: SIMD2<Float>, from edge: Float, lip: Float, opening: Float) -> Float {
        var (low, high) = (edge, local.y)
        for _ in 0..<14 {
            let middle = (low + high) / 2
            if middle + drop(at: SIMD2(local.x, middle), lip: lip, opening: opening) < local.y {
                low = middle
            } else {
                high = middle
            }
        }
        return (low + high) / 2
    }
}
