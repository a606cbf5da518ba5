internal import Foundation
internal import Vision

/// What is done to an image, so that its quality is known.
public enum SampleDegradation: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case none
    /// By a Gaussian whose standard deviation is so many percent of the face's width.
    case blur(Double)
    /// Made smaller until the face is so many pixels wide; half as many, less a tenth, are between the eyes.
    case width(Double)
    /// JPEG of this quality.
    case jpeg(Int)
    /// Gaussian noise of this standard deviation, in grey levels.
    case noise(Double)
    /// Blurred, then with noise: to a measure of edges it looks sharp.
    case blurAndNoise(Double, Double)
    /// Blurred, then JPEG of this quality, whose blocks have edges.
    case blurAndJPEG(Double, Int)
    /// Made smaller, then as large as it was.
    case enlarged(Double)

    public static let allCases: [SampleDegradation] =
        [.none, .blur(0.75), .blur(1.5), .blur(2.5), .blur(4), .blur(6)]
        + [.width(100), .width(80), .width(65), .width(50), .width(35), .width(25), .enlarged(35), .enlarged(15)]
        + [.jpeg(60), .jpeg(30), .jpeg(15), .jpeg(8), .noise(8), .blurAndNoise(4, 8), .blurAndJPEG(4, 10)]

    public var description: String {
        switch self {
        case .none: "as it is"
        case .blur(let share): "blur \(Self.text(share)) %"
        case .width(let pixels): "face \(Self.text(pixels)) px"
        case .jpeg(let quality): "JPEG \(quality)"
        case .noise(let deviation): "noise \(Self.text(deviation))"
        case .blurAndNoise(let share, let deviation): "blur \(Self.text(share)) %, noise \(Self.text(deviation))"
        case .blurAndJPEG(let share, let quality): "blur \(Self.text(share)) %, JPEG \(quality)"
        case .enlarged(let pixels): "face \(Self.text(pixels)) px, enlarged"
        }
    }

    private static func text(_ value: Double) -> String { String(format: "%g", value) }

    /// What nothing else is done to is nearly lossless.
    private static let usualQuality = 92

    /// The degraded image as a file; nil where the image has less than what it is to be made to.
    /// - Parameters:
    ///   - width: of the face in the image, in pixels.
    ///   - seed: of the noise.
    func applied(to image: Image, faceWidth width: Double, seed: UInt64) -> [UInt8]? {
        var (changed, quality) = (image, Self.usualQuality)
        switch self {
        case .none: break
        case .blur(let share): changed = image.blurred(sigma: share * width / 100)
        case .width(let pixels):
            guard let small = image.reduced(by: pixels / width) else { return nil }
            changed = small
        case .enlarged(let pixels):
            guard let small = image.reduced(by: pixels / width) else { return nil }
            changed = small.resized(to: image.size)
        case .jpeg(let given): quality = given
        case .noise(let deviation): changed = image.noisy(deviation, seed)
        case .blurAndNoise(let share, let deviation):
            changed = image.blurred(sigma: share * width / 100).noisy(deviation, seed)
        case .blurAndJPEG(let share, let given):
            changed = image.blurred(sigma: share * width / 100)
            quality = given
        }
        return try? changed.jpeg(quality: quality)
    }
}

extension Image {
    /// Nil where that would make it larger, or leave nothing.
    fileprivate func reduced(by factor: Double) -> Image? {
        let (width, height) = (Int(Double(size.width) * factor), Int(Double(size.height) * factor))
        guard factor <= 1, width >= 16, height >= 16 else { return nil }
        return resized(to: ImageSize(width: width, height: height))
    }

    fileprivate func noisy(_ deviation: Double, _ seed: UInt64) -> Image {
        var randomness = SplitMix64(state: seed)
        return withNoise(deviation, &randomness)
    }
}
