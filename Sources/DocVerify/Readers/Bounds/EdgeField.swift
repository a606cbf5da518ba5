internal import Vision

/// Where an image's grey levels step, and how plainly, at the size at which a document's sides are searched.
struct EdgeField: Sendable {
    let size: ImageSize
    /// Pixels of the image for one of the field.
    let scale: Double
    private let across: [Float]
    private let down: [Float]
    /// A step that counts half; a smaller one is lost among those that any surface has.
    private let plainStep: Float

    /// Fine texture is blurred away.
    private static let blur = 0.9
    /// The share of pixels whose steps are no plainer than the surface's own.
    private static let surfaceShare = 0.6
    /// In grey levels from pixel to pixel.
    private static let leastStep: Float = 1.5

    /// - Parameter longestSide: of the field, in pixels; not enlarged.
    init(of levels: ImageLevels, longestSide: Int) {
        let whole = levels.image.size
        let grey = levels.whole(longestSide: max(8, min(longestSide, whole.longestSide))).blurred(sigma: Self.blur)
        self.init(grey, scale: Double(whole.longestSide) / Double(grey.size.longestSide))
    }

    init(_ grey: GreyImage, scale: Double) {
        size = grey.size
        self.scale = scale
        let (width, height) = (grey.size.width, grey.size.height)
        var (across, down) = (
            [Float](repeating: 0, count: width * height), [Float](repeating: 0, count: width * height)
        )
        var histogram = [Int](repeating: 0, count: 256)
        grey.pixels.withUnsafeBufferPointer { pixels in
            across.withUnsafeMutableBufferPointer { across in
                down.withUnsafeMutableBufferPointer { down in
                    for row in 1..<max(1, height - 1) {
                        for column in 1..<max(1, width - 1) {
                            let index = row * width + column
                            let x = (Float(pixels[index + 1]) - Float(pixels[index - 1])) / 2
                            let y = (Float(pixels[index + width]) - Float(pixels[index - width])) / 2
                            (across[index], down[index]) = (x, y)
                            histogram[min(255, Int(max(abs(x), abs(y)) * 2))] += 1
                        }
                    }
                }
            }
        }
        (self.across, self.down) = (across, down)
        var (count, bin) = (0, 0)
        let share = Int(Self.surfaceShare * Double(max(0, width - 2) * max(0, height - 2)))
        while bin < 255, count + histogram[bin] <= share { (count, bin) = (count + histogram[bin], bin + 1) }
        plainStep = max(Self.leastStep, Float(bin) / 2)
    }

    /// How plain the step along `normal` is at a place, from −1 to 1: positive where it becomes lighter along it. Nil outside.
    @inline(__always)
    func step(at place: Point, along normal: Point) -> Float? {
        let (x, y) = (place.x.rounded(), place.y.rounded())
        guard x >= 1, y >= 1, x < Double(size.width - 1), y < Double(size.height - 1) else { return nil }
        let index = Int(y) * size.width + Int(x)
        let step = across[index] * Float(normal.x) + down[index] * Float(normal.y)
        return step / (abs(step) + plainStep)
    }

    /// Steps of at least half plainness that are the highest across their direction: place, unit direction, plainness.
    func crests() -> [(place: Point, direction: Point, plainness: Float)] {
        var found: [(place: Point, direction: Point, plainness: Float)] = []
        let width = size.width
        for row in 2..<max(2, size.height - 2) {
            for column in 2..<max(2, width - 2) {
                let index = row * width + column
                let (x, y) = (across[index], down[index])
                let square = x * x + y * y
                guard square >= plainStep * plainStep else { continue }
                let beside = abs(x) > abs(y) ? 1 : width
                func length(_ at: Int) -> Float { across[at] * across[at] + down[at] * down[at] }
                guard square >= length(index - beside), square > length(index + beside) else { continue }
                let norm = square.squareRoot()
                found.append(
                    (
                        Point(x: Double(column), y: Double(row)), Point(x: Double(x / norm), y: Double(y / norm)),
                        norm / (norm + plainStep)
                    ))
            }
        }
        return found
    }

    /// A place of the image, in the field.
    func place(ofImage point: Point) -> Point {
        Point(x: (point.x + 0.5) / scale - 0.5, y: (point.y + 0.5) / scale - 0.5)
    }

    func imagePlace(of point: Point) -> Point {
        Point(x: (point.x + 0.5) * scale - 0.5, y: (point.y + 0.5) * scale - 0.5)
    }
}
