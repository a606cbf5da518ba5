internal import Foundation
internal import Vision

/// A photograph as a document bears it.
struct PortraitCopy: Hashable, Sendable {
    enum Process: String, CaseIterable, Sendable {
        /// Resized and compressed, as a file or a scan.
        case scanned
        /// Screened in three inks on paper and photographed.
        case printed
    }

    /// Of the portrait in pixels; the face is about half as wide.
    let height: Int
    let process: Process

    static let heights = [117, 200, 400]
    static let all = heights.flatMap { height in Process.allCases.map { PortraitCopy(height: height, process: $0) } }

    /// The portrait cut from a photograph as one has it on a document, 7 : 9, the head in the middle.
    static func cut(_ photograph: Image, of mesh: FaceMesh, height: Int) -> Image {
        let scale = Double(height) / (1.95 * max(mesh.faceWidth, 1))
        let size = ImageSize(width: height * 7 / 9, height: height)
        let center = Point.mean(of: mesh.oval())
        let level = mesh.leftEyeCenter.inImage - mesh.rightEyeCenter.inImage
        let transform = AffineTransform.rotation(byRadians: -atan2(level.y, level.x), scale: scale, about: center)
            .then(.translation(x: Double(size.width) / 2 - center.x, y: Double(size.height) * 0.52 - center.y))
        return photograph.reducing(by: transform, to: size)
    }

    func made(from photograph: Image, of mesh: FaceMesh, _ randomness: inout SplitMix64) -> Image {
        made(fromCut: Self.cut(photograph, of: mesh, height: height), &randomness)
    }

    func made(fromCut cut: Image, _ randomness: inout SplitMix64) -> Image {
        switch process {
        case .scanned: cut.throughJPEG(quality: 85)
        case .printed: Self.photographed(Self.printed(cut), &randomness)
        }
    }

    /// The lines of a print's screen are this many pixels of the portrait apart.
    private static let screen = 1.6
    /// The pixels of the print along one of the portrait.
    private static let fineness = 4

    /// Three inks in dots of their own angles; paper 230, ink 30.
    private static func printed(_ portrait: Image) -> Image {
        let large = portrait.resized(
            to: ImageSize(width: portrait.size.width * fineness, height: portrait.size.height * fineness))
        let angles = [15.0, 45, 75].map { $0 * .pi / 180 }
        let wave = 2 * Double.pi / (screen * Double(fineness))
        var dots = large.pixels
        for row in 0..<large.size.height {
            for column in 0..<large.size.width {
                for channel in 0..<3 {
                    let (cosine, sine) = (cos(angles[channel]), sin(angles[channel]))
                    let (u, v) = (
                        Double(column) * cosine + Double(row) * sine, Double(row) * cosine - Double(column) * sine
                    )
                    let threshold = 0.5 + 0.25 * (cos(wave * u) + cos(wave * v))
                    let index = (row * large.size.width + column) * 3 + channel
                    dots[index] = Double(large.pixels[index]) / 255 > threshold ? 230 : 30
                }
            }
        }
        return Image(size: large.size, pixels: dots)
    }

    /// The print before a camera that sees it at the portrait's size: slightly from the side, soft, in light of its own.
    private static func photographed(_ print: Image, _ randomness: inout SplitMix64) -> Image {
        let size = ImageSize(width: print.size.width / fineness, height: print.size.height / fineness)
        let (width, height) = (Double(size.width), Double(size.height))
        let corners = [(0.0, 0.0), (width, 0), (width, height), (0, height)].map { Point(x: $0.0, y: $0.1) }
        let seen = corners.map { corner in
            Point(
                x: corner.x + width * randomness.uniform(in: -0.035...0.035),
                y: corner.y + height * randomness.uniform(in: -0.035...0.035))
        }
        let soft = print.blurred(sigma: 0.6 * Double(fineness)).resized(to: size)
        let tilted = Homography.leastSquares(from: corners, to: seen).map { soft.warped(by: $0, to: size) } ?? soft
        return tilted.relit(
            strength: randomness.uniform(in: 0...0.15), angle: randomness.uniform(in: 0...(2 * .pi)),
            gamma: randomness.uniform(in: 0.8...1.25)
        ).withNoise(3, &randomness).throughJPEG(quality: 75)
    }
}
