import TestSupport
import Testing
import Vision

@testable import DemoMaterial

@Suite struct PrintedPhotographTests {
    @Test(arguments: [ImageSize(width: 480, height: 640), ImageSize(width: 640, height: 480)])
    func theMeshSeesLessThanSixteenDegreesOfTurnInAPrint(size: ImageSize) throws {
        let print = try PrintedPhotograph(
            photograph: SharedMaterial.photograph(), engine: SharedMaterial.engine(), size: size)
        let frames = try print.frames()
        #expect(frames.count == 14)
        #expect(Set(frames.map(\.bytes)).count == 14)
        #expect(try SharedMaterial.range(SharedMaterial.yaws(in: frames)) < 16)
        for frame in frames { #expect(try ImageHeader(of: frame.bytes).size == size) }
    }

    @Test func theSameSeedGivesTheSameBytesAndAnotherSeedOthers() throws {
        let print = try PrintedPhotograph(photograph: SharedMaterial.photograph(), engine: SharedMaterial.engine())
        let first = try print.frames(PrintMotion(frameCount: 2, seed: 3))
        #expect(try print.frames(PrintMotion(frameCount: 2, seed: 3)) == first)
        #expect(try print.frames(PrintMotion(frameCount: 2, seed: 4)) != first)
    }

    @Test func aDisguisedStillHasOtherBytesAndTheSameImage() throws {
        let frames = try PrintedPhotograph.disguisedStill(
            of: SharedMaterial.photograph(), engine: SharedMaterial.engine(), frameCount: 5)
        #expect(Set(frames.map(\.bytes)).count == 5)
        // The fifth has the shift of the first; only the noise differs.
        let first = try Image(decoding: frames[0].bytes).pixels
        let fifth = try Image(decoding: frames[4].bytes).pixels
        let difference = zip(first, fifth).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(first.count) < 3)
        #expect(try SharedMaterial.range(SharedMaterial.yaws(in: frames)) < 2)
    }

    @Test func theCameraSeesAPlaceWhereItSaysItIs() {
        var random = SeededGenerator.announced()
        for _ in 0..<1000 {
            let pose = RigidPose(
                yawInDegrees: .random(in: -40...40, using: &random),
                pitchInDegrees: .random(in: -40...40, using: &random),
                rollInDegrees: .random(in: -40...40, using: &random),
                shift: SIMD2(.random(in: -50...50, using: &random), .random(in: -50...50, using: &random)))
            let camera = PlaneCamera(
                pose: pose, size: ImageSize(width: 640, height: 480), pixelsPerUnit: 3, distance: 240)
            let place = SIMD2(Double.random(in: -60...60, using: &random), .random(in: -40...40, using: &random))
            let pixel = camera.pixel(of: place)
            let found = camera.place(seenAt: pixel.x, pixel.y)
            #expect(abs(found.x - place.x) < 1e-6 && abs(found.y - place.y) < 1e-6)
        }
    }

    @Test func cameraNoiseHasTheVarianceItPromises() {
        let size = ImageSize(width: 400, height: 300)
        for level in [UInt8(40), 128, 220] {
            let flat = Image(size: size, blue: level, green: level, red: level)
            let noisy = CameraNoise().applied(to: flat, gain: 1, randomness: RepeatableRandomness(seed: 5))
            let differences = noisy.pixels.map { Double($0) - Double(level) }
            let mean = differences.reduce(0, +) / Double(differences.count)
            let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(differences.count)
            #expect(abs(mean) < 0.05)
            // Rounding to whole grey levels adds a twelfth.
            #expect(
                (0.95...1.1).contains((variance - 1.0 / 12) / (1 + 0.02 * Double(level))), "level \(level): \(variance)"
            )
        }
    }
}

extension PlaneCamera {
    /// Where a place on the plane is seen.
    fileprivate func pixel(of place: SIMD2<Double>) -> SIMD2<Double> {
        let point = origin + across * place.x + along * place.y
        return SIMD2(point.x, point.y) / point.z * focal + centre
    }
}
