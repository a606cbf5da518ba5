import TestSupport
import Testing
import Vision

@testable import DemoMaterial

@Suite struct PlaneCameraTests {
    /// The place that a pixel looks at on a curved sheet, put back into space and projected, is that pixel.
    @Test func aCurvedSheetIsSeenWhereItsSurfaceLies() {
        var random = SeededGenerator.announced()
        let size = ImageSize(width: 480, height: 640)
        for _ in 0..<300 {
            let curvature = Double.random(in: 0...(1 / 250), using: &random)
            let camera = PlaneCamera(
                pose: RigidPose(
                    yawInDegrees: .random(in: -20...20, using: &random),
                    pitchInDegrees: .random(in: -8...8, using: &random),
                    rollInDegrees: .random(in: -5...5, using: &random), shift: SIMD2(12, -7), scale: 1.1),
                size: size, pixelsPerUnit: 1, distance: 550, curvature: curvature)
            let (x, y) = (Double.random(in: 140...340, using: &random), Double.random(in: 150...490, using: &random))
            let place = camera.place(seenAt: x, y)
            // Back from the length along the parabola to the distance from its axis.
            var aside = place.x
            for _ in 0..<20 { aside = place.x / (1 + aside * aside * curvature * curvature / 6) }
            let surface =
                camera.origin + camera.across * aside + camera.along * place.y
                + camera.normal * (aside * aside * curvature / 2)
            #expect(abs(surface.x / surface.z * camera.focal + camera.centre.x - x) < 0.1)
            #expect(abs(surface.y / surface.z * camera.focal + camera.centre.y - y) < 0.1)
        }
    }

    @Test func aSheetWithoutCurvatureIsAPlane() {
        let size = ImageSize(width: 100, height: 100)
        let pose = RigidPose(yawInDegrees: 10)
        let camera = PlaneCamera(pose: pose, size: size, pixelsPerUnit: 1, distance: 300)
        let (left, middle, right) = (
            camera.place(seenAt: 20, 50), camera.place(seenAt: 50, 50), camera.place(seenAt: 80, 50)
        )
        #expect(left.x < middle.x && middle.x < right.x)
        #expect(abs(middle.x) < 1e-9 && abs(middle.y) < 1e-9)
    }
}
