import Dispatch
import Synchronization
import Testing
import TestSupport
import Vision

@testable import FaceEngine

@Suite struct TemplateTests {
    @Test func onePersonScoresHighAndTwoPersonsScoreLow() throws {
        let engine = try Photographs.engine.get()
        let templates = try Photographs.all.map(Photographs.template)
        let same = try engine.compare(templates[0], templates[1])
        #expect(same.value > 4 && same.model == engine.descriptor)
        for (first, second) in [(0, 2), (1, 2)] {
            let different = try engine.compare(templates[first], templates[second])
            #expect(different.value < 2 && !different.isExtrapolated)
        }
        let itself = try engine.compare(templates[0], templates[0])
        #expect(abs(itself.similarity - 1) < 1e-5 && itself.isExtrapolated)
    }

    /// What this chain gave when its calibration was made. Another alignment, channel order or sampling shifts these by
    /// more than 0.01 and voids the calibration: measure it again before changing the numbers.
    @Test(arguments: [
        ("face-recognition", [0.7504, -0.0175, 0.0649]), ("dlib-resnet", [0.9596, 0.8015, 0.8293]),
    ])
    func similaritiesAreThoseOfTheCalibratedChain(pack: String, expected: [Double]) throws {
        let engine = try FaceEngine(models: Photographs.models, workers: 1, pack: pack)
        let templates = try Photographs.all.map { name in
            let sample = try Photographs.sample(name)
            return try engine.template(of: sample.mesh, in: sample.image)
        }
        for (pair, value) in zip([(0, 1), (0, 2), (1, 2)], expected) {
            #expect(abs(try templates[pair.0].similarity(to: templates[pair.1]) - value) < 0.003)
        }
    }

    @Test func theFallbackDescriptorTellsPersonsApartToo() throws {
        let engine = try FaceEngine(models: Photographs.models, workers: 1, pack: "dlib-resnet")
        #expect(engine.descriptor.name == "dlib-1")
        let templates = try Photographs.all.map { name in
            let sample = try Photographs.sample(name)
            return try engine.template(of: sample.mesh, in: sample.image)
        }
        #expect(try engine.compare(templates[0], templates[1]).value > 3)
        #expect(try engine.compare(templates[0], templates[2]).value < 2)
    }

    @Test func aTemplateHasLengthOne() throws {
        let template = try Photographs.template("biden.jpg")
        let squares = template.values.reduce(0.0) { $0 + Double($1) * Double($1) }
        #expect(abs(squares - 1) < 1e-5)
        #expect(template.partLengths.reduce(0, +) == template.values.count)
    }

    /// Sizes differ by more than the networks' crops: sampling must not skip pixels or add noise.
    @Test func aTemplateDoesNotDependOnTheImagesSize() throws {
        let engine = try Photographs.engine.get()
        let (image, _, mesh) = try Photographs.sample("obama.jpg")
        let original = try engine.template(of: mesh, in: image)
        for factor in [0.6, 3] {
            let size = ImageSize(
                width: Int(Double(image.size.width) * factor), height: Int(Double(image.size.height) * factor))
            let other = image.resized(to: size)
            let face = try #require(try engine.faces(in: other).first)
            let template = try engine.template(of: try engine.mesh(of: face, in: other), in: other)
            #expect(try original.similarity(to: template) > 0.95, "factor \(factor)")
        }
    }

    @Test func manyWorkersAtOnceGetTheSameBits() throws {
        let engine = try Photographs.engine.get()
        let image = try Photographs.image("obama.jpg")
        @Sendable func template() throws -> [UInt8] {
            let faces = try engine.faces(in: image)
            guard let face = faces.first else { throw Photographs.NoFace() }
            return try engine.template(of: try engine.mesh(of: face, in: image), in: image).serialized()
        }
        let expected = try template()
        let differences = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 24) { _ in
            if (try? template()) != expected { differences.withLock { $0 += 1 } }
        }
        #expect(differences.withLock { $0 } == 0)
    }

    @Test func templatesOfDifferentModelsAreNotCompared() throws {
        let engine = try Photographs.engine.get()
        let one = try Photographs.template("obama.jpg")
        let named = ModelIdentity(name: "other", digest: one.model.digest)
        let rebuilt = ModelIdentity(name: one.model.name, digest: String(repeating: "0", count: 64))
        for model in [named, rebuilt] {
            let foreign = FaceTemplate(model: model, values: one.values, partLengths: one.partLengths)
            #expect(throws: FaceComparisonError.self) { try engine.compare(one, foreign) }
            #expect(throws: FaceComparisonError.self) { try engine.compare(foreign, one) }
            #expect(throws: FaceComparisonError.self) { try engine.compare(foreign, foreign) }
        }
    }

    @Test func aTemplateSurvivesSerialisation() throws {
        let template = try Photographs.template("obama.jpg")
        let bytes = template.serialized()
        #expect(try FaceTemplate(serialized: bytes) == template)
        #expect(bytes.prefix(5) == [0x46, 0x54, 0x50, 0x4C, 1])
    }

    @Test func theSerialisedFormIsTheDocumentedOne() {
        let template = FaceTemplate(
            model: ModelIdentity(name: "ab", digest: String(repeating: "0f", count: 32)),
            values: [0.5, -0.5, 0.5, 0.5],
            partLengths: [1, 3])
        let expected: [UInt8] =
            [0x46, 0x54, 0x50, 0x4C, 1, 2, 0x61, 0x62] + [UInt8](repeating: 0x0F, count: 32) + [2, 1, 0, 3, 0]
            + [0, 0, 0, 0x3F, 0, 0, 0, 0xBF, 0, 0, 0, 0x3F, 0, 0, 0, 0x3F]
        #expect(template.serialized() == expected)
    }

    @Test func otherBytesAreNoTemplate() throws {
        var generator = SeededGenerator.announced()
        let bytes = FaceTemplate(
            model: ModelIdentity(name: "model-1", digest: String(repeating: "ab", count: 32)),
            values: [0.5, -0.5, 0.5, 0.5], partLengths: [2, 2]
        ).serialized()
        for length in 0..<bytes.count {
            #expect(throws: FaceTemplateError.self) { try FaceTemplate(serialized: Array(bytes.prefix(length))) }
        }
        #expect(throws: FaceTemplateError.malformed) { try FaceTemplate(serialized: bytes + [0]) }
        var newer = bytes
        newer[4] = 2
        #expect(throws: FaceTemplateError.unknownVersion) { try FaceTemplate(serialized: newer) }
        for _ in 0..<5_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            guard let read = try? FaceTemplate(serialized: damaged) else { continue }
            #expect(read.serialized() == damaged, "seed \(generator.seed)")
        }
    }
}
