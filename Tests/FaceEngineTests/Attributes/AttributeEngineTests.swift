import Foundation
import TestSupport
import Testing
import Vision

@testable import FaceEngine

private enum InstalledAttributes {
    static let areThere = Photographs.models.contains("attributes/manifest.json")
}

/// The networks of the pack `attributes`, where it is installed.
@Suite(.enabled(if: InstalledAttributes.areThere, "the pack attributes is not installed"))
struct AttributeEngineTests {
    private func engine() throws -> AttributeEngine {
        try #require(try AttributeEngine.installed(in: Photographs.models, workers: 1))
    }

    private func measured(_ image: Image, _ parts: Set<AttributeMeasurements.Part>) throws -> AttributeMeasurements {
        let (faces, engine) = (try Photographs.engine.get(), try engine())
        let face = try #require(try faces.faces(in: image).first)
        return try #require(try engine.measurements(of: face, in: image, parts: parts, with: faces))
    }

    /// What a script computed of the same photographs by the same rules (docs/measurements/face-attributes.md).
    private struct Known {
        let name: String
        let yaw, pitch, roll, age, male, blink, lipGap, smile, glasses, darkness: Double
    }

    private static let known = [
        Known(
            name: "obama.jpg", yaw: -2.3, pitch: -0.2, roll: 0.7, age: 48.2, male: 0.98, blink: 0.24, lipGap: 0.22,
            smile: 0.97, glasses: -5.9, darkness: 0.80),
        Known(
            name: "obama2.jpg", yaw: 14.8, pitch: -2.5, roll: -5.8, age: 44.6, male: 0.99, blink: 0.03, lipGap: 0.37,
            smile: 0.64, glasses: -8.1, darkness: 0.99),
        Known(
            name: "biden.jpg", yaw: -12.0, pitch: 1.8, roll: -11.7, age: 62.0, male: 0.99, blink: 0.28, lipGap: 0.01,
            smile: 0.05, glasses: -6.5, darkness: 0.83),
    ]

    @Test func photographsAreMeasuredAsTheScriptMeasuresThem() throws {
        for known in Self.known {
            let image = try Photographs.image(known.name).reduced(toLongestSide: 640)
            let found = try measured(image, Set(AttributeMeasurements.Part.allCases))
            func near(_ value: Double?, _ expected: Double, _ tolerance: Double) -> Bool {
                value.map { abs($0 - expected) <= tolerance } ?? false
            }
            #expect(near(found.orientation.yawInDegrees, known.yaw, 2), "\(known.name): \(found)")
            #expect(near(found.orientation.pitchInDegrees, known.pitch, 2), "\(known.name): \(found)")
            #expect(near(found.orientation.rollInDegrees, known.roll, 1.5), "\(known.name): \(found)")
            #expect(near(found.age, known.age, 4), "\(known.name): \(found)")
            #expect(near(found.male, known.male, 0.05), "\(known.name): \(found)")
            #expect(near(found.blink, known.blink, 0.08), "\(known.name): \(found)")
            #expect(near(found.lipGap, known.lipGap, 0.05), "\(known.name): \(found)")
            let smile = (found.smile ?? 0) / 2 + (found.expression?[1] ?? 0) / 2
            #expect(near(smile, known.smile, 0.12), "\(known.name): \(found)")
            #expect(near(found.glasses, known.glasses, 1.5), "\(known.name): \(found)")
            #expect(near(found.lensDarkness, known.darkness, 0.08), "\(known.name): \(found)")
            #expect(abs((found.expressions ?? []).reduce(0, +) - 1) < 1e-3)
        }
    }

    @Test func aMirroredFaceLooksToTheOtherSideAndATurnedOneRollsByTheTurn() throws {
        let image = try Photographs.image("obama2.jpg").reduced(toLongestSide: 640)
        let (straight, mirrored) = (try measured(image, []), try measured(image.mirrored(), []))
        #expect(abs(straight.orientation.yawInDegrees + mirrored.orientation.yawInDegrees) < 3)
        #expect(abs(straight.orientation.rollInDegrees + mirrored.orientation.rollInDegrees) < 2)
        let turned = image.warped(
            by: .rotation(byRadians: 20 * .pi / 180, about: image.bounds.center), to: image.size)
        // Clockwise as seen; roll counts the other way.
        let roll = try measured(turned, []).orientation.rollInDegrees
        #expect(abs(roll - straight.orientation.rollInDegrees + 20) < 1.5, "\(roll)")
    }

    @Test func aNetworkIsLoadedWhenAFieldNeedsIt() throws {
        let (faces, engine) = (try Photographs.engine.get(), try engine())
        #expect(engine.loadedNetworks.isEmpty && engine.identities.count == 7)
        let image = try Photographs.image("obama.jpg").reduced(toLongestSide: 640)
        let face = try #require(try faces.faces(in: image).first)
        _ = try engine.measurements(of: face, in: image, parts: [], with: faces)
        #expect(engine.loadedNetworks == ["landmarks"])
        _ = try engine.measurements(of: face, in: image, parts: [.glasses], with: faces)
        #expect(engine.loadedNetworks == ["landmarks", "glasses"])
        #expect(Set(engine.versions(of: [.blink], by: .full).keys) == ["landmarks", "blendshapes", "glasses"])
    }

    @Test func whereNoFaceIsNothingIsMeasured() throws {
        let (faces, engine) = (try Photographs.engine.get(), try engine())
        let grey = Image(size: ImageSize(width: 320, height: 320), blue: 90, green: 90, red: 90)
        let nowhere = DetectedFace(
            box: ImageRectangle(x: 100, y: 100, width: 100, height: 100), score: 0.9,
            keyPoints: [Point(x: 130, y: 130), Point(x: 170, y: 130)])
        #expect(try engine.measurements(of: nowhere, in: grey, parts: [], with: faces) == nil)
        #expect(try engine.age(of: nowhere, in: grey, with: faces) == nil)
    }
}

/// The manifest of the pack.
@Suite struct AttributePackTests {
    @Test func whatIsNotInstalledIsNil() throws {
        #expect(try AttributeEngine.installed(in: ModelFolder(path: "/nonexistent"), workers: 1) == nil)
    }

    @Test func aManifestWithoutItsNetworksIsNoPackAndADamagedOneIsAnError() throws {
        let folder = NSTemporaryDirectory() + "/attributes-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/attributes", withIntermediateDirectories: true)
        let text = try String(contentsOfFile: Material.packageRoot + "/packs/attributes.json", encoding: .utf8)
        let manifest = folder + "/attributes/manifest.json"
        try text.write(toFile: manifest, atomically: true, encoding: .utf8)
        #expect(try AttributeEngine.installed(in: ModelFolder(path: folder), workers: 1) == nil)
        for damaged in [
            "{}", text.replacing("\"glasses\"", with: "\"spectacles\""), text.replacing("1434", with: "0"),
            text.replacing("[0, 255]", with: "[0]"), text.replacing("\"version\": 1", with: "\"version\": 2"),
        ] {
            try damaged.write(toFile: manifest, atomically: true, encoding: .utf8)
            #expect(throws: FaceEngineError.models(.manifestUnreadable(file: "attributes/manifest.json"))) {
                try AttributeEngine.installed(in: ModelFolder(path: folder), workers: 1)
            }
        }
    }
}
