package import FaceEngine
package import Vision

/// The face of a photograph, as the images made from it need it.
package struct FaceInPhotograph: Sendable {
    package let mesh: FaceMesh

    /// The largest face in `image`, its mesh found in two passes.
    package init(in image: Image, engine: FaceEngine) throws(DemoMaterialError) {
        do {
            guard let face = try engine.faces(in: image, search: .thorough).first else {
                throw DemoMaterialError.noFaceInPhotograph
            }
            mesh = try engine.mesh(of: face, in: image, passes: 2)
        } catch {
            throw .noFaceInPhotograph
        }
    }

    /// Middle between forehead and chin.
    package var centre: Point { (mesh.place(FaceMesh.Landmark.forehead) + mesh.place(FaceMesh.Landmark.chin)) * 0.5 }

    /// The part of the photograph in which the face has the given width and place, softened first where it gets smaller;
    /// what lies beyond the photograph continues its rim.
    package func framed(
        _ photograph: Image, faceWidth target: Double, faceCentre: Point, size: ImageSize
    ) -> Image {
        let scale = target / mesh.faceWidth
        let source = scale < 1 ? photograph.blurred(sigma: 0.4 / scale) : photograph
        let transform = AffineTransform(
            a: scale, b: 0, tx: faceCentre.x - scale * centre.x, c: 0, d: scale, ty: faceCentre.y - scale * centre.y)
        return source.warped(by: transform, to: size, border: .replicated)
    }
}
