internal import FaceEngine
internal import Foundation
internal import Vision

/// Finds the portrait on an image of a document.
struct PortraitFinder: Sendable {
    struct Found: Sendable {
        let portrait: DocumentPortrait
        let evidence: PortraitEvidence
    }

    let engine: FaceEngine

    /// The portrait with half a face of margin on each side, as portraits on documents are cut.
    private static let cropFactor = 2.0
    private static let jpegQuality = 92
    /// The mesh network says below this that what it looks at is no face.
    private static let leastPresence = 0.5
    /// From eye to eye in pixels; a ghost image or a face on a seal has less.
    private static let leastEyeDistance = 12.0
    /// A page repeats its portrait once or twice; more faces than that are a crowd, and each costs time.
    private static let mostOtherFaces = 3

    /// The portrait of a document: on the page that bears it, where a source shows such a page. A card's MRZ is on its
    /// back, so for a card any image may show the portrait; a face beside a passport's page, or on another image, is not
    /// its portrait.
    ///
    /// - Parameters:
    ///   - placements: for each image how the document lies in it, as far as a source shows it.
    ///   - readImage: the image that the document was read from; it is searched first.
    func portrait(
        in images: [Image], placements: [DocumentPlacement?], readImage: Int?
    ) throws(FaceEngineError) -> Found? {
        let order = [readImage].compactMap { $0 } + images.indices.filter { $0 != readImage }
        let isOnPage = readImage.map { placements[$0]?.page != nil } ?? false
        for index in order where !isOnPage || placements[index]?.page != nil {
            let (image, page) = (images[index], placements[index]?.page)
            let found = try portrait(
                in: image, clockwiseQuarterTurns: placements[index]?.clockwiseQuarterTurns, imageIndex: index,
                where: { page?.mayBear($0, size: image.size) ?? true })
            if let found { return found }
        }
        return nil
    }

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
        let uprightFaces = turned.faces.filter { abs($0.tiltInDegrees) < 45 }.sorted { $0.box.area > $1.box.area }
        let faces = uprightFaces.filter { isPossible($0.box) }
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
                evidence: PortraitEvidence(
                    imageIndex: imageIndex, clockwiseQuarterTurns: turned.turns, box: face.box,
                    measurements: measurements, faceCount: faces.count,
                    faces: [face] + uprightFaces.filter { $0 != face }.prefix(Self.mostOtherFaces),
                    model: template.model))
        }
        return nil
    }
}
