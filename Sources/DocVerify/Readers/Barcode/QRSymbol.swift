internal import CZXing
package import Vision

/// The one QR symbol of an image, looked for at several sizes and in all directions: what hands an enrollment to a phone.
package enum QRSymbol {
    /// Version 40 at the lowest error correction holds 2953 bytes (ISO/IEC 18004, table 7).
    private static let capacity = 2953

    /// Nil where none can be read.
    package static func content(of image: GreyImage) -> [UInt8]? {
        guard let width = Int32(exactly: image.size.width), let height = Int32(exactly: image.size.height) else {
            return nil
        }
        let content = [UInt8](unsafeUninitializedCapacity: capacity) { content, count in
            guard let target = content.baseAddress else { return }
            var length = 0
            let status = czxing_read_qr(image.pixels, width, height, target, capacity, &length)
            count = status == CZXING_OK ? length : 0
        }
        return content.isEmpty ? nil : content
    }
}
