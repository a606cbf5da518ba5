internal import DemoMaterial
internal import Foundation
internal import Vision

/// A still printed in dots, before a wall and a computed camera.
struct HalftonePrint: Sendable {
    var tiltInDegrees = 0.0
    var pitchInDegrees = 3.0
    var shiftInFaceWidths = 0.15
    /// One over the radius to which the paper is curved, in face widths; 0 is flat.
    var curvatureInFaceWidths = 0.0
    var light = PatternedLight.even

    /// Print pixels for each pixel of the frame.
    private static let density = 2.0
    /// Between the dots, in print pixels.
    private static let pitch = 3.4
    /// As printers turn the screens of blue, green and red light's inks, so that they do not beat.
    private static let angles = [0.0, 75, 15]

    func footage(of still: AttackStill, seed: UInt64) throws(AttackError) -> Footage {
        let faceWidth = 0.36 * Double(min(still.size.width, still.size.height))
        let print = Self.printed(still, faceWidth: faceWidth)
        let moments = Motions.turn(
            byDegrees: tiltInDegrees, pitchInDegrees: pitchInDegrees, rollInDegrees: 5,
            driftInFaceWidths: shiftInFaceWidths, faceWidth: faceWidth, seed: seed)
        let scene = FlatScene(
            face: print, width: Double(print.size.width) / Self.density,
            height: Double(print.size.height) / Self.density, cornerRadius: 1,
            shadow: (offset: SIMD2(9, 14), softness: 30, strength: 0.3), ground: .wall(Ink(214, 208, 196)))
        let side = Double(min(still.size.width, still.size.height))
        let (across, down) = (Double(still.size.width) / side, Double(still.size.height) / side)
        return try Footage(of: moments, seed: seed) { index, moment throws(AttackError) in
            let camera = PlaneCamera(
                pose: moment.pose, size: still.size, pixelsPerUnit: 1, distance: 3.2 * faceWidth,
                curvature: curvatureInFaceWidths / faceWidth)
            return scene.seen(by: camera, size: still.size, seed: seed) { x, y in
                (1.04 - 0.16 * x - 0.08 * y) * light.gain(x * across, y * down, frame: index)
            }
        }
    }

    /// The middle of the still on paper with a white border, its tones as dots of three inks.
    private static func printed(_ still: AttackStill, faceWidth: Double) -> Image {
        let scale = density * faceWidth / still.faceWidth
        let shown = ImageSize(
            width: Int(min(2.1 * faceWidth, 0.74 * Double(still.size.width)) * density),
            height: Int(min(2.8 * faceWidth, 0.8 * Double(still.size.height)) * density))
        let middle = Point.mean(of: still.mesh.oval())
        let cut = still.image.warped(
            by: AffineTransform(
                a: scale, b: 0, tx: Double(shown.width) / 2 - scale * middle.x, c: 0, d: scale,
                ty: 0.48 * Double(shown.height) - scale * middle.y), to: shown)
        let screens = angles.map { angle in
            (
                cosine: Float(cos(angle * .pi / 180) * 2 * .pi / pitch),
                sine: Float(sin(angle * .pi / 180) * 2 * .pi / pitch)
            )
        }
        // Paper does not reflect all light, ink not none.
        let (black, white): (Float, Float) = (30, 230)
        let dots = cut.mapped { index, value in
            let (pixel, channel) = (index / 3, index % 3)
            let (x, y) = (Float(pixel % shown.width), Float(pixel / shown.width))
            let screen = screens[channel]
            let wave = (cosf(screen.cosine * x + screen.sine * y) + cosf(screen.cosine * y - screen.sine * x)) / 4 + 0.5
            // A threshold with a soft edge: the dot grows with the darkness.
            let lit = min(max((value / 255 - wave) * 3 + 0.5, 0), 1)
            return black + (white - black) * lit
        }
        let border = Int(0.05 * faceWidth * density)
        var canvas = Canvas(
            width: shown.width + 2 * border, height: shown.height + 2 * border, paper: Ink(236, 235, 231))
        canvas.paste(dots.blurred(sigma: 0.9), column: border, row: border)
        return canvas.image
    }
}
