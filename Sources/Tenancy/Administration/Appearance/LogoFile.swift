internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Vision

/// Why a file does not become a logo.
package enum LogoRefusal: String, CaseIterable, Error, Sendable {
    /// No PNG, JPEG, still WebP, HEIC or AVIF, or a damaged one. A drawing (SVG) is a document that may run scripts.
    case notAnImage
    case tooLarge
    case tooSmall
    /// It would be larger than pages have room for.
    case tooDetailed
}

/// A logo as it is kept and served: what was given is decoded and encoded anew, so that no foreign byte reaches a browser.
///
/// It stands on white in both schemes, because transparent parts become white and a dark logo would not be seen in the dark.
struct LogoFile: Sendable {
    /// Three times the size at which the widest and the highest logo is shown.
    private static let (mostWidth, mostHeight) = (480, 96)
    private static let leastSide = 16
    private static let quality = 85

    let bytes: [UInt8]
    let mark: LogoMark

    init(_ given: [UInt8]) throws(LogoRefusal) {
        let side = Limit.logoSide.value
        let limits = ImageLimits(
            minimumSide: Self.leastSide, maximumPixels: side * side, maximumBytes: Limit.logoFile.value)
        do {
            let header = try ImageHeader(of: given, limits: limits)
            guard header.size.longestSide <= side else { throw LogoRefusal.tooLarge }
            let image = Self.reduced(try Image(decoding: given, limits: limits))
            var (file, type) = (try image.png(), "image/png")
            // A photograph among logos.
            if file.count > Limit.storedLogo.value {
                (file, type) = (try image.jpeg(quality: Self.quality), "image/jpeg")
            }
            guard file.count <= Limit.storedLogo.value else { throw LogoRefusal.tooDetailed }
            bytes = file
            mark = LogoMark(
                digest: Hexadecimal.encode(Digest.sha256(file)), type: type, width: image.size.width,
                height: image.size.height)
        } catch let refusal as LogoRefusal {
            throw refusal
        } catch let error as ImageError {
            throw LogoRefusal(error)
        } catch {
            throw .notAnImage
        }
    }

    private static func reduced(_ image: Image) -> Image {
        let (width, height) = (Double(image.size.width), Double(image.size.height))
        let scale = min(1, Double(mostWidth) / width, Double(mostHeight) / height)
        func scaled(_ side: Double) -> Int { max(1, Int((side * scale).rounded())) }
        return image.resized(to: ImageSize(width: scaled(width), height: scaled(height)))
    }
}

extension LogoRefusal {
    fileprivate init(_ error: ImageError) {
        self =
            switch error {
            case .notAnImage, .corrupt: .notAnImage
            case .tooLarge: .tooLarge
            case .tooSmall: .tooSmall
            }
    }
}
