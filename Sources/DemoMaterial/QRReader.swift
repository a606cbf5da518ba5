internal import CZXing
public import Vision

/// Reads the QR symbol that hands an enrollment to a phone, as the phone's camera would.
public enum QRReader {
    /// The content of the one QR symbol in a picture file (PNG, JPEG or WebP), or nil where none can be read.
    ///
    /// - Throws: where the bytes are not a picture.
    public static func content(ofPicture bytes: [UInt8]) throws(PictureError) -> [UInt8]? {
        content(of: try Picture(decoding: bytes).grey)
    }

    /// The content of the one QR symbol in `picture`, or nil where none can be read.
    public static func content(of picture: GreyPicture) -> [UInt8]? {
        guard let width = Int32(exactly: picture.size.width), let height = Int32(exactly: picture.size.height) else {
            return nil
        }
        // Version 40 at the lowest error correction holds 2953 bytes (ISO/IEC 18004, table 7).
        let capacity = 2953
        let content = [UInt8](unsafeUninitializedCapacity: capacity) { content, count in
            guard let target = content.baseAddress else { return }
            var length = 0
            let status = czxing_read_qr(picture.pixels, width, height, target, capacity, &length)
            count = status == CZXING_OK ? length : 0
        }
        return content.isEmpty ? nil : content
    }
}
