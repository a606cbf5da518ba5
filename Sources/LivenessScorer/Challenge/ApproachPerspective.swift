internal import FaceEngine
internal import Foundation
internal import Vision

/// Whether a face that became larger came nearer, or is an image that became larger.
///
/// Of a head that comes nearer the nose grows more than the cheeks, and these more than what lies beside the ears. An image
/// grows alike everywhere, whether it is brought nearer or enlarged by computing. The mesh follows this hardly at all, so
/// every pixel of the face is followed. Measured: docs/measurements/active-workflow.md.
struct ApproachPerspective {
    let limits: ChallengeLimits

    /// The inner face, and the ring around it, as shares of the outline about its mean.
    private static let innerOutline = 0.5
    private static let ring = (inside: 0.62, outside: 0.92)
    private static let stride = 3
    /// So many frames from before and after are compared, each with each: one pair of frames of a person who speaks may be
    /// wrong by more than the limit.
    private static let frames = 3
    /// Heads turned further against each other are not compared: a turn moves nose and rim against each other too.
    private static let reachInDegrees = 8.0

    /// How much more the inner face grew than the ring around it, in percent: the median over pairs of a frame before the face
    /// came closer and one after; nil without a pair.
    func gainInPercent(over course: PostureCourse, of frames: [MeasuredFrame]) -> Double? {
        let sizes = course.moments.map(\.posture.faceWidthInPixels)
        guard let first = sizes.first, first > 0 else { return nil }
        let grown = 1 + limits.approachInPercent / 100
        let far = course.moments.prefix { $0.posture.faceWidthInPixels < first * grown }.prefix(Self.frames * 2)
        let near = course.moments.sorted { $0.posture.faceWidthInPixels > $1.posture.faceWidthInPixels }
            .prefix { $0.posture.faceWidthInPixels >= first * grown }
        var gains: [Double] = []
        for before in far {
            let pairs = near.filter { Self.turn(from: before.posture, to: $0.posture) <= Self.reachInDegrees }
            for after in pairs.prefix(Self.frames) {
                guard let one = frames[before.frame].face, let other = frames[after.frame].face,
                    let gain = Self.gainInPercent(from: one, to: other)
                else { continue }
                gains.append(gain)
                if gains.count == Self.frames * Self.frames { return Self.median(of: gains) }
            }
        }
        return Self.median(of: gains)
    }

    private static func turn(from first: FacePosture, to second: FacePosture) -> Double {
        hypot(first.yawInDegrees - second.yawInDegrees, first.pitchInDegrees - second.pitchInDegrees)
    }

    private static func median(of gains: [Double]) -> Double? {
        gains.isEmpty ? nil : gains.sorted()[gains.count / 2]
    }

    /// The same of two frames: 0 for an image; nil where a mesh has no extent or no map fits.
    static func gainInPercent(from far: MeasuredFace, to near: MeasuredFace) -> Double? {
        guard
            let aligned = FaceAlignment(
                meshes: [far.mesh, near.mesh], greys: [far.grey, near.grey], anchor: 0, layout: .dense),
            let (shifts, _) = aligned.images[0].aligned(with: aligned.images[1])
        else { return nil }
        let size = aligned.layout.size
        let inner = size.pixels(inside: aligned.outline(of: 0, scaledBy: innerOutline))
        let hole = Set(size.pixels(inside: aligned.outline(of: 0, scaledBy: ring.inside)))
        let outer = size.pixels(inside: aligned.outline(of: 0, scaledBy: ring.outside)).filter { !hole.contains($0) }
        guard let innerScale = scale(of: shifts, on: inner), let outerScale = scale(of: shifts, on: outer),
            outerScale > 0
        else { return nil }
        let gain = (innerScale / outerScale - 1) * 100
        return gain.isFinite ? gain : nil
    }

    private static func scale(of shifts: PixelShifts, on pixels: [Int]) -> Double? {
        let chosen = Swift.stride(from: 0, to: pixels.count, by: stride).map { pixels[$0] }
        return AffineTransform.similarity(from: chosen.map(shifts.place), to: chosen.map(shifts.target))?.scale
    }
}
