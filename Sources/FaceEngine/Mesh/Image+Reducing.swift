internal import Vision

/// What can be cut, reduced and warped.
protocol Resampled {
    var size: ImageSize { get }
    func cropped(to rectangle: ImageRectangle) -> Self
    func resized(to newSize: ImageSize) -> Self
    func warped(by transform: AffineTransform, to newSize: ImageSize, border: ImageBorder) -> Self
}

extension Image: Resampled {}
extension GreyImage: Resampled {}

extension Resampled {
    private var whole: ImageRectangle {
        ImageRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    /// Warped like `warped(by:to:)`, but where the transform shrinks to less than half, the part that is needed is first
    /// averaged down by a whole factor: plain bilinear sampling would skip pixels and turn noise into detail.
    func reducing(by transform: AffineTransform, to newSize: ImageSize) -> Self {
        guard transform.scale > 0, transform.scale < 0.5, let back = transform.inverse else {
            return warped(by: transform, to: newSize, border: .replicated)
        }
        let factor = Double(Int(min(1 / transform.scale, 64)))
        let corners = [
            Point(x: -1, y: -1), Point(x: Double(newSize.width), y: -1), Point(x: -1, y: Double(newSize.height)),
            Point(x: Double(newSize.width), y: Double(newSize.height)),
        ].map(back.apply)
        guard let needed = ImageRectangle(around: corners)?.intersection(with: whole) else {
            return warped(by: transform, to: newSize, border: .replicated)
        }
        // Whole multiples of the factor, so that every averaged pixel covers the same area.
        let x = (needed.x / factor).rounded(.down) * factor
        let y = (needed.y / factor).rounded(.down) * factor
        let width = min(
            ((needed.x + needed.width - x) / factor).rounded(.up), ((whole.width - x) / factor).rounded(.down))
        let height = min(
            ((needed.y + needed.height - y) / factor).rounded(.up), ((whole.height - y) / factor).rounded(.down))
        guard width >= 1, height >= 1 else { return warped(by: transform, to: newSize, border: .replicated) }
        let part = cropped(to: ImageRectangle(x: x, y: y, width: width * factor, height: height * factor))
        let reduced = part.resized(to: ImageSize(width: Int(width), height: Int(height)))
        let enlarge = AffineTransform(
            a: factor, b: 0, tx: x + (factor - 1) / 2, c: 0, d: factor, ty: y + (factor - 1) / 2)
        return reduced.warped(by: enlarge.then(transform), to: newSize, border: .replicated)
    }
}
