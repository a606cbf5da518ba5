import TestSupport
import Testing

@testable import DocVerify
@testable import Vision

/// A document is read the same whatever its file says of how the camera was held, and however it was stored.
@Suite(.serialized) struct OrientationTests {
    /// As a file stores an upright image under an EXIF orientation.
    private static func stored(_ upright: Image, under orientation: Int) -> Image {
        switch orientation {
        case 2: upright.mirrored()
        case 3: upright.turned(clockwiseQuarterTurns: 2)
        case 4: upright.mirrored().turned(clockwiseQuarterTurns: 2)
        case 5: upright.mirrored().turned(clockwiseQuarterTurns: 3)
        case 6: upright.turned(clockwiseQuarterTurns: 3)
        case 7: upright.mirrored().turned(clockwiseQuarterTurns: 1)
        case 8: upright.turned(clockwiseQuarterTurns: 1)
        default: upright
        }
    }

    private static func file(_ image: Image, stating orientation: Int?) throws -> [UInt8] {
        let bytes = try image.jpeg(quality: 92)
        guard let orientation else { return bytes }
        return Array(bytes[..<2]) + ExifOrientation.segment(stating: orientation) + Array(bytes[2...])
    }

    private func record(
        _ bytes: [UInt8]
    ) throws -> (lines: [String]?, bounds: DocumentBounds?) {
        let bench = try BoundsBench.shared.get()
        let record = try bench.record(of: DocumentImage.decode(bytes, index: 0))
        return ((record.reading.evidence as? MRZEvidence)?.mrz?.lines, record.image.bounds)
    }

    @Test(arguments: 1...8) func aPageIsReadTheSameUnderEveryOrientationRightMissingOrWrong(orientation: Int) throws {
        let upright = try BoundsBench.shared.get().page.reduced(toLongestSide: 800)
        let lines = try #require(try record(Self.file(upright, stating: nil)).lines)
        let isMirrored = [2, 4, 5, 7].contains(orientation)

        let right = try record(Self.file(Self.stored(upright, under: orientation), stating: orientation))
        #expect(right.lines == lines && right.bounds?.clockwiseQuarterTurns == 0 && right.bounds?.isMirrored == nil)

        let missing = try record(Self.file(Self.stored(upright, under: orientation), stating: nil))
        #expect(missing.lines == lines && (missing.bounds?.isMirrored == true) == isMirrored)

        let wrong = try record(Self.file(upright, stating: orientation))
        #expect(wrong.lines == lines && (wrong.bounds?.isMirrored == true) == isMirrored)
    }
}
