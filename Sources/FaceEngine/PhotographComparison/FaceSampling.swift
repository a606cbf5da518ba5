internal import Vision

/// For each pixel of the comparison square the place of a face's `plane` that is shown there.
struct FaceSampling: Sendable {
    private let face: PhotographedFace
    private let x: [Float]
    private let y: [Float]

    /// By the alignment points: turned, scaled and shifted.
    init(rigid face: PhotographedFace) {
        // A similarity with a scale above 0 can be undone.
        let back = face.toSquare.inverse ?? .translation(x: 0, y: 0)
        self.init(face) { back.apply($0) }
    }

    /// By the meshes of both faces: each triangle of the portrait's mesh, as it lies in the square, shows the same triangle of
    /// this face.
    init(_ face: PhotographedFace, onto portrait: MeshInSquare) {
        let outside = portrait.affine(to: face.places) ?? face.toSquare.inverse ?? .translation(x: 0, y: 0)
        self.init(face) { outside.apply($0) }
        var (x, y) = (self.x, self.y)
        for pixel in portrait.pixels {
            let (first, second, third) = (
                face.places[pixel.corners.0], face.places[pixel.corners.1], face.places[pixel.corners.2]
            )
            let place = first + (second - first) * pixel.toSecond + (third - first) * pixel.toThird
            x[pixel.index] = Float(place.x)
            y[pixel.index] = Float(place.y)
        }
        self.init(face: face, x: x, y: y)
    }

    private init(face: PhotographedFace, x: [Float], y: [Float]) {
        self.face = face
        self.x = x
        self.y = y
    }

    private init(_ face: PhotographedFace, place: (Point) -> Point) {
        let places = (0..<ComparisonSquare.pixelCount).map { index in
            place(Point(x: Double(index % ComparisonSquare.side), y: Double(index / ComparisonSquare.side)))
        }
        self.init(face: face, x: places.map { Float($0.x) }, y: places.map { Float($0.y) })
    }

    /// The face in the square, each pixel taken from as far beside its place as `displacement` says.
    func sampled(displacedBy displacement: Displacement = .none) -> FloatPlane {
        let side = ComparisonSquare.side
        let last = Float(side - 1)
        let values = [Float](unsafeUninitializedCapacity: ComparisonSquare.pixelCount) { target, count in
            x.withUnsafeBufferPointer { x in
                y.withUnsafeBufferPointer { y in
                    face.plane.values.withUnsafeBufferPointer { levels in
                        for index in 0..<ComparisonSquare.pixelCount {
                            // Between the places of the four pixels around the displaced one.
                            let column = Self.inside(Float(index % side) + displacement.x[index], upTo: last)
                            let row = Self.inside(Float(index / side) + displacement.y[index], upTo: last)
                            let (left, top) = (min(Int(column), side - 2), min(Int(row), side - 2))
                            let corner = top * side + left
                            let share = SIMD2(column - Float(left), row - Float(top))
                            target[index] = Self.level(
                                levels, face.plane.size, x: Self.between(x, corner, share),
                                y: Self.between(y, corner, share))
                        }
                    }
                }
            }
            count = ComparisonSquare.pixelCount
        }
        return FloatPlane(size: ComparisonSquare.size, values: values)
    }

    private static func between(_ map: UnsafeBufferPointer<Float>, _ corner: Int, _ share: SIMD2<Float>) -> Float {
        let side = ComparisonSquare.side
        let upper = map[corner] + (map[corner + 1] - map[corner]) * share.x
        let lower = map[corner + side] + (map[corner + side + 1] - map[corner + side]) * share.x
        return upper + (lower - upper) * share.y
    }

    /// 0 for what is no number.
    private static func inside(_ value: Float, upTo limit: Float) -> Float {
        value > 0 ? min(value, limit) : 0
    }

