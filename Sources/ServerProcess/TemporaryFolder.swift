import Foundation

/// A new folder with everything in it, removed with this value.
public final class TemporaryFolder: Sendable {
    public let path: String

    /// - Parameter name: what the folder's name begins with.
    public init(_ name: String) throws {
        path = NSTemporaryDirectory() + "/\(name)-\(ProcessInfo.processInfo.globallyUniqueString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
