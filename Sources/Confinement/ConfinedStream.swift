internal import CConfinement

/// A file that a confined process has open. Foundation asks the system more of one than the process may.
public struct ConfinedStream: Sendable {
    private let descriptor: Int32

    public static let standardInput = ConfinedStream(descriptor: 0)
    public static let standardOutput = ConfinedStream(descriptor: 1)

    /// Everything up to the end.
    /// - Returns: nil where it is longer than so many bytes, or cannot be read.
    public func readToEnd(atMost count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let length = cconfinement_read(descriptor, &buffer, buffer.count)
            guard length >= 0, bytes.count + length <= count else { return nil }
            guard length > 0 else { return bytes }
            bytes += buffer.prefix(length)
        }
    }

    /// So many bytes; nil where the end comes first.
    public func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return cconfinement_read_all(descriptor, &bytes, count) == 1 ? bytes : nil
    }

    /// - Returns: whether all of it was written.
    public func write(_ bytes: [UInt8]) -> Bool {
        cconfinement_write_all(descriptor, bytes, bytes.count) == 1
    }
}
