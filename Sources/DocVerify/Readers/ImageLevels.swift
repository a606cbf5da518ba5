package import Vision

/// An image with its grey halvings, so that text can be cut out at any size without losing strokes between pixels.
package struct ImageLevels: Sendable {
    package let image: Image
    private let levels: [GreyImage]

    /// Strips are cut from what is more than so many times larger in more than one place a pixel.
    private static let leastShrinkage = 1.2

    /// Halved until the longest side is shorter than this.
    private static let smallestHalved = 800

    init(_ image: Image) {
        self.image = image
        var levels = [image.grey]
        while let last = levels.last, last.size.longestSide >= Self.smallestHalved {
            levels.append(
                last.resized(to: ImageSize(width: max(1, last.size.width / 2), height: max(1, last.size.height / 2))))
        }
        self.levels = levels
    }

    /// The whole image in grey, pixel by pixel.
    var grey: GreyImage { levels[0] }

    /// The whole image in grey, scaled until its longest side has `longestSide` pixels.
    func whole(longestSide: Int) -> GreyImage {
        let scale = Double(longestSide) / Double(image.size.longestSide)
        let size = ImageSize(
            width: max(1, Int((Double(image.size.width) * scale).rounded())),
            height: max(1, Int((Double(image.size.height) * scale).rounded())))
        let level = levels.last { $0.size.longestSide >= longestSide } ?? levels[0]
        return level.resized(to: size)
    }

    /// The level on which something is enlarged or at most halved that is shown `shrinkage` times smaller than in the image.
    private func level(for shrinkage: Double) -> GreyImage {
        var level = 0
        while level + 1 < levels.count, shrinkage / Double(1 << level) >= 2 { level += 1 }
        return levels[level]
    }

    /// The rectangle `line`, turned upright and scaled to `size` pixels.
    func cut(_ line: TextLine, to size: ImageSize) -> GreyImage {
        let source = level(for: line.height / Double(size.height))
        let horizontal = Double(source.size.width) / Double(image.size.width)
        let vertical = Double(source.size.height) / Double(image.size.height)
        let stretchX = Double(size.width) / line.length
        let stretchY = Double(size.height) / line.height
        let (along, across) = (line.along, line.across)
        // Image pixels to strip pixels, after the level's pixels were brought to image pixels.
        let toStrip = AffineTransform(
            a: along.x * stretchX, b: along.y * stretchX,
            tx: Double(size.width) / 2 - (along.x * line.center.x + along.y * line.center.y) * stretchX,
            c: across.x * stretchY, d: across.y * stretchY,
            ty: Double(size.height) / 2 - (across.x * line.center.x + across.y * line.center.y) * stretchY)
        let toImage = AffineTransform(a: 1 / horizontal, b: 0, tx: 0, c: 0, d: 1 / vertical, ty: 0)
        return source.warped(by: toImage.then(toStrip), to: size, border: .replicated)
    }

    /// The grey levels along a line that may be curved, row by row of a strip of `size` pixels whose middle row runs along the
    /// line. Beyond the image its edge is repeated.
    /// - Parameter isMirrored: what lies above the line comes below it.
    func strip(along curve: TextCurve, _ grid: StripGrid, size: ImageSize, isMirrored: Bool) -> [Float] {
        let scale = grid.scale
        let source = level(for: scale)
        let horizontal = Double(source.size.width) / Double(image.size.width)
        let vertical = Double(source.size.height) / Double(image.size.height)
        let (width, height) = (source.size.width, source.size.height)
        // Where strokes would fall between pixels, four places are averaged.
        let places = scale * max(horizontal, vertical) > Self.leastShrinkage ? [-0.25, 0.25] : [0]
        let share = 1 / Float(places.count * places.count)
        return [Float](unsafeUninitializedCapacity: size.width * size.height) { target, count in
            source.pixels.withUnsafeBufferPointer { pixels in
                func grey(_ x: Int, _ y: Int) -> Float {
                    Float(pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)])
                }
                func grey(at point: Point) -> Float {
                    let x = min(max((point.x + 0.5) * horizontal - 0.5, -1), Double(width))
                    let y = min(max((point.y + 0.5) * vertical - 0.5, -1), Double(height))
                    let (left, top) = (x.rounded(.down), y.rounded(.down))
                    let (shareX, shareY) = (Float(x - left), Float(y - top))
                    let (column, row) = (Int(left), Int(top))
                    let upper = grey(column, row) * (1 - shareX) + grey(column + 1, row) * shareX
                    let lower = grey(column, row + 1) * (1 - shareX) + grey(column + 1, row + 1) * shareX
                    return upper * (1 - shareY) + lower * shareY
                }
                target.initialize(repeating: 0)
                for column in 0..<size.width {
                    for beside in places {
                        let place = Double(column) + 0.5 + beside - Double(size.width) / 2
                        let along = curve.place(at: grid.offset(ofPixel: place))
                        let scale = grid.scale(atPixel: place)
                        for row in 0..<size.height {
                            for below in places {
                                let offset = (Double(row) + 0.5 + below - Double(size.height) / 2) * scale
                                let point = along.middle + along.across * (isMirrored ? -offset : offset)
                                target[row * size.width + column] += share * grey(at: point)
                            }
                        }
                    }
                }
            }
            count = size.width * size.height
        }
    }
}
