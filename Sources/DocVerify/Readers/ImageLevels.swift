package import Vision

/// An image and its halvings, so that text can be cut out at any size without losing strokes between pixels.
package struct ImageLevels: Sendable {
    private let levels: [Image]

    init(_ image: Image) {
        var levels = [image]
        while let last = levels.last, last.size.longestSide >= 800 {
            levels.append(
                last.resized(to: ImageSize(width: max(1, last.size.width / 2), height: max(1, last.size.height / 2))))
        }
        self.levels = levels
    }

    package var image: Image { levels[0] }

    /// The rectangle `line`, turned upright and scaled to `size` pixels.
    func cut(_ line: TextLine, to size: ImageSize) -> Image {
        // The level on which the cut is enlarged or at most halved.
        let shrinkage = line.height / Double(size.height)
        var level = 0
        while level + 1 < levels.count, shrinkage / Double(1 << level) >= 2 { level += 1 }
        let source = levels[level]
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
}
