internal import Vision

/// A pinhole camera over a plane: where each pixel looks at on a table or a print. Lengths on the plane are in the
/// plane's own unit, its origin in the middle of what is looked at; x right, y down as seen from above.
struct PlaneCamera: Sendable {
    /// The plane's axes and its origin in the camera's space (x right, y down, z away), in the plane's unit.
    let across: SIMD3<Double>
    let along: SIMD3<Double>
    let normal: SIMD3<Double>
    let origin: SIMD3<Double>
    let centre: SIMD2<Double>
    /// Focal length in pixels.
    let focal: Double
    /// At the middle of the plane, before any scaling by the pose.
    let pixelsPerUnit: Double

    /// - Parameters:
    ///   - pose: the plane's turn; its shift moves the middle of the plane in pixels of the image.
    ///   - pixelsPerUnit: at the middle of the plane.
    ///   - distance: from the camera to the middle of the plane, in the plane's unit.
    init(pose: RigidPose, size: ImageSize, pixelsPerUnit: Double, distance: Double) {
        self.pixelsPerUnit = pixelsPerUnit
        let rows = pose.rotation
        across = SIMD3(rows[0].x, rows[1].x, rows[2].x)
        along = SIMD3(rows[0].y, rows[1].y, rows[2].y)
        normal = SIMD3(rows[0].z, rows[1].z, rows[2].z)
        focal = pixelsPerUnit * distance * pose.scale
        centre = SIMD2(Double(size.width), Double(size.height)) / 2
        origin = SIMD3(pose.shift.x / focal * distance, pose.shift.y / focal * distance, distance)
    }

    /// The place on the plane that the pixel looks at.
    @inline(__always)
    func place(seenAt x: Double, _ y: Double) -> SIMD2<Double> {
        let ray = SIMD3((x - centre.x) / focal, (y - centre.y) / focal, 1)
        // A ray along the plane or away from it would meet it nowhere or behind the camera: it is turned to meet it far off.
        let reach = (origin * normal).sum() / max((ray * normal).sum(), 0.05)
        let offset = ray * reach - origin
        return SIMD2((offset * across).sum(), (offset * along).sum())
    }
}
