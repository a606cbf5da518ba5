internal import Foundation
internal import Vision

/// A head that is drawn and belongs to nobody: an ellipsoid with hair, eyes and a mouth, which turns. It needs neither a
/// photograph nor a network. No face engine has to take it for a face: it is for whoever needs images of a person that nobody is.
public struct DrawnHead: Sendable {
    private typealias Colour = SIMD3<Double>

    private let skin: Colour
    private let hair: Colour
    private let clothes: Colour

    /// - Parameter seed: the same seed draws the same head.
    public init(seed: UInt64) {
        var randomness = RepeatableRandomness(seed: seed)
        let tone = randomness.uniform(in: 0...1)
        skin = Colour(236, 196, 168) * (1 - 0.5 * tone) + Colour(-24, -14, 0) * tone
        hair = Colour(96, 66, 44) * randomness.uniform(in: 0.3...1.4)
        clothes = Colour(
            randomness.uniform(in: 40...170), randomness.uniform(in: 60...150), randomness.uniform(in: 70...190))
    }

    /// The frames of `motion`, 480 × 640: JPEG, quality 85, with the noise of a camera anew in each.
    /// - Parameter blur: of the lens, as a standard deviation in pixels.
    /// - Throws: `.imageNotWritten`.
    public func frames(_ motion: HeadMotion, blur: Double = 0) throws(DemoMaterialError) -> [DemoFrame] {
        let size = ImageSize(width: 480, height: 640)
        var frames: [DemoFrame] = []
        for (index, moment) in motion.moments(faceWidth: Self.widthShare * Double(size.width)).enumerated() {
            let drawn = image(size: size, yawInDegrees: moment.pose.yawInDegrees, shift: moment.pose.shift)
            let noisy = CameraNoise().applied(
                to: drawn.blurred(sigma: blur), gain: moment.gain,
                randomness: RepeatableRandomness(seed: motion.seed, part: index))
            frames.append(
                DemoFrame(bytes: try noisy.demoJPEG(quality: 85), timeInMilliseconds: moment.timeInMilliseconds))
        }
        return frames
    }

    /// As a passport shows it, 7 : 9.
    var portrait: Image { image(size: ImageSize(width: 420, height: 540), yawInDegrees: 0, shift: .zero) }

    /// Of the head in the image's width.
    static let widthShare = 0.42

    func image(size: ImageSize, yawInDegrees: Double, shift: SIMD2<Double>) -> Image {
        let (width, height) = (Double(size.width), Double(size.height))
        let centre = SIMD2(0.5 * width, 0.44 * height) + shift
        let radius = SIMD2(0.5 * Self.widthShare * width, 0.68 * Self.widthShare * width)
        let (sine, cosine) = (sin(yawInDegrees * .pi / 180), cos(yawInDegrees * .pi / 180))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * 3)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let place = (SIMD2(Double(column), Double(row)) - centre) / radius
                let depth = 1 - place.x * place.x - place.y * place.y
                let colour: Colour
                if depth > 0 {
                    let toCamera = depth.squareRoot()
                    let across = place.x * cosine - toCamera * sine
                    let ahead = place.x * sine + toCamera * cosine
                    let light = 0.62 + 0.38 * max(0, 0.9 * toCamera - 0.3 * place.x - 0.3 * place.y)
                    colour = self.colour(across: across, down: place.y, ahead: ahead) * light
                } else {
                    colour = behind(place, row: Double(row) / height)
                }
                // Blue, green, red.
                for channel in [2, 1, 0] { pixels.append(UInt8(min(max(colour[channel], 0), 255))) }
            }
        }
        return Image(size: size, pixels: pixels)
    }

    /// Of the head's surface, in its own axes: from −1 to 1 from side to side, from crown to chin and from back to front.
    private func colour(across: Double, down: Double, ahead: Double) -> Colour {
        func isWithin(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
            let (u, v) = ((across - x) / width, (down - y) / height)
            return ahead > 0 && u * u + v * v < 1
        }
        if down < -0.52 - 0.12 * across || ahead < -0.05 { return hair }
        for side in [-0.36, 0.36] {
            if isWithin(side, -0.08, 0.055, 0.055) { return Colour(44, 40, 46) }
            if isWithin(side, -0.08, 0.14, 0.065) { return Colour(238, 236, 232) }
            if isWithin(side, -0.24, 0.17, 0.032) { return hair * 0.8 }
        }
        if isWithin(0, 0.46, 0.26, 0.05) { return Colour(168, 88, 84) }
        if isWithin(0.05, 0.2, 0.05, 0.13) { return skin * 0.84 }
        return skin
    }

    /// Neck, shoulders and wall.
    private func behind(_ place: SIMD2<Double>, row: Double) -> Colour {
        if (0.6...1.45).contains(place.y + 0.9 * place.x * place.x), abs(place.x) < 0.5 { return skin * 0.72 }
        let (u, v) = (place.x / 2.3, (place.y - 2.6) / 1.35)
        if u * u + v * v < 1 { return clothes }
        return Colour(206, 210, 212) * (1 - 0.25 * row)
    }
}

extension PassportPage {
    /// Prints a page for `holder` with a drawn head as its portrait.
    ///
    /// - Throws: `.holderNotPrintable`, `.typefaceMissing`.
    public init(holder: PassportHolder, drawn head: DrawnHead) throws(DemoMaterialError) {
        try self.init(holder: holder, portrait: head.portrait)
    }
}
