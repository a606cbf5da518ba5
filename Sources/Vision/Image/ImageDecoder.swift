internal import Synchronization

/// Where the libraries decode the images that strangers sent: in this process, or in others that hold nothing.
///
/// One for the whole process, and no argument: images are decoded in forty places, of which none is to be forgotten.
public struct ImageDecoder: Sendable {
    /// Given a whole file, of which the order names the part that is decoded.
    let decode: @Sendable (DecodingOrder, [UInt8]) throws(ImageError) -> [UInt8]

    public init(_ decode: @escaping @Sendable (DecodingOrder, [UInt8]) throws(ImageError) -> [UInt8]) {
        self.decode = decode
    }

    public static let inThisProcess = ImageDecoder { order, bytes throws(ImageError) in
        let capacity = order.pixelByteCount
        var isWhole = false
        let pixels = [UInt8](unsafeUninitializedCapacity: capacity) { target, initializedCount in
            isWhole = bytes.withUnsafeBytes { order.perform($0, into: UnsafeMutableRawBufferPointer(target)) }
            initializedCount = isWhole ? capacity : 0
        }
        guard isWhole else { throw .corrupt }
        return pixels
    }

    private static let chosen = Mutex(inThisProcess)

    /// From now on, for all that this process decodes.
    public static func choose(_ decoder: ImageDecoder) {
        chosen.withLock { $0 = decoder }
    }

    static var current: ImageDecoder { chosen.withLock { $0 } }
}
