internal import Foundation
internal import Vision

/// What the networks of the pack look at, cut from the image around the points.
struct AttributeCrops: Sendable {
    let mesh: DenseMesh
    let image: Image

    /// An upright square about the face, so many times as long as the longer side of its points' bounds. The scale counts: a
    /// quarter more, and the age network takes people for ten years younger.
    func square(scale: Double, side: Int) -> Image? {
        let level = mesh.level
        guard let bounds = ImageRectangle(around: mesh.mesh.places.map(level.apply)) else { return nil }
        let length = max(bounds.width, bounds.height) * scale
        return cut(
            ImageRectangle(
                x: bounds.center.x - length / 2, y: bounds.center.y - length / 2, width: length, height: length),
            level, to: ImageSize(width: side, height: side))
    }

    /// From the brows to the nose, wider than the face, stretched to twice as wide as high.
    /// - Parameter raised: by how many distances of the eyes its upper edge lies higher.
    func glasses(raised: Double) -> Image? {
        let level = mesh.level
        func places(_ numbers: [Int]) -> [Point] { numbers.map { level.apply(mesh.place($0)) } }
        let (brows, nose) = (places(Self.brows), places(Self.nose))
        guard let across = ImageRectangle(around: brows + nose), let top = brows.map(\.y).min(),
            let bottom = nose.map(\.y).max()
        else { return nil }
        let upper = top - raised * eyeDistance
        return cut(
            ImageRectangle(
                x: across.x - across.width / 3, y: upper, width: across.width * 5 / 3, height: bottom - upper),
            level, to: ImageSize(width: 128, height: 64))
    }

    /// How dark the skin under the eyes is, where lenses lie, against the cheeks below: about 1 of bare skin whatever its
    /// tone, less behind dark lenses. Nil where the cheeks are black.
    var lensDarkness: Double? {
        let (level, distance) = (mesh.level, eyeDistance)
        func brightness(at center: Point, width: Double, height: Double) -> Double? {
            cut(
                ImageRectangle(
                    x: center.x - width * distance / 2, y: center.y - height * distance / 2, width: width * distance,
                    height: height * distance), level, to: ImageSize(width: 16, height: 16)
            )?.grey.pixels.mean
        }
        func middle(_ numbers: [Int]) -> Point { level.apply(Point.mean(of: numbers.map(mesh.place))) }
        let strips = [[33, 133], [263, 362]].compactMap { corners in
            let center = middle(corners)
            return brightness(
                at: Point(x: center.x, y: center.y + 0.18 * distance), width: 0.34, height: 0.14)
        }
        let cheeks = [[50, 205, 117], [280, 425, 346]].compactMap {
            brightness(at: middle($0), width: 0.2, height: 0.2)
        }
        guard strips.count == 2, cheeks.count == 2, cheeks[0] + cheeks[1] >= 2 else { return nil }
        return (strips[0] + strips[1]) / (cheeks[0] + cheeks[1])
    }

    private var eyeDistance: Double {
        mesh.mesh.rightEyeCenter.inImage.distance(to: mesh.mesh.leftEyeCenter.inImage)
    }

    /// - Parameter rectangle: in the image turned by `level`.
    private func cut(_ rectangle: ImageRectangle, _ level: AffineTransform, to size: ImageSize) -> Image? {
        guard rectangle.width >= 1, rectangle.height >= 1, rectangle.width < 1e6, rectangle.height < 1e6,
            rectangle.x.isFinite, rectangle.y.isFinite
        else { return nil }
        let (scaleX, scaleY) = (Double(size.width) / rectangle.width, Double(size.height) / rectangle.height)
        // Pixels are counted from their middles, a rectangle from its edge.
        let fit = AffineTransform(
            a: scaleX, b: 0, tx: -rectangle.x * scaleX - 0.5, c: 0, d: scaleY, ty: -rectangle.y * scaleY - 0.5)
        return image.reducing(by: level.then(fit), to: size)
    }

    private static let brows = [70, 63, 105, 66, 107, 336, 296, 334, 293, 300]
    private static let nose = [1, 2, 98, 327]
}

extension [UInt8] {
    fileprivate var mean: Double { isEmpty ? 0 : Double(reduce(0) { $0 + Int($1) }) / Double(count) }
}
