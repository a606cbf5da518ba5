internal import DemoMaterial
internal import FaceEngine
internal import Foundation
internal import Vision

/// Made from two photographs of one person that show different moments.
enum PairInstruments {
    private static func pair(
        _ name: String, _ summary: String, effort: AttackEffort = .script, yawInDegrees: Double = 0,
        _ image: @escaping @Sendable (FacePair, _ index: Int) -> Image
    ) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: effort, species: .injectedStill,
            expected: [.livingMotion, .activeWorkflow],
            recipe: .twoStills { first, second, seed throws(AttackError) in
                let pair = try FacePair(first, second)
                let moments = Motions.turn(
                    byDegrees: yawInDegrees, rollInDegrees: 2, driftInFaceWidths: 0.06, faceWidth: first.faceWidth,
                    seed: seed)
                return try Footage(of: moments, seed: seed) { index, moment throws(AttackError) in
                    let shown = image(pair, index)
                    guard yawInDegrees > 0 else { return carried(shown, to: moment.pose) }
                    let warp = HeadWarp(of: first.depth, to: moment.pose)
                    return shown.remapped(x: warp.x, y: warp.y, to: first.size)
                }
            })
    }

    /// 0 at the first frame, 1 at the last.
    private static func progress(_ index: Int) -> Double { Double(index) / Double(Motions.frameCount - 1) }

    static let morph = pair(
        "morph", "two photographs of one person, each mesh warped to the mean and mixed, from one to the other",
        effort: .faceMesh
    ) { pair, index in pair.morphed(share: progress(index)) }
    static let fade = pair("fade", "two photographs of one person laid over each other, one fading into the other") {
        pair, index in pair.first.mixed(with: pair.second, share: progress(index))
    }
    static let fadeBack = pair("fade-back", "two photographs of one person, one fading into the other and back") {
        pair, index in pair.first.mixed(with: pair.second, share: sin(.pi * progress(index)))
    }
    static let alternating = pair("in-turn-1", "two photographs of one person, alternating with every frame") {
        pair, index in index % 2 == 0 ? pair.first : pair.second
    }
    static let alternatingSlowly = pair("in-turn-4", "two photographs of one person, alternating after four frames") {
        pair, index in (index / 4) % 2 == 0 ? pair.first : pair.second
    }

    static let morphTurning = pair(
        "morph-turning", "the morph of two photographs of one person, warped over the mesh's depth, ±15°",
        effort: .faceMesh, yawInDegrees: 15
    ) { pair, index in pair.morphed(share: progress(index)) }
    static let fadeTurning = pair(
        "fade-turning", "two photographs of one person fading into each other, warped over the mesh's depth, ±15°",
        effort: .faceMesh, yawInDegrees: 15
    ) { pair, index in pair.first.mixed(with: pair.second, share: progress(index)) }

    /// Shifted and rolled in the plane, as by a hand.
    private static func carried(_ image: Image, to pose: RigidPose) -> Image {
        let middle = Point(x: Double(image.size.width) / 2, y: Double(image.size.height) / 2)
        return image.warped(
            by: AffineTransform.rotation(
                byRadians: pose.rollInDegrees * .pi / 180, scale: pose.scale, about: middle
            ).then(.translation(x: pose.shift.x, y: pose.shift.y)), to: image.size)
    }
}

/// Two photographs of one person, the second laid over the first by its alignment points.
private struct FacePair: Sendable {
    let first: Image
    let second: Image
    private let firstPoints: [Point]
    private let secondPoints: [Point]

    init(_ first: AttackStill, _ second: AttackStill) throws(AttackError) {
        guard
            let alignment = AffineTransform.similarity(
                from: second.mesh.alignmentPoints, to: first.mesh.alignmentPoints)
        else { throw .noFace }
        self.first = first.image
        self.second = second.image.warped(by: alignment, to: first.size)
        // What lies outside the face is held by points along the frame's rim.
        let (right, bottom) = (Double(first.size.width - 1), Double(first.size.height - 1))
        let rim = [0, 0.5, 1].flatMap { share in
            [
                Point(x: share * right, y: 0), Point(x: share * right, y: bottom), Point(x: 0, y: share * bottom),
                Point(x: right, y: share * bottom),
            ]
        }
        firstPoints = first.mesh.places + rim
        secondPoints = second.mesh.places.map(alignment.apply) + rim
    }

    /// Both warped to the mesh between them, then mixed.
    func morphed(share: Double) -> Image {
        let points = zip(firstPoints, secondPoints).map { $0 * (1 - share) + $1 * share }
        return first.redrawn(from: firstPoints, at: points, size: first.size).image
            .mixed(with: second.redrawn(from: secondPoints, at: points, size: first.size).image, share: share)
    }
}

extension Image {
    /// The image with each of its places `source` moved to the place `target`, linear over the triangles between them, and
    /// a mask that is 255 where there are triangles.
    func redrawn(from source: [Point], at target: [Point], size: ImageSize) -> (image: Image, mask: GreyImage) {
        let x = DepthField.interpolated(source.map(\.x), at: target, size: size)
        let y = DepthField.interpolated(source.map(\.y), at: target, size: size)
        return (remapped(x: x.plane.values, y: y.plane.values, to: size), x.mask)
    }
}
