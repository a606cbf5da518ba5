internal import Vision

extension Image {
    /// Warped like `warped(by:to:)`, but where the transform shrinks to less than half, the part that is needed is first
    /// averaged down by a whole factor: plain bilinear sampling would skip pixels and turn noise into detail.
    func reducing(by transform: AffineTransform, to newSize: ImageSize) -> Image {
        guard transform.scale > 0, transform.scale < 0.5, let back = transform.inverse else {
            return warped(by: transform, to: newSize)
        }
        let factor = Double(Int(min(1 / transform.scale, 64)))
        let corners = [
            Point(x: -1, y: -1), Point(x: Double(newSize.width), y: -1), Point(x: -1, y: Double(newSize.height)),
            Point(x: Double(newSize.width), y: Double(newSize.height)),
        ].map(back.apply)
        guard let needed = ImageRectangle(around: corners)?.intersection(with: bounds) else {
            return warped(by: transform, to: newSize)
        }
        // Whole multiples of the factor, so that every averaged pixel covers the same area.
        let x = (needed.x / factor).rounded(.down) * factor
        let y = (needed.y / factor).rounded(.down) * factor
        let width = min(
            ((needed.x + needed.width - x) / factor).rounded(.up), ((bounds.width - x) / factor).rounded(.down))
        let height = min(
            ((needed.y + needed.height - y) / factor).rounded(.up), ((bounds.height - y) / factor).rounded(.down))
        guard width >= 1, height >= 1 else { return warped(by: transform, to: newSize) }
        let part = cropped(to: ImageRectangle(x: x, y: y, width: width * factor, height: height * factor))
        let reduced = part.resized(to: ImageSize(width: Int(width), height: Int(height)))
        let enlarge = AffineTransform(
            a: factor, b: 0, tx: x + (factor - 1) / 2, c: 0, d: factor, ty: y + (factor - 1) / 2)
        return reduced.warped(by: enlarge.then(transform), to: newSize)
    }
}
