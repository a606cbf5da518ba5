internal import Foundation
internal import Vision

/// A portrait that somebody cut from a document and moves as if it were a head: an injection attack.
struct AnimatedPortrait: Sendable {
    /// The shape that the image is laid over before it is turned.
    enum Shape: String, CaseIterable, Sendable {
        case mesh, ellipsoid, cylinder, plane
    }

    /// The portrait enlarged and sharpened, with room around it.
    private let image: Image
    private let mesh: FaceMesh
    /// How far each pixel lies towards the camera, in pixels; 0 outside the head.
    private let heights: FloatPlane

    private static let size = ImageSize(width: 480, height: 640)
    /// The portrait's height before the camera.
    private static let portraitHeight = 520.0

    /// - Parameters:
    ///   - portrait: as cut, of any size.
    ///   - mesh: of the face in it.
    init(of portrait: Image, _ mesh: FaceMesh, shape: Shape) {
        let scale = Self.portraitHeight / Double(portrait.size.height)
        let transform = AffineTransform(
            a: scale, b: 0, tx: 240 - scale * Double(portrait.size.width) / 2, c: 0, d: scale,
            ty: 320 - scale * Double(portrait.size.height) / 2)
        image = portrait.warped(by: transform, to: Self.size).sharpened(sigma: 1.5)
        let points = mesh.points.map { point in
            let place = transform.apply(point.inImage)
            return Point3(x: place.x, y: place.y, z: point.z * scale)
        }
        self.mesh = FaceMesh(points: points, presence: mesh.presence)
        heights = Self.heights(of: self.mesh, shape: shape)
    }

    /// One frame: the head turned, in light that comes from elsewhere, with noise, as JPEG.
    func frame(yawInDegrees: Double, pitchInDegrees: Double, _ randomness: inout SplitMix64) -> Image {
        let (x, y) = places(
            yaw: yawInDegrees * .pi / 180, pitch: pitchInDegrees * .pi / 180,
            shift: Point(x: randomness.uniform(in: -4...4), y: randomness.uniform(in: -4...4)))
        return image.remapped(x: x, y: y, to: Self.size)
            .relit(
                strength: randomness.uniform(in: 0...0.27), angle: randomness.uniform(in: 0...(2 * .pi)),
                gamma: randomness.uniform(in: 0.85...1.15)
            )
            .withNoise(1.5, &randomness).throughJPEG(quality: 90)
    }

    private static func heights(of mesh: FaceMesh, shape: Shape) -> FloatPlane {
        let width = mesh.faceWidth
        let center = Point.mean(of: mesh.oval())
        var plane = FloatPlane(size: size, repeating: 0)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let across = (Double(column) - center.x) / (0.62 * width)
                let down = (Double(row) - center.y) / (0.85 * width)
                let inside: Double =
                    switch shape {
                    case .plane: 0
                    case .cylinder: 1 - across * across
                    case .mesh, .ellipsoid: 1 - across * across - down * down
                    }
                plane.values[row * size.width + column] = Float(0.55 * width * max(0, inside).squareRoot())
            }
        }
        if shape == .mesh { plane = plane.overlaid(mesh) }
        return plane.blurred(sigma: 0.02 * width)
    }

    /// Of each pixel of the frame the place in the image: what a distant camera sees of the turned shape. Solves p + D(p) = q
    /// by p ← p/2 + (q − D(p))/2.
    private func places(yaw: Double, pitch: Double, shift: Point) -> (x: [Float], y: [Float]) {
        let (width, height) = (Self.size.width, Self.size.height)
        let center = Point.mean(of: mesh.oval())
        let (cosYaw, sinYaw, cosPitch, sinPitch) = (cos(yaw), sin(yaw), cos(pitch), sin(pitch))
        var x = [Float](repeating: 0, count: width * height)
        var y = x
        for row in 0..<height {
            for column in 0..<width {
                let target = Point(x: Double(column) - shift.x - center.x, y: Double(row) - shift.y - center.y)
                var place = target
                for _ in 0..<12 {
                    let nearest =
                        min(max(Int(place.y + center.y), 0), height - 1) * width
                        + min(max(Int(place.x + center.x), 0), width - 1)
                    let depth = Double(heights.values[nearest])
                    let turned = place.x * cosYaw + depth * sinYaw
                    let behind = depth * cosYaw - place.x * sinYaw
                    let lifted = place.y * cosPitch + behind * sinPitch
                    place = Point(
                        x: place.x + (target.x - turned) / 2, y: place.y + (target.y - lifted) / 2)
                }
                x[row * width + column] = Float(place.x + center.x)
                y[row * width + column] = Float(place.y + center.y)
            }
        }
        return (x, y)
    }
}

extension FloatPlane {
    /// Inside the mesh its own heights, the rest as it was, lowered or lifted to meet it.
    fileprivate func overlaid(_ mesh: FaceMesh) -> FloatPlane {
        var result = self
        let places = mesh.places
        let level =
            FaceMesh.Landmark.oval.map { number -> Double in
                let (column, row) = (Int(places[number].x), Int(places[number].y))
                guard (0..<size.width).contains(column), (0..<size.height).contains(row) else { return 0 }
                return Double(values[row * size.width + column]) + mesh.points[number].z
            }.reduce(0, +) / Double(FaceMesh.Landmark.oval.count)
        for (first, second, third) in delaunayTriangles(of: places, within: size) {
            let (one, other) = (places[second] - places[first], places[third] - places[first])
            let area = one.x * other.y - one.y * other.x
            guard area != 0 else { continue }
            let corners = [places[first], places[second], places[third]]
            let rows = corners.map(\.y), columns = corners.map(\.x)
            for row in Self.pixels(spanning: rows, limit: size.height) {
                for column in Self.pixels(spanning: columns, limit: size.width) {
                    let offset = Point(x: Double(column), y: Double(row)) - places[first]
                    let toSecond = (offset.x * other.y - offset.y * other.x) / area
                    let toThird = (one.x * offset.y - one.y * offset.x) / area
                    guard toSecond >= 0, toThird >= 0, toSecond + toThird <= 1 else { continue }
                    let depth =
                        mesh.points[first].z + (mesh.points[second].z - mesh.points[first].z) * toSecond
                        + (mesh.points[third].z - mesh.points[first].z) * toThird
                    result.values[row * size.width + column] = Float(level - depth)
                }
            }
        }
        return result
    }
    private static func pixels(spanning places: [Double], limit: Int) -> Range<Int> {
        let first = min(max(0, Int(places.min() ?? 0)), limit)
        return first..<max(first, min(limit, Int(places.max() ?? 0) + 1))
    }
}