    /// Bicubic (Keys 1981, a = −½), the edge repeated outwards.
    private static func level(_ levels: UnsafeBufferPointer<Float>, _ size: ImageSize, x: Float, y: Float) -> Float {
        let (x, y) = (inside(x, upTo: Float(size.width - 1)), inside(y, upTo: Float(size.height - 1)))
        let (column, row) = (Int(x), Int(y))
        let (across, down) = (weights(x - Float(column)), weights(y - Float(row)))
        let isInner = column > 0 && column + 2 < size.width && row > 0 && row + 2 < size.height
        var sum: Float = 0
        for line in 0..<4 {
            let four: SIMD4<Float>
            if isInner {
                let start = (row + line - 1) * size.width + column - 1
                four = SIMD4(levels[start], levels[start + 1], levels[start + 2], levels[start + 3])
            } else {
                let start = min(max(row + line - 1, 0), size.height - 1) * size.width
                four = SIMD4(
                    levels[start + max(column - 1, 0)], levels[start + column],
                    levels[start + min(column + 1, size.width - 1)], levels[start + min(column + 2, size.width - 1)])
            }
            sum += down[line] * (across * four).sum()
        }
        return sum
    }

    private static func weights(_ t: Float) -> SIMD4<Float> {
        let (square, cube) = (t * t, t * t * t)
        return SIMD4(
            square - (t + cube) / 2, 1 - 2.5 * square + 1.5 * cube, t / 2 + 2 * square - 1.5 * cube,
            (cube - square) / 2)
    }
}

/// The triangles of a portrait's mesh as they lie in the comparison square.
struct MeshInSquare: Sendable {
    struct Pixel: Sendable {
        let index: Int
        /// Numbers of the mesh's points.
        let corners: (Int, Int, Int)
        /// Where the pixel lies: the first corner, and these shares of the ways to the others.
        let toSecond: Double
        let toThird: Double
    }

    /// Those inside a triangle.
    let pixels: [Pixel]
    /// The face's outline without its rim.
    let mask: [Bool]
    private let places: [Point]

    init(_ portrait: PhotographedFace) {
        let side = ComparisonSquare.side
        places = portrait.places.map(portrait.toSquare.apply)
        mask = ComparisonSquare.inside(FaceMesh.Landmark.oval.map { [places] in places[$0] })
        // Triangles want points within a rectangle; faces far longer than wide reach beyond the square and are cut there.
        let inside = places.indices.filter { [places] in
            (0.5...Double(side) - 0.5).contains(places[$0].x) && (0.5...Double(side) - 0.5).contains(places[$0].y)
        }
        var taken = [Bool](repeating: false, count: ComparisonSquare.pixelCount)
        var pixels: [Pixel] = []
        for triangle in delaunayTriangles(of: inside.map { [places] in places[$0] }, within: ComparisonSquare.size) {
            let corners = (inside[triangle.0], inside[triangle.1], inside[triangle.2])
            let (first, second, third) = (places[corners.0], places[corners.1], places[corners.2])
            let (one, other) = (second - first, third - first)
            let area = one.x * other.y - one.y * other.x
            guard area != 0 else { continue }
            for row in Self.pixels(spanning: [first.y, second.y, third.y]) {
                for column in Self.pixels(spanning: [first.x, second.x, third.x]) where !taken[row * side + column] {
                    let offset = Point(x: Double(column), y: Double(row)) - first
                    let toSecond = (offset.x * other.y - offset.y * other.x) / area
                    let toThird = (one.x * offset.y - one.y * offset.x) / area
                    // The tolerance gives a pixel on a shared edge to one of both triangles rather than to none.
                    guard toSecond >= -1e-9, toThird >= -1e-9, toSecond + toThird <= 1 + 1e-9 else { continue }
                    taken[row * side + column] = true
                    pixels.append(
                        Pixel(
                            index: row * side + column, corners: corners, toSecond: toSecond, toThird: toThird))
                }
            }
        }
        self.pixels = pixels
    }

    /// The whole pixels from the least to the greatest of three places inside the square.
    private static func pixels(spanning places: [Double]) -> Range<Int> {
        let first = max(0, Int((places.min() ?? 0).rounded(.up)))
        let end = min(ComparisonSquare.side, Int((places.max() ?? 0).rounded(.down)) + 1)
        return first..<max(first, end)
    }

    /// The similarity that carries the mesh in the square onto other places of its points: what is outside the mesh goes along.
    func affine(to other: [Point]) -> AffineTransform? {
        AffineTransform.similarity(from: places, to: other)
    }
}
