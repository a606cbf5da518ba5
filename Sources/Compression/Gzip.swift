internal import CZlib

/// RFC 1952, without a name and a time.
enum Gzip {
    private static let level: Int32 = 6
    /// The largest window; 16 more asks for the form of gzip.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    static func compressed(_ text: [UInt8]) -> [UInt8]? {
        guard let textCount = UInt32(exactly: text.count) else { return nil }
        var stream = z_stream()
        let isReady = deflateInit2_(
            &stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard isReady == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        guard let capacity = UInt32(exactly: deflateBound(&stream, UInt(text.count))) else { return nil }
        // The library reads what it takes as its own to write.
        var source = text
        let bytes = source.withUnsafeMutableBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: Int(capacity)) { target, count in
                (stream.next_in, stream.avail_in) = (source.baseAddress, textCount)
                (stream.next_out, stream.avail_out) = (target.baseAddress, capacity)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}
