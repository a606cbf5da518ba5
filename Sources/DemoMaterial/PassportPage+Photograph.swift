public import Vision

/// How a phone looks at a page on a table.
public struct PhoneView: Equatable, Sendable {
    /// The top of the page lies farther away.
    public var tiltInDegrees: Double
    /// The right side of the page lies farther away.
    public var turnInDegrees: Double
    /// Clockwise in the image.
    public var rollInDegrees: Double
    /// Width of the page as a share of the image's width.
    public var pageShare: Double
    public var size: ImageSize
    /// Standard deviation of the lens's blur in pixels.
    public var blurInPixels: Double
    /// JPEG quality.
    public var quality: Int
    public var seed: UInt64

    /// The defaults are a hand that holds the phone not quite straight over the page.
    public init(
        tiltInDegrees: Double = 9, turnInDegrees: Double = -4, rollInDegrees: Double = 2.5, pageShare: Double = 0.84,
        size: ImageSize = ImageSize(width: 2000, height: 1500), blurInPixels: Double = 0.6, quality: Int = 88,
        seed: UInt64 = 1
    ) {
        self.tiltInDegrees = tiltInDegrees
        self.turnInDegrees = turnInDegrees
        self.rollInDegrees = rollInDegrees
        self.pageShare = pageShare
        self.size = size
        self.blurInPixels = blurInPixels
        self.quality = quality
        self.seed = seed
    }
}

extension PassportPage {
    /// The page on a wooden table as a phone takes it: perspective, a lamp from the upper left, a soft lens, sensor
    /// noise, JPEG.
    ///
    /// - Throws: `.imageNotWritten`.
    public func photographed(_ view: PhoneView = PhoneView()) throws(DemoMaterialError) -> [UInt8] {
        try CameraNoise(strength: 1.2)
            .applied(to: seen(view), gain: 1, randomness: RepeatableRandomness(seed: view.seed))
            .demoJPEG(quality: view.quality)
    }

    /// Millimetres on the page, from its middle, to pixels of the image.
    static func camera(_ view: PhoneView) -> PlaneCamera {
        let pose = RigidPose(
            yawInDegrees: view.turnInDegrees, pitchInDegrees: -view.tiltInDegrees, rollInDegrees: view.rollInDegrees)
        // 24 cm over the page, as one holds a phone.
        return PlaneCamera(
            pose: pose, size: view.size, pixelsPerUnit: view.pageShare * Double(view.size.width) / widthInMillimetres,
            distance: 240)
    }

    /// The same without noise.
    func seen(_ view: PhoneView) -> Image {
        let scene = FlatScene(
            face: image, width: Self.widthInMillimetres, height: Self.heightInMillimetres, cornerRadius: 3.2,
            shadow: (offset: SIMD2(1.1, 1.4), softness: 5, strength: 0.55), ground: .wood)
        let lit = scene.seen(by: Self.camera(view), size: view.size, seed: view.seed) { x, y in
            let (u, v) = (x - 0.38, y - 0.30)
            return 1.02 - 0.42 * (u * u + v * v) - 0.05 * x
        }
        return lit.blurred(sigma: view.blurInPixels)
    }
}
