import FaceEngine
import TestSupport
import Testing
import Vision

@testable import DemoMaterial

@Suite struct HeadPerformanceTests {
    @Test func theMeshSeesATurnToThePersonsLeftAndToTheRightAndBack() throws {
        let shown = try Self.meshes(.turnLeft, .turnRight)
        let yaws = shown.meshes.map { shown.first.rotation(onto: $0).yawInDegrees }
        #expect((17...27).contains(try #require(yaws[..<(yaws.count / 2)].max())), "\(yaws)")
        #expect((-28 ... -17).contains(try #require(yaws[(yaws.count / 2)...].min())), "\(yaws)")
        #expect(abs(try #require(yaws.last)) < 4, "\(yaws)")
    }

    @Test func theMeshSeesANodDownAndBack() throws {
        let shown = try Self.meshes(.nod)
        let pitches = shown.meshes.map { shown.first.rotation(onto: $0).pitchInDegrees }
        #expect((11...20).contains(try #require(pitches.max())), "\(pitches)")
        #expect(abs(try #require(pitches.last)) < 4, "\(pitches)")
        let yaws = shown.meshes.map { shown.first.rotation(onto: $0).yawInDegrees }
        #expect(SharedMaterial.range(yaws) < 5, "\(yaws)")
    }

    @Test func aHeadThatComesCloserGrowsMostAtTheNoseAndStaysInTheFrame() throws {
        let shown = try Self.meshes(.comeCloser)
        let nearest = try #require(shown.meshes.last)
        #expect((1.5...1.7).contains(nearest.faceWidth / shown.first.faceWidth))
        #expect(Self.noseWidth(nearest) > 1.015 * Self.noseWidth(shown.first))
        #expect(nearest.places.allSatisfy { (0...479).contains($0.x) && (0...639).contains($0.y) })
    }

    @Test func theEyesCloseTwice() throws {
        let shown = try Self.meshes(.blinkTwice, framesPerSecond: 12)
        let open = Self.eyeOpening(shown.first)
        let closed = shown.meshes.map { Self.eyeOpening($0) < 0.75 * open }
        let closings = zip(closed, closed.dropFirst()).filter { !$0 && $1 }.count
        #expect(closings == 2, "\(shown.meshes.map(Self.eyeOpening))")
        #expect(closed.last == false)
    }

    @Test func theMouthOpensAndCloses() throws {
        let shown = try Self.meshes(.openMouth)
        let gaps = shown.meshes.map(Self.mouthOpening)
        #expect(try #require(gaps.max()) > 0.42, "\(gaps)")
        #expect(try #require(gaps.max()) > Self.mouthOpening(shown.first) + 0.15, "\(gaps)")
        #expect(abs(try #require(gaps.last) - Self.mouthOpening(shown.first)) < 0.06, "\(gaps)")
    }

    @Test func aRedScreenLightsTheMiddleOfTheFaceMoreThanItsRimAndHardlyTheBackground() throws {
        // What a hand moves is left out: one image dark, one lit, both in the same pose.
        let head = try SharedMaterial.head()
        let performer = HeadPerformer(head: head, isLit: true)
        var moment = HeadMoment(pose: RigidPose(), gain: 1, timeInMilliseconds: 0)
        let dark = performer.image(at: moment)
        moment.light = SIMD3(1, 0, 0)
        let lit = performer.image(at: moment)
        func change(_ point: Point, channel: Int) -> Double {
            Self.mean(lit, around: point, channel: channel) / Self.mean(dark, around: point, channel: channel) - 1
        }
        let mesh = head.mesh
        let cheeks = (change(mesh.place(50), channel: 2) + change(mesh.place(280), channel: 2)) / 2
        let rim = (change(mesh.place(234), channel: 2) + change(mesh.place(454), channel: 2)) / 2
        let background = change(Point(x: 30, y: 60), channel: 2)
        #expect(cheeks > 0.15)
        #expect(rim < 0.75 * cheeks)
        #expect(background < 0.1 * cheeks)
        #expect(abs(change(mesh.place(50), channel: 0)) < 0.01)
    }

    @Test func whiteLightRaisesTheFaceByEightToFifteenPercentOfFullScale() throws {
        let head = try SharedMaterial.head()
        let performer = HeadPerformer(head: head, isLit: true)
        let face = DepthField.interpolated(
            head.mesh.points.map { _ in 0 }, at: head.mesh.places, size: head.size
        ).mask
        var moment = HeadMoment(pose: RigidPose(), gain: 1, timeInMilliseconds: 0)
        let dark = Self.mean(performer.image(at: moment), in: face)
        moment.light = .one
        let rise = (Self.mean(performer.image(at: moment), in: face) - dark) / 255
        #expect((0.08...0.15).contains(rise))
    }

    @Test func lightComesEightyMillisecondsLate() {
        let performance = HeadPerformance(
            leadInMilliseconds: 200,
            steps: [.init(act: .light(red: 1, green: 0.5, blue: 0), durationInMilliseconds: 400)], framesPerSecond: 50)
        let moments = performance.moments(faceWidth: 170)
        #expect(moments.first { $0.light != .zero }?.timeInMilliseconds == 260)
        #expect(moments.filter { $0.timeInMilliseconds > 310 }.allSatisfy { $0.light == SIMD3(1, 0.5, 0) })
        #expect(moments.last?.timeInMilliseconds == 600)
    }

