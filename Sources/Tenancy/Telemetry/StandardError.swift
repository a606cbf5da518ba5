internal import Foundation

/// Standard error, as a process writes there that must go on when nobody reads it or its disk is full.
public enum StandardError {
    /// Writes `text`, or does not. `FileHandle.write(_:)` would end the process where it cannot.
    public static func write(_ text: String) {
        write(Data(text.utf8))
    }

    static func write(_ bytes: Data) {
        try? FileHandle.standardError.write(contentsOf: bytes)
    }
}
