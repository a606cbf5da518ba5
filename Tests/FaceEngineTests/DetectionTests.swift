import Foundation
import Testing
import TestSupport
import Vision

@testable import FaceEngine

@Suite struct DetectionTests {
    @Test(arguments: Photographs.all) func eachPhotographHasOneFace(name: String) throws {
        let image = try Photographs.image(name)
        let faces = try Photographs.engine.get().faces(in: image)
        #expect(faces.count == 1)
        let face = try #require(faces.first)
        #expect(face.score > 0.8 && face.keyPoints.count == 6)
        #expect(face.box.overlap(with: image.bounds) > 0.01 && face.box.x > 0 && face.box.y > 0)
        // Right eye left of the left eye, both above the mouth.
        #expect(face.keyPoints[0].x < face.keyPoints[1].x)
        #expect(face.keyPoints[3].y > max(face.keyPoints[0].y, face.keyPoints[1].y))
    }

    @Test(arguments: [120, 60, 40]) func aSmallFaceInAFrameIsFound(width: Int) throws {
        let portrait = try Photographs.image("obama.jpg")
            .cropped(to: ImageRectangle(x: 150, y: 0, width: 650, height: 750))
        let face = try #require(try Photographs.engine.get().faces(in: portrait).first)
        let scale = Double(width) / face.box.width
        let small = portrait.resized(
            to: ImageSize(
                width: Int(Double(portrait.size.width) * scale), height: Int(Double(portrait.size.height) * scale)))
        let frame = Image(size: ImageSize(width: 640, height: 480), blue: 120, green: 120, red: 120)
            .withInset(small, x: 200, y: 30)
        let found = try #require(try Photographs.engine.get().faces(in: frame).first)
        let expected = Point(x: 200 + face.box.center.x * scale, y: 30 + face.box.center.y * scale)
        #expect(found.box.center.distance(to: expected) < Double(width) * 0.15)
        #expect(abs(found.box.width / Double(width) - 1) < 0.25)
    }

    @Test func aThoroughSearchFindsAPortraitOnALargePage() throws {
        let portrait = try Photographs.image("biden.jpg").reduced(toLongestSide: 600)
        let page = Image(size: ImageSize(width: 3000, height: 2300), blue: 200, green: 210, red: 205)
            .withInset(portrait, x: 2500, y: 1500)
        let engine = try Photographs.engine.get()
        let face = try #require(try engine.faces(in: page, search: .thorough).first)
        #expect((2500...2764).contains(face.box.center.x) && (1500...1700).contains(face.box.center.y))
        let mesh = try engine.mesh(of: face, in: page)
        #expect(mesh.presence > 0.9)
    }

    /// Averaged, what the two detectors see of this face turned aside lay beside it.
    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)")) func aThoroughSearchFindsWhatASearchForFramesFinds()
        throws
    {
        let path = SharedData.path("faces/lfw/Franz_Muentefering_0003.jpg")
        let engine = try Photographs.engine.get()
        let image = try Image(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        let near = try #require(try engine.faces(in: image).largest)
        let found = try #require(try engine.faces(in: image, search: .thorough).largest)
        #expect(found.box.overlap(with: near.box) > 0.5)
    }

    @Test func anImageWithoutAFaceHasNone() throws {
        let engine = try Photographs.engine.get()
        let grey = Image(size: ImageSize(width: 640, height: 480), blue: 90, green: 90, red: 90)
        #expect(try engine.faces(in: grey, search: .thorough).isEmpty)
        #expect(try engine.facesTryingOrientations(in: grey) == nil)
    }

    /// Nothing but noise is the worst case of a detector: in four turns it saw a face in 17 of 320 such images. More than
    /// ten of 40 come by chance once in 200,000 runs.
    @Test func noiseIsSeldomTakenForAFace() throws {
        let engine = try Photographs.engine.get()
        var generator = SeededGenerator.announced()
        let size = ImageSize(width: 320, height: 240)
        var taken = 0
        for _ in 0..<40 {
            let noise = Image(
                size: size,
                pixels: (0..<(size.width * size.height * 3)).map { _ in UInt8.random(in: 0...255, using: &generator) })
            if try engine.facesTryingOrientations(in: noise) != nil { taken += 1 }
        }
        print("noise taken for a face: \(taken) of 40")
        #expect(taken <= 10)
    }

    @Test(arguments: Photographs.all, 0...3)
    func anImageHeldAnyWayIsTurnedUpright(name: String, quarterTurns: Int) throws {
        let image = try Photographs.image(name)
        let turned = image.turned(clockwiseQuarterTurns: quarterTurns)
        let found = try #require(try Photographs.engine.get().facesTryingOrientations(in: turned))
        #expect((found.clockwiseQuarterTurns + quarterTurns) % 4 == 0)
        #expect(found.image == image)
        #expect(abs(try #require(found.faces.first).tiltInDegrees) < 20)
    }

    @Test func theLargestAndMostCentralFaceComesFirst() {
        func face(x: Double, y: Double, side: Double) -> DetectedFace {
            DetectedFace(
                box: ImageRectangle(x: x - side / 2, y: y - side / 2, width: side, height: side), score: 0.9,
                keyPoints: [])
        }
        let size = ImageSize(width: 640, height: 480)
        let central = face(x: 320, y: 240, side: 100)
        let corner = face(x: 60, y: 60, side: 110)
        let large = face(x: 100, y: 240, side: 160)
        #expect(FaceEngine.ordered([corner, central], in: size) == [central, corner])
        #expect(FaceEngine.ordered([corner, central, large], in: size) == [large, central, corner])
    }

    @Test func overlappingCandidatesAreAveragedByTheirScores() {
        func face(x: Double, score: Double) -> DetectedFace {
            DetectedFace(
                box: ImageRectangle(x: x, y: 0, width: 10, height: 10), score: score, keyPoints: [Point(x: x, y: 1)])
        }
        let merged = FaceDetector.merged([face(x: 2, score: 0.6), face(x: 0, score: 0.9), face(x: 50, score: 0.7)])
        #expect(merged.map(\.score) == [0.9, 0.7])
        #expect(abs(merged[0].box.x - 0.8) < 1e-12 && abs(merged[0].keyPoints[0].x - 0.8) < 1e-12)
        #expect(merged[1].box.x == 50)
    }
}
