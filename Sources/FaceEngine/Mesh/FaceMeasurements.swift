internal import Foundation
internal import Vision

/// The quality components of a face as a sample, without limits. Light and focus are measured on a grey copy of the face,
/// turned upright and scaled to a face width of 128 pixels, within the face's outline. Stored with these names.
public struct FaceMeasurements: Codable, Equatable, Sendable {
    /// Positive = the person looks to their left (right in an unmirrored image). ISO/IEC 19794-5 signs; see
    /// `HeadRotation`.
    public let yawInDegrees: Double
    /// Positive = looks down.
    public let pitchInDegrees: Double
    /// Positive = tilts to their right shoulder.
    public let rollInDegrees: Double
    /// Between the centres of the eyes, as seen.
    public let interEyeDistanceInPixels: Double
    /// From side to side in three dimensions: does not shrink when the head turns.
    public let faceWidthInPixels: Double
    /// The face width divided by the shorter side of the image.
    public let faceWidthShare: Double
    /// How many of the face's mesh points lie inside the image: 0 to 1.
    public let shareInsideImage: Double
    /// Variance of the Laplacian (0 1 0, 1 −4 1, 0 1 0) over the face, after its grey levels were scaled to a mean of 128
    /// (by a factor of at most 4): squared grey levels. Measured: 80 to 640 on sharp images with faces of at least 120
    /// pixels, 10 to 18 on faces of 65 pixels.
    public let focus: Double
    /// Mean grey level of the face, 0 to 255.
    public let meanLuminance: Double
    /// log₂ of the number of grey levels that occur in the face, its darkest and brightest half percent left out: at most
    /// 8. ISO/IEC 19794-5 asks for at least 7.
    public let dynamicRangeInBits: Double
    /// Share of the face's pixels at grey level 4 or less.
    public let clippedDarkShare: Double
    /// Share of the face's pixels at grey level 251 or more.
    public let clippedBrightShare: Double
    /// Difference of the mean grey levels of both halves of the face, divided by their mean: 0 = evenly lit from the
    /// sides, 2 = one half black.
    public let unevenness: Double

    private enum CodingKeys: String, CodingKey {
        case yawInDegrees, pitchInDegrees, rollInDegrees, interEyeDistanceInPixels, faceWidthInPixels, faceWidthShare
        case shareInsideImage, focus, meanLuminance, dynamicRangeInBits, clippedDarkShare, clippedBrightShare,
            unevenness
    }

    /// Face width in the measured copy, and its size.
    static let widthInCopy = 128.0
    static let copySize = ImageSize(width: 160, height: 208)

    /// From the image to the copy; nil for a face without extent.
    static func toCopy(of mesh: FaceMesh) -> AffineTransform? {
        let across = mesh.leftEyeCenter.inImage - mesh.rightEyeCenter.inImage
        let center = Point.mean(of: mesh.oval())
        guard mesh.faceWidth >= 1, mesh.faceWidth.isFinite, center.x.isFinite, center.y.isFinite else { return nil }
        return AffineTransform.rotation(
            byRadians: -atan2(across.y, across.x), scale: widthInCopy / mesh.faceWidth, about: center
        ).then(
            .translation(x: Double(copySize.width - 1) / 2 - center.x, y: Double(copySize.height - 1) / 2 - center.y))
    }

    /// By which grey levels are scaled to a mean of 128.
    static func gain(forMean mean: Double) -> Double { min(4, 128 / max(mean, 1)) }

    init(of mesh: FaceMesh, in image: Image) {
        let rotation = mesh.rotation
        yawInDegrees = rotation.yawInDegrees
        pitchInDegrees = rotation.pitchInDegrees
        rollInDegrees = rotation.rollInDegrees
        interEyeDistanceInPixels = mesh.rightEyeCenter.inImage.distance(to: mesh.leftEyeCenter.inImage)
        faceWidthInPixels = mesh.faceWidth
        faceWidthShare = mesh.faceWidth / Double(min(image.size.width, image.size.height))
        let inside = mesh.points.filter {
            $0.x >= 0 && $0.y >= 0 && $0.x <= Double(image.size.width - 1) && $0.y <= Double(image.size.height - 1)
        }
        shareInsideImage = Double(inside.count) / Double(mesh.points.count)

        let light = FaceLight(of: mesh, in: image)
        focus = light.focus
        meanLuminance = light.mean
        dynamicRangeInBits = light.dynamicRangeInBits
        clippedDarkShare = light.clippedDarkShare
        clippedBrightShare = light.clippedBrightShare
        unevenness = light.unevenness
    }
}

