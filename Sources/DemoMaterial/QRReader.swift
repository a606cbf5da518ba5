internal import CZXing
public import Vision

/// Reads the QR symbol that hands an enrollment to a phone, as the phone's camera would.
public enum QRReader {
    /// The content of the one QR symbol in an image file (PNG, JPEG or WebP), or nil where none can be read.
    ///
    /// - Throws: where the bytes are not an image.
    public static func content(ofImage bytes: [UInt8]) throws(ImageError) -> [UInt8]? {
        content(of: try Image(decoding: bytes).grey)
    }

    /// The content of the one QR symbol in `image`, or nil where none can be read.
    public static func content(of image: GreyImage) -> [UInt8]? {
        guard let width = Int32(exactly: image.size.width), let height = Int32(exactly: image.size.height) else {
            return nil
        }
        // Version 40 at the lowest error correction holds 2953 bytes (ISO/IEC 18004, table 7).
        let capacity = 2953
        let content = [UInt8](unsafeUninitializedCapacity: capacity) { content, count in
            guard let target = content.baseAddress else { return }
            var length = 0
            let status = czxing_read_qr(image.pixels, width, height, target, capacity, &length)
            count = status == CZXING_OK ? length : 0
        }
        return content.isEmpty ? nil : content
    }
}
