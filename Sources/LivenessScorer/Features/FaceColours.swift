internal import FaceEngine
internal import Foundation
internal import Vision

/// The light that comes from parts of a face and from what lies behind it: the means of linear red, green and blue.
struct FaceColours: Equatable, Sendable {
    /// Nose, cheeks and mouth, which look at the screen.
    let inner: [Double]
    /// The rim of the face, which looks aside.
    let rim: [Double]
    /// Beside the head; nil where the face fills the image.
    let background: [Double]?

    private static let innerOutline = 0.55
    private static let ring = (inside: 0.78, outside: 0.97)
    /// Of pixels; every one would say the same.
    private static let stride = 3
    /// From the face's side, in widths of the face: beyond hair and ears.
    private static let distanceOfBackground = 0.4
    private static let leastPixels = 200

    init(inner: [Double], rim: [Double], background: [Double]?) {
        self.inner = inner
        self.rim = rim
        self.background = background
    }

    /// - Returns: nil for a face that is too small.
    init?(of mesh: FaceMesh, in image: Image) {
        let inner = image.size.pixels(inside: mesh.oval(scaledBy: Self.innerOutline))
        let hole = Set(image.size.pixels(inside: mesh.oval(scaledBy: Self.ring.inside)))
        let rim = image.size.pixels(inside: mesh.oval(scaledBy: Self.ring.outside)).filter { !hole.contains($0) }
        guard inner.count >= Self.leastPixels, rim.count >= Self.leastPixels else { return nil }
        let background = Self.background(beside: mesh, in: image.size)
        self.init(
            inner: Self.mean(of: inner, in: image), rim: Self.mean(of: rim, in: image),
            background: background.count >= Self.leastPixels ? Self.mean(of: background, in: image) : nil)
    }

    private static func background(beside mesh: FaceMesh, in size: ImageSize) -> [Int] {
        let bounds = mesh.bounds
        let margin = distanceOfBackground * mesh.faceWidth
        let (left, right) = (bounds.x - margin, bounds.x + bounds.width + margin)
        // Below the chin are the shoulders.
        let bottom = min(Double(size.height), bounds.y + bounds.height)
        guard left.isFinite, right.isFinite, bottom >= 1 else { return [] }
        return Swift.stride(from: 0, to: Int(bottom), by: stride).flatMap { row in
            Swift.stride(from: 0, to: size.width, by: stride)
                .filter { Double($0) < left || Double($0) > right }
                .map { row * size.width + $0 }
        }
    }

    private static func mean(of pixels: [Int], in image: Image) -> [Double] {
        var sums = [0.0, 0.0, 0.0]
        image.pixels.withUnsafeBufferPointer { bytes in
            for pixel in pixels {
                for channel in 0..<3 { sums[channel] += linear[Int(bytes[pixel * 3 + 2 - channel])] }
            }
        }
        return sums.map { $0 / Double(max(1, pixels.count)) }
    }

    /// IEC 61966-2-1.
    private static let linear = (0...255).map { value -> Double in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}
