import Foundation
import TestSupport
import Testing
import Vision

@testable import FaceEngine

@Suite struct CaptureTests {
    /// Two images of one man and one of another, as frames of a movement.
    private func frames(by engine: FaceEngine) throws -> [(aligned: AlignedFace, template: FaceTemplate)] {
        try Photographs.all.map { name in
            let sample = try Photographs.sample(name)
            let aligned = try engine.aligned(sample.mesh, in: sample.image, for: .movement)
            return (aligned, try engine.frameTemplate(of: aligned))
        }
    }

    private func pack() throws -> FaceEngine {
        try FaceEngine(models: Photographs.models, workers: 1, pack: "face-recognition")
    }

    @Test func framesOfOnePersonScoreHighAndOfTwoPersonsLowByACalibrationOfTheirOwn() throws {
        let engine = try pack()
        let frames = try frames(by: engine)
        #expect(engine.frameDescriptor.name == "mfn-1")
        #expect(engine.frameCalibration.model == "mfn-1" && engine.calibration.model == engine.descriptor.name)
        #expect(engine.frameCalibrationDigest != engine.calibrationDigest)
        let same = try engine.compare(frames[0].template, frames[1].template)
        #expect(same.value > 4 && same.model == engine.frameDescriptor)
        for other in [0, 1] {
            let different = try engine.compare(frames[other].template, frames[2].template)
            #expect(different.value < 2)
            let similarity = different.similarity
            #expect(different.value == engine.frameCalibration.score(atSimilarity: similarity).value)
            #expect(different.value != engine.calibration.score(atSimilarity: similarity).value)
        }
    }

