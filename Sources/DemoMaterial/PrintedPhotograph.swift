public import FaceEngine
public import Vision

/// The simplest presentation attack: a flat print of a photograph, held and tilted before a plain wall, its edges in
/// view.
public struct PrintedPhotograph: Sendable {
    /// Of each frame.
    public let size: ImageSize
    /// The print with its white border.
    private let print: Image
    /// In pixels of the frame, which are the print's too.
    private let faceWidth: Double

    /// - Throws: `.noFaceInPhotograph`.
    public init(
        photograph: Image, engine: FaceEngine, size: ImageSize = ImageSize(width: 480, height: 640)
    ) throws(DemoMaterialError) {
        self.size = size
        faceWidth = 0.36 * Double(min(size.width, size.height))
        let face = try FaceInPhotograph(in: photograph, engine: engine)
        let paper = ImageSize(
            width: Int(min(2.2 * faceWidth, 0.78 * Double(size.width))),
            height: Int(min(2.9 * faceWidth, 0.84 * Double(size.height))))
        let border = Int(0.05 * faceWidth)
        let inner = ImageSize(width: paper.width - 2 * border, height: paper.height - 2 * border)
        let shown = face.framed(
            photograph, faceWidth: faceWidth,
            faceCentre: Point(x: 0.5 * Double(inner.width), y: 0.46 * Double(inner.height)), size: inner)
        var canvas = Canvas(width: paper.width, height: paper.height, paper: Ink(236, 235, 231))
        canvas.paste(shown, column: border, row: border) { _, _ in 0.97 }
        print = canvas.image
    }

    /// The frames of `motion`: JPEG, quality 90, with the noise of a camera anew in each.
    ///
    /// - Throws: `.imageNotWritten`.
    public func frames(_ motion: PrintMotion = PrintMotion()) throws(DemoMaterialError) -> [DemoFrame] {
        var frames: [DemoFrame] = []
        for (index, moment) in motion.moments(faceWidth: faceWidth).enumerated() {
            let noisy = CameraNoise().applied(
                to: image(at: moment.pose, seed: motion.seed), gain: moment.gain,
                randomness: RepeatableRandomness(seed: motion.seed, part: index))
            frames.append(DemoFrame(bytes: try noisy.demoJPEG(), timeInMilliseconds: moment.timeInMilliseconds))
        }
        return frames
    }

    /// One moment of the print, without noise. The camera stands 3.2 face widths (about 45 cm) away.
    func image(at pose: RigidPose, seed: UInt64) -> Image {
        let camera = PlaneCamera(pose: pose, size: size, pixelsPerUnit: 1, distance: 3.2 * faceWidth)
        let scene = FlatScene(
            face: print, width: Double(print.size.width), height: Double(print.size.height), cornerRadius: 1,
            shadow: (offset: SIMD2(9, 14), softness: 30, strength: 0.3), ground: .wall(Ink(214, 208, 196)))
        return scene.seen(by: camera, size: size, seed: seed) { x, y in
            1.04 - 0.16 * x - 0.08 * y
        }
    }

    /// The same still sent again and again by someone who hides it: one image of the photograph, shifted by two pixels
    /// to and fro and encoded anew with other noise each time.
    public static func disguisedStill(
        of photograph: Image, engine: FaceEngine, size: ImageSize = ImageSize(width: 480, height: 640),
        frameCount: Int = 14, durationInMilliseconds: Double = 2600, seed: UInt64 = 1
    ) throws(DemoMaterialError) -> [DemoFrame] {
        let face = try FaceInPhotograph(in: photograph, engine: engine)
        let faceWidth = 0.36 * Double(min(size.width, size.height))
        let middle = Point(x: 0.5 * Double(size.width), y: 0.46 * Double(size.height))
        let stills = [Point(x: 0, y: 0), Point(x: 2, y: 0), Point(x: 2, y: 2), Point(x: 0, y: 2)].map { shift in
            face.framed(photograph, faceWidth: faceWidth, faceCentre: middle + shift, size: size)
        }
        let interval = durationInMilliseconds / Double(max(1, frameCount - 1))
        var frames: [DemoFrame] = []
        for index in 0..<max(1, frameCount) {
            let noisy = CameraNoise().applied(
                to: stills[index % stills.count], gain: 1, randomness: RepeatableRandomness(seed: seed, part: index))
            frames.append(DemoFrame(bytes: try noisy.demoJPEG(), timeInMilliseconds: Double(index) * interval))
        }
        return frames
    }
}
