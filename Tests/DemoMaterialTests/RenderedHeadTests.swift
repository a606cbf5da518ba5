import FaceEngine
import TestSupport
import Testing
import Vision

@testable import DemoMaterial

@Suite struct RenderedHeadTests {
    @Test func theSameSeedGivesTheSameBytesAndAnotherSeedOthers() throws {
        let head = try SharedMaterial.head()
        let first = try head.frames(HeadMotion(frameCount: 3, seed: 7))
        #expect(try head.frames(HeadMotion(frameCount: 3, seed: 7)) == first)
        #expect(try head.frames(HeadMotion(frameCount: 3, seed: 8)) != first)
    }

    @Test(arguments: [ImageSize(width: 480, height: 640), ImageSize(width: 640, height: 480)])
    func theMeshSeesTheHeadTurnByTwentyDegreesOrMore(size: ImageSize) throws {
        let head = try RenderedHead(
            photograph: SharedMaterial.photograph(), engine: SharedMaterial.engine(), size: size)
        let frames = try head.frames(HeadMotion())
        let yaws = try SharedMaterial.yaws(in: frames)
        #expect(SharedMaterial.range(yaws) >= 20, "\(yaws)")
        #expect(try #require(yaws.first) < -8 && #require(yaws.last) > 8, "\(yaws)")
        for frame in frames { #expect(try ImageHeader(of: frame.bytes).size == size) }
    }

    @Test func withoutAmplitudeTheHeadOnlyDrifts() throws {
        let frames = try SharedMaterial.head().frames(HeadMotion(amplitudeInDegrees: 0))
        #expect(try SharedMaterial.range(SharedMaterial.yaws(in: frames)) < 4)
    }

    @Test func noFrameRepeatsAnotherAndTimesRise() throws {
        let frames = try SharedMaterial.head().frames(HeadMotion(amplitudeInDegrees: 0, frameCount: 15))
        #expect(Set(frames.map(\.bytes)).count == 15)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.timeInMilliseconds < $1.timeInMilliseconds })
        #expect(frames.first?.timeInMilliseconds == 0)
        #expect(frames.last?.timeInMilliseconds == 2600)
    }

    @Test func poseZeroMovesNothing() throws {
        let depth = try Self.depth()
        let warp = HeadWarp(of: depth, to: RigidPose())
        let width = depth.height.size.width
        let moved = warp.x.indices.filter { index in
            max(abs(warp.x[index] - Float(index % width)), abs(warp.y[index] - Float(index / width))) > 0.01
        }
        #expect(moved.isEmpty)
    }

    @Test func theWarpUndoesTheDisplacement() throws {
        let depth = try Self.depth()
        let pose = RigidPose(yawInDegrees: 15, pitchInDegrees: 2, rollInDegrees: 1.5)
        let displacement = HeadWarp.displacement(of: depth, to: pose)
        let warp = HeadWarp(of: depth, to: pose)
        let (width, height) = (depth.height.size.width, depth.height.size.height)
        var errors: [Float] = []
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = (warp.x[row * width + column], warp.y[row * width + column])
                let moved = displacement[
                    min(max(Int(y.rounded()), 0), height - 1) * width + min(max(Int(x.rounded()), 0), width - 1)]
                errors.append(max(abs(x + moved.x - Float(column)), abs(y + moved.y - Float(row))))
            }
        }
        // The displacement is read at the nearest pixel here and between pixels there: half a pixel of slope remains.
        #expect(errors.reduce(0, +) / Float(errors.count) < 0.1)
        #expect(errors.filter { $0 > 1 }.count < errors.count / 200)
    }

    @Test func interpolationOverTrianglesIsExactForPlanes() {
        var random = SeededGenerator.announced()
        let size = ImageSize(width: 90, height: 70)
        let points = (0..<60).map { _ in
            Point(x: .random(in: 1...88, using: &random), y: .random(in: 1...68, using: &random))
        }
        let (a, b) = (Double.random(in: -2...2, using: &random), Double.random(in: -2...2, using: &random))
        let result = DepthField.interpolated(points.map { a * $0.x + b * $0.y + 5 }, at: points, size: size)
        let inside = result.mask.pixels.indices.filter { result.mask.pixels[$0] != 0 }
        let wrong = inside.filter { index in
            let expected = a * Double(index % size.width) + b * Double(index / size.width) + 5
            return abs(Double(result.plane.values[index]) - expected) > 1e-3
        }
        #expect(inside.count > 2000)
        #expect(wrong.isEmpty)
    }

    @Test func anImageWithoutFaceIsRefused() throws {
        let wall = Image(size: ImageSize(width: 200, height: 200), blue: 180, green: 180, red: 180)
        #expect(throws: DemoMaterialError.noFaceInPhotograph) {
            try RenderedHead(photograph: wall, engine: SharedMaterial.engine())
        }
    }

    private static func depth() throws -> DepthField {
        let size = ImageSize(width: 240, height: 320)
        let photograph = try SharedMaterial.photograph()
        let engine = try SharedMaterial.engine()
        let framed = try FaceInPhotograph(in: photograph, engine: engine)
            .framed(photograph, faceWidth: 90, faceCentre: Point(x: 120, y: 150), size: size)
        return try DepthField(mesh: FaceInPhotograph(in: framed, engine: engine).mesh, size: size, depthFactor: 1)
    }
}