    @Test func theTemplateOfAFrameIsNeverComparedWithThatOfAnImage() throws {
        let engine = try pack()
        let frame = try #require(try frames(by: engine).first).template
        let sample = try Photographs.sample("obama.jpg")
        let whole = try engine.template(of: sample.mesh, in: sample.image)
        #expect(throws: FaceComparisonError.differentModels(frame.model, whole.model)) {
            try engine.compare(frame, whole)
        }
        #expect(throws: FaceComparisonError.differentModels(whole.model, frame.model)) {
            try engine.compare(whole, frame)
        }
    }

    @Test func aCaptureOfOneFrameHasTheTemplateOfItsImage() throws {
        for name in ["face-recognition", "dlib-resnet"] {
            let engine = try FaceEngine(models: Photographs.models, workers: 1, pack: name)
            let sample = try Photographs.sample("obama.jpg")
            let aligned = try engine.aligned(sample.mesh, in: sample.image, for: .movement)
            let capture = try engine.template(ofCapture: [engine.frameTemplate(of: aligned)], best: aligned)
            let image = try engine.template(of: sample.mesh, in: sample.image)
            #expect(capture.model == image.model && capture.partLengths == image.partLengths)
            #expect(zip(capture.values, image.values).allSatisfy { abs($0 - $1) < 1e-6 }, "\(name)")
        }
    }

    @Test func frameNetworksGiveTheirMeanOverTheFramesAndTheOthersTheBestFrameAlone() throws {
        let engine = try pack()
        let frames = try frames(by: engine)
        let capture = try engine.template(ofCapture: frames.map(\.template), best: frames[1].aligned)
        let best = try engine.template(ofCapture: [frames[1].template], best: frames[1].aligned)
        #expect(capture.partLengths == [256, 128])
        #expect(capture.values[..<256] == best.values[..<256])
        let mean = try #require(
            FaceDescriptor.mean(of: frames.map { $0.template.values[...] }, length: Float(0.5).squareRoot()))
        #expect(zip(capture.values[256...], mean).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(abs(capture.values.reduce(0.0) { $0 + Double($1) * Double($1) } - 1) < 1e-5)

        let told = try #require(engine.template(ofCapture: frames.map(\.template), best: best))
        #expect(zip(told.values, capture.values).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test func theBestStillIsAlignedASecondTimeForTheOtherNetworksAlone() throws {
        let engine = try pack()
        let (image, face, _) = try Photographs.sample("obama2.jpg")
        let once = try engine.mesh(of: face, in: image, passes: CaptureKind.stills.meshPasses)
        let still = try engine.aligned(once, in: image, for: .stills)
        #expect(still.crops.map { $0 == nil } == [true, false])
        let again = try engine.alignedAgain(once, in: image)
        let twice = try engine.mesh(of: face, in: image, passes: 2)
        #expect(again.crops == (try engine.aligned(twice, in: image, for: .movement)).crops)

        // Where the face is gone the second pass finds nothing to hold on to.
        let gone = Image(size: image.size, blue: 90, green: 90, red: 90)
        #expect(try engine.alignedAgain(once, in: gone).crops == engine.aligned(once, in: gone, for: .movement).crops)
    }

    /// A face as its details are cut from it, of a photograph as it is or changed.
    private func detail(_ name: String, _ change: (GreyImage) -> GreyImage = { $0 }) throws -> FaceDetail {
        let sample = try Photographs.sample(name)
        let cut = try #require(FaceDetail.crop.cut(sample.mesh, from: sample.image))
        return FaceDetail(ofAligned: change(cut.grey))
    }

    @Test func detailsStaySimilarInOtherLightAndNoiseAndWithASmallShift() throws {
        let face = try detail("obama.jpg")
        func similarity(_ change: (GreyImage) -> GreyImage) throws -> Double {
            try #require(face.similarity(to: try detail("obama.jpg", change)))
        }
        #expect(abs(try similarity { $0 } - 1) < 1e-4)
        #expect(
            try similarity { face in
                GreyImage(size: face.size, pixels: face.pixels.map { UInt8(Double($0) * 0.6 + 40) })
            } > 0.98)
        #expect(try similarity { $0.warped(by: .translation(x: 3, y: -2), to: $0.size) } > 0.9)
        var generator = SeededGenerator.announced()
        let noise = (0..<112 * 112).map { _ in Int.random(in: -6...6, using: &generator) }
        #expect(
            try similarity { face in
                let pixels = zip(face.pixels, noise).map { UInt8(min(max(Int($0) + $1, 0), 255)) }
                return GreyImage(size: face.size, pixels: pixels)
            } > 0.9)
    }

    /// Not even where both wear the same bold pattern over half of their faces.
    @Test func anotherPersonOrAnotherImageIsNoNearDuplicate() throws {
        func masked(_ face: GreyImage) -> GreyImage {
            var pixels = face.pixels
            for row in (face.size.height * 6 / 10)..<face.size.height {
                for column in 0..<face.size.width {
                    pixels[row * face.size.width + column] = (row / 4 + column / 4) % 2 == 0 ? 80 : 160
                }
            }
            return GreyImage(size: face.size, pixels: pixels)
        }
        func similarity(_ first: FaceDetail, _ second: FaceDetail) throws -> Double {
            try #require(first.similarity(to: second))
        }
        let (face, other) = (try detail("obama.jpg"), try detail("biden.jpg"))
        #expect(try similarity(face, other) < 0.7)
        #expect(try similarity(face, detail("obama2.jpg")) < 0.7)
        let (hidden, otherHidden) = (try detail("obama.jpg", masked), try detail("biden.jpg", masked))
        #expect(try similarity(hidden, otherHidden) < 0.8)
        #expect(try similarity(otherHidden, hidden) < 0.8)
        #expect(try similarity(hidden, hidden) > 0.99)
    }

    /// The details of a blurred face are everybody's.
    @Test func aBlurredOrEmptyFaceHasNoDetailSimilarity() throws {
        let empty = try detail("obama.jpg") { GreyImage(size: $0.size, pixels: $0.pixels.map { _ in 90 }) }
        let blurred = try detail("obama.jpg") { $0.blurred(sigma: 4) }
        let face = try detail("obama.jpg")
        for unusable in [empty, blurred] {
            #expect(unusable.similarity(to: unusable) == nil)
            #expect(unusable.similarity(to: face) == nil && face.similarity(to: unusable) == nil)
        }
    }

    @Test func aPackWithoutFrameNetworksUsesAllNetworksOnEveryFrame() throws {
        let engine = try FaceEngine(models: Photographs.models, workers: 1, pack: "dlib-resnet")
        #expect(engine.frameDescriptor == engine.descriptor)
        #expect(engine.frameCalibrationDigest == engine.calibrationDigest)
        let frames = try frames(by: engine)
        let capture = try engine.template(ofCapture: [frames[0].template, frames[1].template], best: frames[0].aligned)
        let apart = try frames[0].template.similarity(to: frames[1].template)
        // The direction of the mean of two of length 1 is as near to both.
        let near = ((1 + Double(apart)) / 2).squareRoot()
        for frame in frames.prefix(2) {
            #expect(abs(Double(try capture.similarity(to: frame.template)) - near) < 1e-5)
        }
        let (image, face, _) = try Photographs.sample("obama.jpg")
        let once = try engine.mesh(of: face, in: image, passes: 1)
        #expect(try engine.alignedAgain(once, in: image).crops.allSatisfy { $0 != nil })
    }

    @Test func theMostFrontalOfTheSharpFramesIsBest() throws {
        let (image, _, mesh) = try Photographs.sample("obama.jpg")
        let frontal = try Photographs.engine.get().measurements(of: mesh, in: image)
        let (other, _, otherMesh) = try Photographs.sample("obama2.jpg")
        let aside = try Photographs.engine.get().measurements(of: otherMesh, in: other)
        let soft = try Photographs.engine.get().measurements(of: mesh, in: image.blurred(sigma: 4))
        #expect(abs(frontal.yawInDegrees) < abs(aside.yawInDegrees) && soft.focus < frontal.focus * 0.3)
        #expect(FrameRanking.bestFirst([aside, frontal]) == [1, 0])
        #expect(FrameRanking.bestFirst([soft, aside, frontal]) == [2, 1, 0])
        #expect(FrameRanking.bestFirst([frontal, frontal]) == [0, 1])
        #expect(FrameRanking.bestFirst([]).isEmpty)
    }

    @Test func aLargeFrameIsMeasuredSmallerAndStatesItsReduction() throws {
        func decoded(_ bytes: [UInt8], turns: Int = 0) throws -> FrameImage {
            try FrameImage(
                decoding: bytes, size: ImageHeader(of: bytes).size, clockwiseQuarterTurns: turns)
        }
        let large = Image(size: ImageSize(width: 2560, height: 1920), blue: 9, green: 90, red: 160)
        let half = try decoded(large.jpeg(quality: 80), turns: 1)
        #expect(half.image.size == ImageSize(width: 960, height: 1280) && half.reduction == 2)
        let reduced = try decoded(large.png())
        #expect(reduced.image.size == ImageSize(width: 1920, height: 1440))
        #expect(abs(reduced.reduction - 4 / 3) < 1e-9)
        let small = try decoded(large.resized(to: ImageSize(width: 640, height: 480)).jpeg(quality: 80))
        #expect(small.image.size == ImageSize(width: 640, height: 480) && small.reduction == 1)
    }
}