/// Grey levels inside the outline of a face.
private struct FaceLight {
    var focus = 0.0
    var mean = 0.0
    var dynamicRangeInBits = 0.0
    var clippedDarkShare = 0.0
    var clippedBrightShare = 0.0
    var unevenness = 0.0

    init(of mesh: FaceMesh, in image: Image) {
        let size = FaceMeasurements.copySize
        let outline = mesh.oval()
        guard let toCopy = FaceMeasurements.toCopy(of: mesh) else { return }
        let copy = image.reducing(by: toCopy, to: size).grey
        let spans = RowSpans(of: outline.map(toCopy.apply), in: size)

        var counts = [Int](repeating: 0, count: 256)
        var halves = (left: (sum: 0, count: 0), right: (sum: 0, count: 0))
        var laplacianSum = 0
        var laplacianSquares = 0
        var laplacianCount = 0
        let width = size.width
        copy.pixels.withUnsafeBufferPointer { pixels in
            for (row, span) in spans.rows {
                for column in span {
                    let value = Int(pixels[row * width + column])
                    counts[value] += 1
                    if column < width / 2 {
                        halves.left.sum += value
                        halves.left.count += 1
                    } else {
                        halves.right.sum += value
                        halves.right.count += 1
                    }
                    guard row > 0, row < size.height - 1, column > 0, column < width - 1 else { continue }
                    let laplacian =
                        Int(pixels[(row - 1) * width + column]) + Int(pixels[(row + 1) * width + column])
                        + Int(pixels[row * width + column - 1]) + Int(pixels[row * width + column + 1]) - 4 * value
                    laplacianSum += laplacian
                    laplacianSquares += laplacian * laplacian
                    laplacianCount += 1
                }
            }
        }
        let total = counts.reduce(0, +)
        guard total > 0, laplacianCount > 0 else { return }
        mean = Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
        let laplacianMean = Double(laplacianSum) / Double(laplacianCount)
        let gain = FaceMeasurements.gain(forMean: mean)
        focus =
            (Double(laplacianSquares) / Double(laplacianCount) - laplacianMean * laplacianMean) * gain * gain
        clippedDarkShare = Double(counts[...4].reduce(0, +)) / Double(total)
        clippedBrightShare = Double(counts[251...].reduce(0, +)) / Double(total)
        dynamicRangeInBits = Self.bits(ofLevelsIn: counts, total: total)
        if halves.left.count > 0, halves.right.count > 0, mean > 0 {
            let left = Double(halves.left.sum) / Double(halves.left.count)
            let right = Double(halves.right.sum) / Double(halves.right.count)
            unevenness = abs(left - right) / ((left + right) / 2)
        }
    }

    private static func bits(ofLevelsIn counts: [Int], total: Int) -> Double {
        let ignored = total / 200
        var below = 0
        var levels = 0
        for count in counts {
            let isInside = below + count > ignored && below < total - ignored
            if count > 0, isInside { levels += 1 }
            below += count
        }
        return levels > 0 ? log2(Double(levels)) : 0
    }
}

/// The pixels inside a convex outline, row by row.
struct RowSpans {
    var rows: [(row: Int, span: ClosedRange<Int>)] = []

    init(of outline: [Point], in size: ImageSize) {
        for row in 0..<size.height {
            var crossings: [Double] = []
            let y = Double(row)
            for (index, start) in outline.enumerated() {
                let end = outline[(index + 1) % outline.count]
                guard (start.y <= y) != (end.y <= y) else { continue }
                crossings.append(start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x))
            }
            guard let left = crossings.min(), let right = crossings.max(), left.isFinite, right.isFinite else {
                continue
            }
            let first = Int(max(0, min(left, Double(size.width))).rounded(.up))
            let last = Int(min(Double(size.width - 1), max(right, -1)).rounded(.down))
            if first <= last { rows.append((row, first...last)) }
        }
    }
}