    @Test func theSameSeedGivesTheSameBytesAndAnotherSeedOthers() throws {
        func frames(seed: UInt64) throws -> [DemoFrame] {
            try SharedMaterial.head().frames(
                HeadPerformance(
                    leadInMilliseconds: 0, steps: [.init(act: .turnLeft, durationInMilliseconds: 1200)],
                    framesPerSecond: 2, seed: seed))
        }
        let first = try frames(seed: 7)
        #expect(first.map(\.timeInMilliseconds) == [0, 500, 1000])
        #expect(try frames(seed: 7) == first)
        #expect(try frames(seed: 8) != first)
    }

    @Test func aLongPerformanceHasNinetySixFramesThatReachItsEnd() throws {
        let steps = [HeadPerformance.Step](
            repeating: .init(act: .nod, durationInMilliseconds: 3000), count: 6)
        let moments = HeadPerformance(leadInMilliseconds: 1000, steps: steps).moments(faceWidth: 170)
        #expect(moments.count == 96)
        #expect(abs(try #require(moments.last).timeInMilliseconds - 19_000) < 1)
    }

    @Test func numbersThatAreNoneMakeNoPerformanceThatCannotBeRendered() {
        let performance = HeadPerformance(
            leadInMilliseconds: .infinity,
            steps: [
                .init(act: .comeCloser, durationInMilliseconds: -.infinity),
                .init(act: .blinkTwice, durationInMilliseconds: 0),
                .init(act: .openMouth, durationInMilliseconds: 0),
                .init(act: .light(red: .nan, green: 7, blue: -1), durationInMilliseconds: 500),
            ], framesPerSecond: .nan)
        let moments = performance.moments(faceWidth: 170)
        #expect(moments.count == 7)
        for moment in moments {
            #expect((0.62...1).contains(moment.distance))
            #expect((0...1).contains(moment.lidClosure) && (0...1).contains(moment.jawOpening))
            #expect(moment.light.x == 0 && (0...1).contains(moment.light.y) && moment.light.z == 0)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func nothingLeapsBetweenFrames(seed: UInt64) {
        let acts: [HeadPerformance.Act] = [.turnLeft, .nod, .turnRight, .comeCloser]
        let moments = HeadPerformance(
            leadInMilliseconds: 500, steps: acts.map { .init(act: $0, durationInMilliseconds: 1500) }, seed: seed
        ).moments(faceWidth: 170)
        for (moment, next) in zip(moments, moments.dropFirst()) {
            #expect(abs(moment.pose.yawInDegrees - next.pose.yawInDegrees) < 10)
            #expect(abs(moment.pose.pitchInDegrees - next.pose.pitchInDegrees) < 8)
            #expect(abs(moment.distance - next.distance) < 0.08)
        }
    }

    /// The mesh of each frame while the acts are done in 1.6 seconds each, and that of the lead-in's first frame.
    private static func meshes(
        _ acts: HeadPerformance.Act..., framesPerSecond: Double = 5
    ) throws -> (first: FaceMesh, meshes: [FaceMesh]) {
        let frames = try SharedMaterial.head().frames(
            HeadPerformance(
                leadInMilliseconds: 200, steps: acts.map { .init(act: $0, durationInMilliseconds: 1600) },
                framesPerSecond: framesPerSecond, seed: 3))
        let meshes = try frames.map {
            try FaceInPhotograph(in: Image(decoding: $0.bytes), engine: SharedMaterial.engine()).mesh
        }
        return (try #require(meshes.first), meshes)
    }

    private static func ratio(_ mesh: FaceMesh, _ one: (Int, Int), over other: (Int, Int)) -> Double {
        mesh.place(one.0).distance(to: mesh.place(one.1)) / mesh.place(other.0).distance(to: mesh.place(other.1))
    }

    private static func eyeOpening(_ mesh: FaceMesh) -> Double {
        (ratio(mesh, (159, 145), over: (33, 133)) + ratio(mesh, (386, 374), over: (263, 362))) / 2
    }

    private static func mouthOpening(_ mesh: FaceMesh) -> Double { ratio(mesh, (13, 14), over: (78, 308)) }

    private static func noseWidth(_ mesh: FaceMesh) -> Double { ratio(mesh, (129, 358), over: (234, 454)) }

    /// Mean grey level of one channel (blue, green, red) in a square of seven pixels.
    private static func mean(_ image: Image, around point: Point, channel: Int) -> Double {
        var sum = 0
        for row in (Int(point.y) - 3)...(Int(point.y) + 3) {
            for column in (Int(point.x) - 3)...(Int(point.x) + 3) {
                sum += Int(image.pixels[3 * (row * image.size.width + column) + channel])
            }
        }
        return Double(sum) / 49
    }

    private static func mean(_ image: Image, in mask: GreyImage) -> Double {
        let inside = mask.pixels.indices.filter { mask.pixels[$0] != 0 }
        let sum = inside.reduce(0) { sum, index in
            sum + (0..<3).reduce(0) { $0 + Int(image.pixels[3 * index + $1]) }
        }
        return Double(sum) / Double(3 * max(inside.count, 1))
    }
}
