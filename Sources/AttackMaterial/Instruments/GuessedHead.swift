internal import DemoMaterial
internal import FaceEngine
internal import Vision

/// The depth of a head for who has no mesh of it: bodies laid over forehead, chin and sides of the face.
struct GuessedHead: Sendable {
    private let still: AttackStill
    private let centre: Point
    /// From forehead to chin, of length 1.
    private let axis: Point
    private let faceHeight: Double

    init(of still: AttackStill) {
        self.still = still
        let forehead = still.mesh.place(FaceMesh.Landmark.forehead)
        let chin = still.mesh.place(FaceMesh.Landmark.chin)
        faceHeight = max(forehead.distance(to: chin), 1)
        axis = (chin - forehead) * (1 / faceHeight)
        centre = (forehead + chin) * 0.5
    }

    /// Half axes 0.62 face widths across, 0.75 face heights along and 0.55 face widths deep, with a nose of 0.13.
    var ellipsoid: DepthField {
        let nose = still.mesh.place(FaceMesh.Landmark.noseTip)
        return depthField { place in
            let (u, v) = offset(of: place, from: centre)
            let (across, along) = (u / (0.62 * still.faceWidth), v / (0.75 * faceHeight))
            let body = 0.55 * max(0, 1 - across * across - along * along).squareRoot()
            let (nu, nv) = offset(of: place, from: nose)
            let (noseAcross, noseAlong) = (nu / (0.15 * still.faceWidth), nv / (0.3 * still.faceWidth))
            let bump = max(0, 1 - noseAcross * noseAcross - noseAlong * noseAlong)
            return body + 0.13 * bump * bump
        }
    }

    /// Radius 0.6 face widths.
    var cylinder: DepthField {
        depthField { place in
            let across = offset(of: place, from: centre).across / (0.6 * still.faceWidth)
            return 0.6 * max(0, 1 - across * across).squareRoot()
        }
    }

    private func offset(of place: Point, from middle: Point) -> (across: Double, along: Double) {
        let offset = place - middle
        return (offset.x * axis.y - offset.y * axis.x, offset.x * axis.x + offset.y * axis.y)
    }

    /// - Parameter height: in face widths above the level of the ears.
    private func depthField(_ height: (Point) -> Double) -> DepthField {
        var plane = FloatPlane(size: still.size, repeating: 0)
        let width = still.size.width
        for index in plane.values.indices {
            let place = Point(x: Double(index % width), y: Double(index / width))
            plane.values[index] = Float(still.faceWidth * height(place))
        }
        return DepthField(
            faceWidth: still.faceWidth, pivot: SIMD3(centre.x, centre.y, 0),
            height: plane.blurred(sigma: 0.02 * still.faceWidth), weight: still.depth.weight,
            outline: still.depth.outline)
    }
}
