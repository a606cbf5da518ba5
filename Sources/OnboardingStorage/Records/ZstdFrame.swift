internal import CZstd

/// One zstd frame (RFC 8878), by libzstd's one-shot calls, which keep no pointer and may run on any thread.
enum ZstdFrame {
    /// libzstd's default: measurements shrink to a fifth in well under a millisecond.
    private static let level: Int32 = 3

    static func compress(_ bytes: [UInt8]) throws(StorageError) -> [UInt8] {
        let capacity = ZSTD_compressBound(bytes.count)
        var isError = false
        let frame = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            let result = ZSTD_compress(target.baseAddress, capacity, bytes, bytes.count, level)
            isError = ZSTD_isError(result) != 0
            count = isError ? 0 : result
        }
        guard !isError else { throw .evidenceUnreadable }
        return frame
    }

    /// The contents of `frame`, which must be `count` bytes: no more memory than that is taken, whatever the frame says.
    static func decompress(_ frame: [UInt8], to count: Int) throws(StorageError) -> [UInt8] {
        var isComplete = false
        let contents = [UInt8](unsafeUninitializedCapacity: count) { target, written in
            let result = ZSTD_decompress(target.baseAddress, count, frame, frame.count)
            isComplete = ZSTD_isError(result) == 0 && result == count
            written = isComplete ? count : 0
        }
        guard isComplete else { throw .evidenceUnreadable }
        return contents
    }
}
