internal import FaceEngine
internal import Foundation
internal import Vision

/// Finds the portrait on an image of a document.
struct PortraitFinder: Sendable {
    struct Found: Sendable {
        let portrait: DocumentPortrait
        let evidence: DocumentEvidence.PortraitEvidence
    }

    let engine: FaceEngine

    /// The portrait with half a face of margin on each side, as portraits on documents are cut.
    private static let cropFactor = 2.0
    private static let jpegQuality = 92
    /// The mesh network says below this that what it looks at is no face.
    private static let leastPresence = 0.5
    /// From eye to eye in pixels; a ghost image or a face on a seal has less.
    private static let leastEyeDistance = 12.0

    /// The largest upright face that `isPossible`; ghost images repeat the portrait, smaller. Nil where there is none.
    ///
    /// - Parameters:
    ///   - turns: the quarter turns clockwise after which the page stands upright; nil where nothing says so, then all
    ///     four are tried.
    ///   - isPossible: told a face's box in the image as turned.
    func portrait(
        in image: Image, clockwiseQuarterTurns turns: Int?, imageIndex: Int,
        where isPossible: (ImageRectangle) -> Bool = { _ in true }
    ) throws(FaceEngineError) -> Found? {
        let turned: (turns: Int, upright: Image, faces: [DetectedFace])
        if let turns {
            let upright = image.turned(clockwiseQuarterTurns: turns)
            turned = (turns, upright, try engine.faces(in: upright, search: .thorough))
        } else {
            guard let found = try engine.facesTryingOrientations(in: image, search: .thorough) else { return nil }
            turned = (found.clockwiseQuarterTurns, found.image, found.faces)
        }
        let upright = turned.upright
        let faces = turned.faces.filter { abs($0.tiltInDegrees) < 45 && isPossible($0.box) }
            .sorted { $0.box.area > $1.box.area }
        for face in faces.prefix(4) {
            let mesh = try engine.mesh(of: face, in: upright, passes: 2)
            let measurements = engine.measurements(of: mesh, in: upright)
            guard mesh.presence >= Self.leastPresence,
                measurements.interEyeDistanceInPixels >= Self.leastEyeDistance
            else { continue }
            let template = try engine.template(of: mesh, in: upright)
            let side = max(face.box.width, face.box.height) * Self.cropFactor
            let crop = ImageRectangle(
                x: face.box.center.x - side * 0.42, y: face.box.center.y - side * 0.55, width: side * 0.84,
                height: side * 1.05)
            guard let jpeg = try? upright.cropped(to: crop).jpeg(quality: Self.jpegQuality) else { continue }
            return Found(
                portrait: DocumentPortrait(jpeg: jpeg, template: template, imageIndex: imageIndex),
                evidence: DocumentEvidence.PortraitEvidence(
                    imageIndex: imageIndex, clockwiseQuarterTurns: turned.turns, box: face.box,
                    measurements: measurements, faceCount: faces.count, model: template.model))
        }
        return nil
    }
}
