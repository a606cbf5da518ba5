/// Which place along a line each pixel of a strip shows: evenly, or as a line that is seen in perspective needs it for its columns
/// to be as wide as each other in the strip.
struct StripGrid: Equatable, Sendable {
    /// Pixels of the image for one of the strip, where the strip's middle is.
    let scale: Double
    /// Where the strip's middle lies, along the line from its centre, in pixels of the image.
    private var centre = 0.0
    /// Half of the even part of the strip, in its pixels; the part shows `reach` pixels of the image to either side of `centre`.
    private var half = 1.0
    private var reach: Double
    /// How far the middle of that part is moved by perspective, as a share of `reach`; the projective line has no other freedom once
    /// its ends are where they are.
    private var shift = 0.0

    /// The map is not followed to where the line would vanish.
    private static let leastDepth = 0.3

    init(scale: Double) {
        self.scale = scale
        reach = scale
    }

    /// - Parameters:
    ///   - middles: of the columns, along the line from its centre, in pixels of the image.
    ///   - pitch: from column to column in the strip, in its pixels.
    ///   - scale: of the characters' height at the line's middle.
    init?(evening middles: [Double], pitch: Double, scale: Double) {
        guard let first = middles.first, let last = middles.last, middles.count > 2, last > first else { return nil }
        let middle = Double(middles.count - 1) / 2
        let halfWay =
            (middles[Int(middle.rounded(.down))] + middles[Int(middle.rounded(.up))]) / 2
        self.scale = scale
        centre = (first + last) / 2
        reach = (last - first) / 2
        half = middle * pitch
        shift = (halfWay - centre) / reach
        guard abs(shift) < 0.5 else { return nil }
    }

    private func depth(atPixel place: Double) -> Double { max(1 + shift * place / half, Self.leastDepth) }

    /// Along the line from its centre, in pixels of the image.
    /// - Parameter place: along the strip from its middle, in its pixels.
    func offset(ofPixel place: Double) -> Double {
        centre + reach * (place / half + shift) / depth(atPixel: place)
    }

    /// Pixels of the image for one across the strip: what is farther away is smaller.
    func scale(atPixel place: Double) -> Double { scale / depth(atPixel: place) }
}
