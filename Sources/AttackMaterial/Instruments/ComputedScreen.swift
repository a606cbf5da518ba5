internal import DemoMaterial
internal import Foundation
internal import Vision

/// A screen before a computed camera: sub-pixels that beat with the camera's (moiré), gamma, a raised black, and where it
/// is in view, the bezel.
struct ComputedScreen: Sendable {
    /// The width that the screen's pixels take in the frame; 1 beats most.
    var cameraPixelsPerPixel = 1.3
    /// Whether the screen's edges are in view.
    var showsBezel = true

    /// The screen lit by each of the images in the order of the moments.
    func footage(
        showing images: [Image], moments: [HandHeldMotion.Moment], seed: UInt64
    ) throws(AttackError) -> Footage {
        guard let first = images.first else { throw .clipTooShort }
        let size = first.size
        let share = showsBezel ? 0.74 : 1.15
        // The panel shows the whole image, at its own resolution.
        let panel = ImageSize(
            width: max(8, Int(share * Double(size.width) / cameraPixelsPerPixel)),
            height: max(8, Int(share * Double(size.height) / cameraPixelsPerPixel)))
        return try Footage(of: moments, noise: CameraNoise(strength: 1.2), seed: seed) {
            index, moment throws(AttackError) in
            let camera = PlaneCamera(
                pose: moment.pose, size: size, pixelsPerUnit: cameraPixelsPerPixel,
                distance: 1.6 * Double(size.width) / cameraPixelsPerPixel)
            return seen(images[index % images.count].resized(to: panel), by: camera, size: size).blurred(sigma: 0.5)
        }
    }

    private func seen(_ shown: Image, by camera: PlaneCamera, size: ImageSize) -> Image {
        // Light of a value, 0 … 1: gamma 2.2 over a black that glows.
        let light = (0...255).map { 0.012 + 0.988 * pow(Double($0) / 255, 2.2) }
        // Back to bytes, in steps of 1/4095 of the light.
        let bytes = (0...4095).map { 255 * pow(Double($0) / 4095, 1 / 2.2) }
        let (width, height) = (Double(shown.size.width), Double(shown.size.height))
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 3)
        for row in 0..<size.height {
            for column in 0..<size.width {
                var sum = SIMD3<Double>.zero
                // Four looks a pixel; what is finer than that beats, as in a camera.
                for (across, along) in [(0.2, 0.35), (0.7, 0.15), (0.3, 0.85), (0.8, 0.65)] {
                    let place = camera.place(seenAt: Double(column) + across, Double(row) + along)
                    sum += glow(of: shown, at: place.x + width / 2, place.y + height / 2, light: light)
                }
                let index = (row * size.width + column) * 3
                for channel in 0..<3 {
                    let level = min(max(sum[channel] / 4, 0), 1)
                    pixels[index + channel] = UInt8(bytes[Int(level * 4095)].rounded())
                }
            }
        }
        return Image(size: size, pixels: pixels)
    }

    /// The light of a place on the panel or beside it: blue, green, red.
    @inline(__always)
    private func glow(of shown: Image, at x: Double, _ y: Double, light: [Double]) -> SIMD3<Double> {
        let (width, height) = (shown.size.width, shown.size.height)
        guard x >= 0, y >= 0, x < Double(width), y < Double(height) else {
            let bezel = 0.06 * Double(width)
            let isBezel =
                showsBezel && x > -bezel && y > -bezel && x < Double(width) + bezel && y < Double(height) + bezel
            return isBezel ? SIMD3(repeating: 0.008) : SIMD3(0.32, 0.36, 0.4)
        }
        let (column, row) = (Int(x), Int(y))
        let index = (row * width + column) * 3
        // Red, green and blue stripes side by side, and a dark line between the rows. Their mean is 1.
        let (across, along) = (x - Double(column), y - Double(row))
        let line = along > 0.1 ? 1.0 : 0.2
        let stripe = across < 1 / 3 ? 2 : across < 2 / 3 ? 1 : 0
        var glow = SIMD3<Double>.zero
        for channel in 0..<3 {
            let value = light[Int(shown.pixels[index + channel])]
            glow[channel] = value * line * (channel == stripe ? 2.2 : 0.4) / 0.92
        }
        return glow
    }
}
