internal import CBrotli

/// RFC 7932.
enum Brotli {
    private static let quality: Int32 = 5
    private static let windowBits: Int32 = 22

    static func compressed(_ text: [UInt8]) -> [UInt8]? {
        let capacity = BrotliEncoderMaxCompressedSize(text.count)
        guard capacity > 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            var size = capacity
            let isDone = BrotliEncoderCompress(
                quality, windowBits, BROTLI_MODE_TEXT, text.count, text, &size, target.baseAddress)
            count = isDone == 0 ? 0 : size
        }
        return bytes.isEmpty ? nil : bytes
    }
}
