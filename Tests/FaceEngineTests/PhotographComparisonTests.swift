import Foundation
import Testing
import TestSupport
import Vision

@testable import FaceEngine

@Suite struct PhotographComparisonTests {
    private func portrait(_ image: Image) throws -> PhotographedPortrait {
        try #require(try Photographs.engine.get().photographedPortrait(in: image))
    }

    private func frames(_ images: [Image]) throws -> [(number: Int, face: PhotographedFace)] {
        let engine = try Photographs.engine.get()
        return try images.enumerated().map { number, image in
            (number, try #require(try engine.photographedFace(inFrame: image)))
        }
    }

    private func compare(_ document: Image, with images: Image...) throws -> PhotographComparison {
        try Photographs.engine.get().comparePhotographs(try portrait(document), frames: try frames(images))
    }

    /// A photograph reduced to about the size of a camera's frame.
    private func photograph(_ name: String, longestSide: Int = 640) throws -> Image {
        try Photographs.image(name).reduced(toLongestSide: longestSide)
    }

    @Test(arguments: Photographs.all) func aPhotographSavedAgainIsStillItself(_ name: String) throws {
        let image = try photograph(name)
        let same = try compare(image, with: image)
        #expect(same.decision == .reused && same.reason == nil)
        // Where even the meshes are one, no more is lost than a shift by parts of a pixel costs.
        let portrait = try portrait(image)
        let itself = PhotographComparison(of: portrait, frames: [(0, portrait.face)])
        let own = try #require(itself.frames.first { !$0.isMirrored })
        #expect(own.rigid.correlation > 0.99 && own.rigid.weakestCorrelation > 0.988)
        #expect(own.angleInDegrees < 0.001)
        #expect(try #require(own.mesh).correlation > 0.99)

        var generator = SeededGenerator.announced()
        for _ in 0..<3 {
            let size = Double.random(in: 0.7...1.2, using: &generator)
            let gamma = Double.random(in: 0.75...1.3, using: &generator)
            let quality = Int.random(in: 60...95, using: &generator)
            let copy = image.changed { 255 * pow($0 / 255, gamma) }
                .resized(
                    to: ImageSize(
                        width: Int(Double(image.size.width) * size), height: Int(Double(image.size.height) * size))
                )
                .throughJPEG(quality: quality)
            let decision = try compare(copy, with: image).decision
            #expect(decision == .reused || decision == .suspected, "seed \(generator.seed)")
        }
    }

    @Test(arguments: Photographs.all) func aFaceIsAbout64PixelsWideInTheSquare(_ name: String) throws {
        let sample = try Photographs.sample(name)
        for longestSide in [sample.image.size.longestSide, 300] {
            let image = sample.image.reduced(toLongestSide: longestSide)
            let face = try portrait(image).face
            let width = face.places[FaceMesh.Landmark.leftSide].distance(to: face.places[FaceMesh.Landmark.rightSide])
            #expect((52...74).contains(width * face.toSquare.scale))
            // The cut holds no more than the face needs, whatever the image's size.
            #expect(face.plane.size.longestSide <= 340)
        }
    }

    @Test func lightFromElsewhereMakesNoOtherPhotograph() throws {
        let image = try photograph("obama.jpg")
        for angle in [0.0, 2] {
            let relit = image.relit(strength: 0.5, angle: angle, gamma: 1.1).throughJPEG(quality: 85)
            #expect(try compare(relit, with: image).decision == .reused)
        }
    }

    @Test func aMirroredPhotographIsFoundOut() throws {
        let image = try photograph("biden.jpg")
        let mirrored = try compare(image.mirrored(), with: image)
        #expect(mirrored.decision == .reused)
        let best = try #require(mirrored.frames.max { $0.rigid.correlation < $1.rigid.correlation })
        #expect(best.isMirrored && best.rigid.correlation > 0.98)
    }

    @Test func twoPhotographsAreDifferentWhomeverTheyShow() throws {
        // Whatever the pose, so that all pairs are compared.
        let anyPose = PhotographThresholds(
            certainRigidWeakest: 0.98, suspectRigid: 0.86, suspectMesh: 0.9, leastFaceWidthInPixels: 45,
            greatestAngleInDegrees: 180, mostFrames: 3)
        for (one, other) in [("obama.jpg", "obama2.jpg"), ("obama.jpg", "biden.jpg"), ("obama2.jpg", "biden.jpg")] {
            let portrait = try portrait(photograph(one))
            let frames = try frames([photograph(other)])
            let comparison = PhotographComparison(of: portrait, frames: frames, thresholds: anyPose)
            #expect(comparison.decision == .different && comparison.frames.count == 2, "\(one), \(other)")
            #expect(comparison.frames.allSatisfy { $0.rigid.correlation < 0.7 }, "\(one), \(other)")
        }
    }

    @Test func whatCannotBeComparedSaysWhy() throws {
        let engine = try Photographs.engine.get()
        let image = try photograph("obama.jpg")
        let portrait = try portrait(image)
        let frames = try frames([image])
        func reason(_ comparison: PhotographComparison) -> PhotographComparison.Reason? {
            #expect(comparison.decision == .cannotTell && comparison.frames.isEmpty)
            return comparison.reason
        }
        #expect(reason(engine.comparePhotographs(nil, frames: frames)) == .noPortrait)
        #expect(reason(engine.comparePhotographs(portrait, frames: [])) == .noFace)
        // A face of some 35 pixels, as portrait and as frame.
        let small = image.reduced(toLongestSide: 110)
        let tiny = try #require(try engine.photographedPortrait(in: small))
        #expect((20..<45).contains(tiny.face.faceWidthInPixels))
        #expect(reason(engine.comparePhotographs(tiny, frames: frames)) == .portraitTooSmall)
        #expect(reason(engine.comparePhotographs(portrait, frames: [(0, tiny.face)])) == .noFace)
        // He looks aside.
        let turned = try self.frames([photograph("obama2.jpg")])
        #expect(reason(engine.comparePhotographs(portrait, frames: turned)) == .noFrameNearPose)
        #expect(try engine.photographedPortrait(in: Image(size: image.size, blue: 90, green: 120, red: 140)) == nil)
        #expect(try engine.photographedFace(inFrame: Image(size: image.size, blue: 0, green: 0, red: 0)) == nil)
    }

    @Test func theOrderOfFramesIsIrrelevant() throws {
        let engine = try Photographs.engine.get()
        let image = try photograph("obama.jpg")
        let portrait = try portrait(image)
        let frames = try frames(
            (0..<5).map { image.blurred(sigma: 0.3 * Double($0)) } + [
                photograph("obama2.jpg"), photograph("biden.jpg"),
            ])
        let comparison = engine.comparePhotographs(portrait, frames: frames)
        #expect(comparison.frames.count { !$0.isMirrored } == PhotographThresholds.standard.mostFrames)
        #expect(comparison.frames.map(\.frame) == comparison.frames.map(\.frame).sorted())
        var generator = SeededGenerator.announced()
        for _ in 0..<2 {
            // Equal to the last bit, on every run.
            #expect(engine.comparePhotographs(portrait, frames: frames.shuffled(using: &generator)) == comparison)
        }
    }

    @Test func framesFarFromThePortraitsPoseAreNotDecoded() throws {
        let engine = try Photographs.engine.get()
        let portrait = try portrait(photograph("obama.jpg"))
        let image = try photograph("obama.jpg")
        let mesh = try Photographs.engine.get().mesh(of: try #require(engine.faces(in: image).largest), in: image)
        let near = engine.measurements(of: mesh, in: image)
        let other = try photograph("obama2.jpg")
        let far = engine.measurements(
            of: try engine.mesh(of: try #require(engine.faces(in: other).largest), in: other), in: other)
        let measured = [far, nil, near, far, far, near, near, far, near, near, near, near, far]
        let chosen = engine.framesNearPose(of: portrait, among: measured)
        #expect(chosen == chosen.sorted() && chosen.allSatisfy { measured[$0] != nil })
        #expect(Set(chosen).isSuperset(of: [2, 5, 6, 8, 9]) && chosen.count <= 10)
        #expect(engine.framesNearPose(of: portrait, among: [nil, nil]).isEmpty)
    }

    @Test func noMeshMakesTheComparisonFail() throws {
        var generator = SeededGenerator.announced()
        let image = try photograph("obama.jpg", longestSide: 200)
        let honest = try portrait(image)
        let mesh = honest.face.mesh
        let extremes = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, 1e-300]
        for round in 0..<60 {
            let spread = [0, 3, 30, 300, 1e5][round % 5]
            var points = mesh.points.map { point in
                Point3(
                    x: point.x + .random(in: -spread...spread, using: &generator),
                    y: point.y + .random(in: -spread...spread, using: &generator),
                    z: point.z + .random(in: -spread...spread, using: &generator))
            }
            if round % 3 == 0 {
                points[Int.random(in: 0..<points.count, using: &generator)].x = extremes[round / 3 % extremes.count]
            }
            guard let face = PhotographedFace(FaceMesh(points: points, presence: 1), in: image) else { continue }
            let strange = PhotographedPortrait(face: face, mirrored: face)
            let anyPose = PhotographThresholds(
                certainRigidWeakest: 0.98, suspectRigid: 0.86, suspectMesh: 0.9, leastFaceWidthInPixels: 0,
                greatestAngleInDegrees: 180, mostFrames: 1)
            for comparison in [
                PhotographComparison(of: strange, frames: [(0, honest.face)], thresholds: anyPose),
                PhotographComparison(of: honest, frames: [(0, face)], thresholds: anyPose),
            ] {
                for frame in comparison.frames {
                    for agreement in [frame.rigid, frame.mesh].compactMap(\.self) {
                        #expect((-1...1).contains(agreement.correlation), "seed \(generator.seed)")
                        #expect((-1...1).contains(agreement.weakestCorrelation), "seed \(generator.seed)")
                    }
                }
                #expect(throws: Never.self) { try JSONEncoder().encode(comparison) }
            }
        }
    }

    @Test func theDecisionIsTheStrictestThatAFrameAsksFor() {
        func frame(_ weakest: Double, _ rigid: Double, _ mesh: Double) -> PhotographComparison.FrameComparison {
            PhotographComparison.FrameComparison(
                frame: 0, isMirrored: false, angleInDegrees: 1,
                rigid: PhotographAgreement(correlation: rigid, weakestCorrelation: weakest),
                mesh: PhotographAgreement(correlation: mesh, weakestCorrelation: 0))
        }
        let mirrored = PhotographComparison.FrameComparison(
            frame: 0, isMirrored: true, angleInDegrees: 1,
            rigid: PhotographAgreement(correlation: 0.3, weakestCorrelation: -0.2), mesh: nil)
        func decision(_ frames: [PhotographComparison.FrameComparison]) -> PhotographComparison.Decision {
            PhotographComparison(frames + [mirrored], portraitFaceWidthInPixels: 60, thresholds: .standard).decision
        }
        #expect(decision([frame(0.987, 0.85, 0.89)]) == .different)
        #expect(decision([frame(0.5, 0.86, 0.5)]) == .suspected)
        #expect(decision([frame(0.5, 0.5, 0.90)]) == .suspected)
        #expect(decision([frame(0.988, 0.5, 0.5)]) == .reused)
        #expect(decision([frame(0.5, 0.5, 0.5), frame(0.99, 0.99, 0.99), frame(0.5, 0.9, 0.5)]) == .reused)
        #expect(decision([frame(.nan, .nan, .nan)]) == .different)
        // Mirrored alone or unmirrored alone, nothing is known of the other.
        #expect(decision([]) == .cannotTell)
        let unmirrored = PhotographComparison(
            [frame(0.5, 0.5, 0.5)], portraitFaceWidthInPixels: 60, nearest: 7.5, thresholds: .standard)
        #expect(unmirrored.decision == .cannotTell && unmirrored.reason == .noFrameNearPose)
        // What was judged by is kept.
        #expect(unmirrored.nearestAngleInDegrees == 7.5)
        let compared = PhotographComparison(
            [frame(0.5, 0.5, 0.5), mirrored], portraitFaceWidthInPixels: 60, nearest: 1, thresholds: .standard)
        #expect(compared.decision == .different && compared.nearestAngleInDegrees == nil)
    }

    @Test func theStoredFormIsReadAgain() throws {
        let comparison = PhotographComparison(
            [
                PhotographComparison.FrameComparison(
                    frame: 4, isMirrored: true, angleInDegrees: 1.5,
                    rigid: PhotographAgreement(correlation: 0.875, weakestCorrelation: 0.5),
                    mesh: PhotographAgreement(correlation: 0.75, weakestCorrelation: -0.25))
            ], portraitFaceWidthInPixels: 61.5, thresholds: .standard)
        let stored = """
            {"algorithm":1,"decision":"suspected","frames":[{"angleInDegrees":1.5,"frame":4,"isMirrored":true,\
            "mesh":{"correlation":0.75,"weakestCorrelation":-0.25},\
            "rigid":{"correlation":0.875,"weakestCorrelation":0.5}}],\
            "portraitFaceWidthInPixels":61.5,"thresholds":{"certainRigidWeakest":0.988,"greatestAngleInDegrees":5,\
            "leastFaceWidthInPixels":45,"mostFrames":3,"suspectMesh":0.9,"suspectRigid":0.86}}
            """
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(comparison), as: UTF8.self) == stored)
        func read(_ text: String) throws -> PhotographComparison {
            try JSONDecoder().decode(PhotographComparison.self, from: Data(text.utf8))
        }
        #expect(try read(stored) == comparison)
        #expect(try read(stored.replacing("\"algorithm\":1", with: "\"algorithm\":1,\"new\":0")) == comparison)
        let nothing = PhotographComparison(
            cannotTell: .noPortrait, portraitFaceWidthInPixels: nil, thresholds: .standard)
        #expect(try read(String(decoding: encoder.encode(nothing), as: UTF8.self)) == nothing)
    }
}
