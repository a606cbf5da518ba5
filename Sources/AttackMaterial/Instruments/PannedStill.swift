internal import DemoMaterial
internal import Vision

/// A still as a plane before a moving camera, its edges out of view: the effect named after Ken Burns, with a tilt.
enum PannedStill {
    static func footage(of still: AttackStill, seed: UInt64) throws(AttackError) -> Footage {
        let moments = Motions.turn(
            byDegrees: 18, pitchInDegrees: 6, rollInDegrees: 2, driftInFaceWidths: 0.1, faceWidth: still.faceWidth,
            seed: seed)
        return try Footage(of: moments, seed: seed) { index, moment throws(AttackError) in
            var pose = moment.pose
            pose.scale = 1 + 0.2 * Double(index) / Double(moments.count - 1)
            return seen(still.image, at: pose, distance: 3.2 * still.faceWidth)
        }
    }

    private static func seen(_ image: Image, at pose: RigidPose, distance: Double) -> Image {
        let camera = PlaneCamera(pose: pose, size: image.size, pixelsPerUnit: 1, distance: distance)
        let (width, height) = (Double(image.size.width), Double(image.size.height))
        let corners = [
            Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: width, y: height), Point(x: 0, y: height),
        ]
        let places = corners.map { corner in
            let place = camera.place(seenAt: corner.x, corner.y)
            return Point(x: place.x + width / 2, y: place.y + height / 2)
        }
        guard let view = Homography.leastSquares(from: places, to: corners) else { return image }
        return image.warped(by: view, to: image.size)
    }
}
