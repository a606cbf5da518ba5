package import Vision

/// A pinhole camera over a plane, or over a sheet that is curved about its vertical axis: where each pixel looks at on a
/// table or a print. Lengths on the plane are in the plane's own unit, its origin in the middle of what is looked at; x
/// right, y down as seen from above, x along the sheet where it is curved.
package struct PlaneCamera: Sendable {
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
    /// One over the radius to which the sheet is curved, its sides away from the camera; 0 is flat, never negative. The surface is a
    /// parabola, true to about half a radius from the middle.
    let curvature: Double

    /// - Parameters:
    ///   - pose: the plane's turn; its shift moves the middle of the plane in pixels of the image.
    ///   - pixelsPerUnit: at the middle of the plane.
    ///   - distance: from the camera to the middle of the plane, in the plane's unit.
    package init(
        pose: RigidPose, size: ImageSize, pixelsPerUnit: Double, distance: Double, curvature: Double = 0
    ) {
        self.pixelsPerUnit = pixelsPerUnit
        self.curvature = curvature
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
    package func place(seenAt x: Double, _ y: Double) -> SIMD2<Double> {
        let ray = SIMD3((x - centre.x) / focal, (y - centre.y) / focal, 1)
        // A ray along the plane or away from it would meet it nowhere or behind the camera: it is turned to meet it far off.
        let approach = max((ray * normal).sum(), 0.05)
        let towards = (origin * normal).sum()
        var offset = ray * (towards / approach) - origin
        var aside = (offset * across).sum()
        guard curvature != 0 else { return SIMD2(aside, (offset * along).sum()) }
        // Each round meets the plane at the depth that the sheet has where the round before met it.
        for _ in 0..<6 {
            let depth = min(aside * aside * curvature / 2, 1 / curvature)
            offset = ray * ((towards + depth) / approach) - origin
            aside = (offset * across).sum()
        }
        // The length along the parabola, to the third order.
        let slope = aside * curvature
        return SIMD2(aside * (1 + slope * slope / 6), (offset * along).sum())
    }
}
