import Testing
import TestSupport
import Vision

@testable import FaceEngine

@Suite struct MeasurementTests {
    private func measured(_ change: (Image) -> Image = { $0 }) throws -> FaceMeasurements {
        let (image, _, mesh) = try Photographs.sample("obama.jpg")
        return try Photographs.engine.get().measurements(of: mesh, in: change(image))
    }

    @Test func aSharpEvenlyLitFaceMeasuresAsSuch() throws {
        let face = try measured()
        #expect(face.focus > 200)
        #expect(face.dynamicRangeInBits > 7)
        #expect(face.clippedDarkShare < 0.01 && face.clippedBrightShare < 0.01)
        #expect(face.unevenness < 0.2)
        #expect(face.shareInsideImage == 1)
        #expect((100...110).contains(face.interEyeDistanceInPixels))
        #expect((220...260).contains(face.faceWidthInPixels))
        #expect(abs(face.faceWidthShare - face.faceWidthInPixels / 910) < 1e-9)
    }

    @Test func blurLowersFocusAndNothingElseMuch() throws {
        let sharp = try measured()
        var last = sharp.focus
        for sigma in [1.5, 3, 6] {
            let blurred = try measured { $0.blurred(sigma: sigma) }
            #expect(blurred.focus < last / 1.8)
            #expect(abs(blurred.meanLuminance - sharp.meanLuminance) < 2)
            last = blurred.focus
        }
    }

    @Test func focusDoesNotDependOnExposure() throws {
        let focus = try measured().focus
        let dark = try measured { $0.changed { $0 * 0.5 } }.focus
        #expect(abs(dark / focus - 1) < 0.1)
    }

    @Test func squeezedGreyLevelsHaveLessDynamicRange() throws {
        let full = try measured()
        let half = try measured { $0.changed { 64 + $0 * 0.4 } }
        #expect(half.dynamicRangeInBits < 7 && half.dynamicRangeInBits < full.dynamicRangeInBits - 1)
        let flat = try measured { $0.changed { _ in 100 } }
        #expect(flat.dynamicRangeInBits == 0 && flat.focus == 0)
    }

    @Test func clippingIsSeenAtBothEnds() throws {
        let dark = try measured { $0.changed { ($0 - 150) * 3 } }
        #expect(dark.clippedDarkShare > 0.15)
        let bright = try measured { $0.changed { $0 * 2.2 } }
        #expect(bright.clippedBrightShare > 0.3)
    }

    @Test func halfAFaceInShadowIsUneven() throws {
        let (image, _, mesh) = try Photographs.sample("obama.jpg")
        let middle = Int(mesh.place(1).x)
        var pixels = image.pixels
        for y in 0..<image.size.height {
            for x in 0..<middle {
                let start = (y * image.size.width + x) * 3
                for channel in 0..<3 { pixels[start + channel] /= 3 }
            }
        }
        let shaded = Image(size: image.size, pixels: pixels)
        #expect(try Photographs.engine.get().measurements(of: mesh, in: shaded).unevenness > 0.6)
    }

    @Test func aFaceCutByTheEdgeIsPartlyOutside() throws {
        let (image, _, mesh) = try Photographs.sample("obama.jpg")
        let middle = mesh.place(1).x
        let cut = image.cropped(to: ImageRectangle(x: 0, y: 0, width: middle, height: 1137))
        let face = try Photographs.engine.get().measurements(of: mesh, in: cut)
        #expect((0.3...0.7).contains(face.shareInsideImage))
    }

    @Test func aReducedImageMeasuresTheSamePose() throws {
        let engine = try Photographs.engine.get()
        let full = try measured()
        let image = try Photographs.image("obama.jpg").reduced(toLongestSide: 640)
        let face = try #require(try engine.faces(in: image).first)
        let reduced = engine.measurements(of: try engine.mesh(of: face, in: image), in: image)
        #expect(abs(reduced.yawInDegrees - full.yawInDegrees) < 3)
        #expect(abs(reduced.pitchInDegrees - full.pitchInDegrees) < 3)
        #expect(abs(reduced.faceWidthInPixels / full.faceWidthInPixels - 640.0 / 1137) < 0.03)
    }
}
