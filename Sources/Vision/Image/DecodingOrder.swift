internal import CVision

/// What a library is told of one file, from a header that was read without it: so the length of what it gives is known before
/// it sees a byte.
public struct DecodingOrder: Equatable, Sendable {
    let format: ImageFormat
    /// Up to and with the end of the image.
    public let byteCount: Int
    /// Of the rows as they are stored, reduced by `denominator`; of HEIF as they are shown.
    let size: ImageSize
    let denominator: Int
    /// Whether a file of four inks stores how much of each is missing.
    let isCMYKInverted: Bool

    /// Whether the library may show what lay in its memory where the file is damaged, also of another image: libde265 does. It is
    /// then for a process that has decoded nothing, and decodes nothing afterwards.
    public var mayShowMemory: Bool { format == .heic }

    /// Blue, green and red of each pixel.
    public var pixelByteCount: Int { size.width * size.height * 3 }

    /// Has the library decode on this thread, in this process.
    /// - Parameters:
    ///   - bytes: at least `byteCount`.
    ///   - pixels: at least `pixelByteCount`.
    /// - Returns: false for any missing or damaged part.
    public func perform(_ bytes: UnsafeRawBufferPointer, into pixels: UnsafeMutableRawBufferPointer) -> Bool {
        guard bytes.count >= byteCount, pixels.count >= pixelByteCount else { return false }
        let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let target = pixels.assumingMemoryBound(to: UInt8.self).baseAddress
        let (width, height) = (Int32(size.width), Int32(size.height))
        let status =
            switch format {
            case .jpeg:
                cvision_decode_jpeg(
                    source, byteCount, width, height, Int32(denominator), isCMYKInverted ? 1 : 0, target, pixels.count)
            case .png: cvision_decode_png(source, byteCount, width, height, target, pixels.count)
            case .webp: cvision_decode_webp(source, byteCount, width, height, target, pixels.count)
            case .heic, .avif: cvision_decode_heif(source, byteCount, width, height, target, pixels.count)
            }
        // C enumerations are open: an unknown status is a failure, never a success.
        return status == CVISION_OK
    }

    /// The order as it is handed to another process: always so many numbers.
    public static let numberCount = 6

    public var numbers: [Int32] {
        let format = Int32(ImageFormat.allCases.firstIndex(of: format) ?? 0)
        return [format, Int32(clamping: byteCount), Int32(size.width), Int32(size.height), Int32(denominator)]
            + [isCMYKInverted ? 1 : 0]
    }

    /// - Returns: nil for numbers that are no order.
    public init?(numbers: [Int32]) {
        let values = numbers.map { Int($0) }
        guard values.count == Self.numberCount, ImageFormat.allCases.indices.contains(values[0]), values[1] >= 0 else {
            return nil
        }
        let size = ImageSize(width: values[2], height: values[3])
        guard size.isOfAnImage else { return nil }
        self.init(
            format: ImageFormat.allCases[values[0]], byteCount: values[1], size: size, denominator: values[4],
            isCMYKInverted: values[5] != 0)
    }

    init(format: ImageFormat, byteCount: Int, size: ImageSize, denominator: Int, isCMYKInverted: Bool) {
        (self.format, self.byteCount, self.size) = (format, byteCount, size)
        (self.denominator, self.isCMYKInverted) = (denominator, isCMYKInverted)
    }
}
