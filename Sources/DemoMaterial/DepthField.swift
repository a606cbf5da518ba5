package import FaceEngine
package import Vision

/// How far each pixel of a frontal photograph lies towards the camera, and how much of the head's motion it takes part
/// in. Smooth everywhere, so that an image warped by it has neither holes nor seams.
package struct DepthField: Sendable {
    /// Distance between the points beside the ears (234 and 454), in three dimensions, in pixels.
    package let faceWidth: Double
    /// Middle between the ears, in pixels, z away from the camera: the point that stays while the head turns.
    package let pivot: SIMD3<Double>
    /// Towards the camera, in pixels.
    package let height: FloatPlane
    /// 1 on the head, 0 on background and shoulders; neck and collar follow a little, as they do.
    package let weight: FloatPlane
    package let outline: HeadOutline

    /// A field of another making.
    package init(
        faceWidth: Double, pivot: SIMD3<Double>, height: FloatPlane, weight: FloatPlane, outline: HeadOutline
    ) {
        self.faceWidth = faceWidth
        self.pivot = pivot
        self.height = height
        self.weight = weight
        self.outline = outline
    }

    /// - Parameters:
    ///   - mesh: of the face in an image of `size`.
    ///   - depthFactor: on the mesh's z. 1 is right for the mesh network in use; 1.2 and more make a jagged jaw.
    /// - Throws: `.noFaceInPhotograph` where the mesh does not lie wholly in the image.
    package init(mesh: FaceMesh, size: ImageSize, depthFactor: Double) throws(DemoMaterialError) {
        faceWidth = mesh.faceWidth
        let right = mesh.points[FaceMesh.Landmark.rightSide]
        let left = mesh.points[FaceMesh.Landmark.leftSide]
        pivot = SIMD3((right.x + left.x) / 2, (right.y + left.y) / 2, (right.z + left.z) / 2 * depthFactor)

        let depths = mesh.points.map { -$0.z * depthFactor }
        let besideTheEars = [FaceMesh.Landmark.rightSide, FaceMesh.Landmark.leftSide, 127, 356]
        let earLevel = besideTheEars.map { depths[$0] }.reduce(0, +) / 4 - 0.15 * faceWidth
        let points = mesh.places
        let face = Self.interpolated(depths, at: points, size: size)
        guard let nearest = face.mask.nearestMarked() else { throw .noFaceInPhotograph }
        height = Self.continued(
            face.plane, inside: face.mask, nearest: nearest, faceWidth: faceWidth, level: Float(earLevel))
        outline = HeadOutline(
            top: points[FaceMesh.Landmark.forehead], chin: points[FaceMesh.Landmark.chin], faceWidth: faceWidth)
        weight = outline.head(size: size, fallingTo: 1.75)
    }

    /// Which way each pixel's surface faces: x right, y down, z away from the camera, of length 1; rows top to bottom.
    package var normals: [SIMD3<Float>] {
        let (width, size) = (height.size.width, height.size)
        let heights = height.values
        return heights.indices.map { index in
            let (column, row) = (index % width, index / width)
            let left = heights[column > 0 ? index - 1 : index]
            let right = heights[column + 1 < width ? index + 1 : index]
            let above = heights[row > 0 ? index - width : index]
            let below = heights[row + 1 < size.height ? index + width : index]
            let normal = SIMD3((left - right) / 2, (above - below) / 2, -1)
            return normal / (normal * normal).sum().squareRoot()
        }
    }

    /// One number for each point, interpolated linearly over the triangles between them.
    ///
    /// - Returns: the plane, 0 outside the points' hull, and a mask that is 255 inside it.
    package static func interpolated(
        _ values: [Double], at points: [Point], size: ImageSize
    ) -> (plane: FloatPlane, mask: GreyImage) {
        var plane = FloatPlane(size: size, repeating: 0)
        var mask = [UInt8](repeating: 0, count: size.width * size.height)
        for (first, second, third) in delaunayTriangles(of: points, within: size) {
            let corner = points[first]
            let (one, other) = (points[second] - corner, points[third] - corner)
            let area = one.x * other.y - one.y * other.x
            guard area != 0 else { continue }
            let across = [corner.x, points[second].x, points[third].x]
            let along = [corner.y, points[second].y, points[third].y]
            for row in pixels(spanning: along, limit: size.height) {
                for column in pixels(spanning: across, limit: size.width) {
                    let offset = Point(x: Double(column), y: Double(row)) - corner
                    let toSecond = (offset.x * other.y - offset.y * other.x) / area
                    let toThird = (one.x * offset.y - one.y * offset.x) / area
                    // The tolerance gives a pixel on a shared edge to both triangles rather than to none.
                    guard toSecond >= -1e-9, toThird >= -1e-9, toSecond + toThird <= 1 + 1e-9 else { continue }
                    let value =
                        values[first] + (values[second] - values[first]) * toSecond
                        + (values[third] - values[first]) * toThird
                    plane.values[row * size.width + column] = Float(value)
                    mask[row * size.width + column] = 255
                }
            }
        }
        return (plane, GreyImage(size: size, pixels: mask))
    }

    private static func pixels(spanning coordinates: [Double], limit: Int) -> Range<Int> {
        let low = (coordinates.min() ?? 0).rounded(.up)
        let high = (coordinates.max() ?? 0).rounded(.down) + 1
        let start = min(max(low, 0), Double(limit))
        return Int(start)..<Int(min(max(high, start), Double(limit)))
    }

    /// The face's heights led on over its rim: outwards they fall within 0.35 face widths to `level`, that of the ears.
    private static func continued(
        _ face: FloatPlane, inside: GreyImage, nearest: (distances: FloatPlane, indices: [Int]), faceWidth: Double,
        level: Float
    ) -> FloatPlane {
        var rim = face
        var outside = face
        var mask = FloatPlane(size: face.size, repeating: 0)
        let reach = Float(0.35 * faceWidth)
        for index in face.values.indices {
            rim.values[index] = face.values[nearest.indices[index]]
            let share = min(nearest.distances.values[index] / reach, 1)
            outside.values[index] = rim.values[index] + (level - rim.values[index]) * share
            mask.values[index] = inside.pixels[index] == 0 ? 0 : 1
        }
        outside = outside.blurred(sigma: 0.035 * faceWidth)
        mask = mask.blurred(sigma: 0.03 * faceWidth)
        for index in rim.values.indices {
            rim.values[index] = outside.values[index] + (rim.values[index] - outside.values[index]) * mask.values[index]
        }
        return rim.blurred(sigma: 0.012 * faceWidth)
    }
}
