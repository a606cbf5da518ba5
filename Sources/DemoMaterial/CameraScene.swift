internal import Foundation
public import Vision

/// What is before a camera, moment after moment.
public struct CameraScene: Sendable {
    /// One moment, without the sensor's noise.
    struct View: Sendable {
        var image: Image
        /// Factor on the brightness.
        var gain: Double
    }

    /// Of each frame; both sides even.
    public let size: ImageSize
    /// What is seen so many seconds after the beginning.
    let view: @Sendable (_ seconds: Double) -> View

    /// The same with less light.
    ///
    /// - Parameter share: of the light, 0...1.
    public func dimmed(to share: Double) -> CameraScene {
        CameraScene(size: size) { [view] seconds in
            var dimmed = view(seconds)
            dimmed.gain *= share
            return dimmed
        }
    }

    /// A painted wall with nobody before it.
    public static func wall(size: ImageSize) -> CameraScene {
        var canvas = Canvas(width: size.width, height: size.height, paper: Ink(206, 210, 212))
        canvas.cover(columns: 0..<size.width, rows: 0..<size.height, with: Ink(120, 122, 126)) { x, y in
            0.35 * y / Double(size.height) + 0.12 * x / Double(size.width)
        }
        let image = canvas.image
        return CameraScene(size: size) { _ in View(image: image, gain: 1) }
    }
}

extension RenderedHead {
    /// The head before a phone: straight and still for a second, then from side to side without end.
    public func filmed(seed: UInt64) -> CameraScene {
        let swing = HeadSwing(faceWidth: depth.faceWidth, seed: seed)
        return CameraScene(size: size) { seconds in
            let moment = swing.moment(at: seconds)
            return CameraScene.View(image: image(at: moment.pose), gain: moment.gain)
        }
    }
}

extension DrawnHead {
    /// The head before a phone: straight and still for a second, then from side to side without end.
    public func filmed(size: ImageSize = ImageSize(width: 480, height: 640), seed: UInt64) -> CameraScene {
        let swing = HeadSwing(faceWidth: Self.widthShare * Double(size.width), seed: seed)
        return CameraScene(size: size) { seconds in
            let moment = swing.moment(at: seconds)
            let drawn = image(size: size, yawInDegrees: moment.pose.yawInDegrees, shift: moment.pose.shift)
            return CameraScene.View(image: drawn, gain: moment.gain)
        }
    }
}

extension PassportPage {
    /// The page on a wooden table before a phone that is held as still as a hand can.
    ///
    /// - Parameter size: both sides even.
    public func filmed(size: ImageSize = ImageSize(width: 1280, height: 960)) -> CameraScene {
        // Seen once, with a rim around it, and shifted: a hand moves a phone by so little that the page looks the same.
        let rim = 24
        let whole = ImageSize(width: size.width + 2 * rim, height: size.height + 2 * rim)
        var view = PhoneView(size: whole, blurInPixels: 0.4)
        view.pageShare *= Double(size.width) / Double(whole.width)
        let still = seen(view)
        let middle = Point(x: Double(whole.width) / 2, y: Double(whole.height) / 2)
        return CameraScene(size: size) { seconds in
            func swaying(_ slow: Double, _ fast: Double, _ phase: Double) -> Double {
                slow * sin(2 * .pi * 0.6 * seconds + phase) + fast * sin(2 * .pi * 2.3 * seconds + 2 * phase)
            }
            let held = AffineTransform.rotation(byRadians: swaying(0.0025, 0.0004, 0.4), about: middle)
                .then(
                    .translation(
                        x: swaying(3, 0.8, 1.3) - Double(rim), y: swaying(2.5, 0.8, 2.6) - Double(rim)))
            return CameraScene.View(image: still.warped(by: held, to: size), gain: 1)
        }
    }
}
