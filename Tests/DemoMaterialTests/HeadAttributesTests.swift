import FaceEngine
import TestSupport
import Testing
import Vision

@testable import DemoMaterial

private enum InstalledAttributes {
    static let areThere = ModelFolder(path: Material.models).contains("attributes/manifest.json")
}

/// Heads whose pose, lids and lips are known, as the networks of attributes see them.
@Suite(.enabled(if: InstalledAttributes.areThere, "the pack attributes is not installed"))
struct HeadAttributesTests {
    private static let engine = Result {
        try AttributeEngine.installed(in: ModelFolder(path: Material.models), workers: 1)
    }

    private static func measured(
        _ image: Image, _ parts: Set<AttributeMeasurements.Part> = []
    ) throws -> AttributeMeasurements {
        let faces = try SharedMaterial.engine()
        let engine = try #require(try Self.engine.get())
        let face = try #require(try faces.faces(in: image).first)
        return try #require(try engine.measurements(of: face, in: image, parts: parts, with: faces))
    }

    private static func measured(
        _ act: HeadPerformance.Act, _ parts: Set<AttributeMeasurements.Part> = []
    ) throws -> [AttributeMeasurements] {
        let performance = HeadPerformance(
            leadInMilliseconds: 300, steps: [.init(act: act, durationInMilliseconds: 1500)], framesPerSecond: 12)
        return try SharedMaterial.head().frames(performance).map { try measured(Image(decoding: $0.bytes), parts) }
    }

    @Test func aNoseToTheLeftInTheImageIsAPositiveYaw() throws {
        let head = try SharedMaterial.head()
        func yaw(_ degrees: Double) throws -> Double {
            try Self.measured(head.still(yawInDegrees: degrees, pitchInDegrees: 0)).orientation.yawInDegrees
        }
        let straight = try yaw(0)
        #expect(try yaw(-15) > straight + 8 && yaw(15) < straight - 8)
    }

    @Test func aFaceThatLooksUpHasAPositivePitch() throws {
        let head = try SharedMaterial.head()
        func pitch(_ degrees: Double) throws -> Double {
            try Self.measured(head.still(yawInDegrees: 0, pitchInDegrees: degrees)).orientation.pitchInDegrees
        }
        let straight = try pitch(0)
        #expect(try pitch(-10) > straight + 4 && pitch(10) < straight - 4)
    }

    @Test func lidsThatCloseRaiseTheirCoefficient() throws {
        let blinks = try Self.measured(.blinkTwice, [.blendshapes]).compactMap(\.blink)
        #expect(try #require(blinks.max()) > #require(blinks.first) + 0.08, "\(blinks)")
    }

    @Test func aMouthThatOpensHasAWiderGap() throws {
        let gaps = try Self.measured(.openMouth).map(\.lipGap)
        #expect(try #require(gaps.max()) > #require(gaps.first) + 0.08, "\(gaps)")
        #expect(try #require(gaps.max()) > 0.10, "\(gaps)")
    }
}
