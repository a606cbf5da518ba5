internal import Foundation

/// Why a path that somebody named cannot be used, in a sentence for them.
package enum PathTrouble {
    package enum Use: String, Sendable {
        case read, written, made
    }

    /// - Parameter code: of the system, as `errno` has it.
    package static func error(_ path: String, cannotBe use: Use, _ code: Int32) -> ConfigurationError {
        ConfigurationError(
            description: path.isEmpty
                ? "A path is empty." : "\(path) cannot be \(use.rawValue): \(cause(path, use, code)).")
    }

    /// The same of what Foundation throws.
    /// - Parameters:
    ///   - path: that it was about, where the error does not say so itself.
    ///   - use: the same.
    /// - Returns: nil where it is not about a file.
    package static func error(
        _ error: any Error, on path: String? = nil, cannotBe use: Use? = nil
    ) -> ConfigurationError? {
        if let error = error as? ConfigurationError { return error }
        guard let code = systemCode(of: error) else { return nil }
        let named = (error as? CocoaError)?.filePath
        guard let path = path ?? named else {
            return ConfigurationError(description: "A file cannot be used: \(words(code)).")
        }
        let isReading = (error as? CocoaError).map { (256..<512).contains($0.code.rawValue) } ?? false
        return Self.error(path, cannotBe: use ?? (isReading ? .read : .written), code)
    }

    private static func systemCode(of error: any Error) -> Int32? {
        if let error = error as? POSIXError { return error.code.rawValue }
        guard let error = error as? CocoaError else { return nil }
        if let below = error.underlying as? POSIXError { return below.code.rawValue }
        return switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
        case .fileReadNoPermission, .fileWriteNoPermission: EACCES
        case .fileReadInvalidFileName, .fileWriteInvalidFileName: ENAMETOOLONG
        case .fileWriteFileExists: EEXIST
        case .fileWriteOutOfSpace: ENOSPC
        case .fileWriteVolumeReadOnly: EROFS
        case .fileReadUnknown, .fileWriteUnknown, .fileReadTooLarge: EIO
        default: nil
        }
    }

    private static func cause(_ path: String, _ use: Use, _ code: Int32) -> String {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        switch code {
        case ENOENT where use != .read && !isFolder(parent): return "there is no folder \(parent)"
        case ENOENT where use != .read: return "nothing may be made in \(parent)"
        case ENOTDIR, EEXIST:
            let file = fileInTheWay(of: path)
            if let file, code == ENOTDIR || use == .made { return "\(file) is no folder" }
            return words(code)
        case EACCES where use != .read, EPERM where use != .read:
            return "nothing may be written in \(parent) (permission denied)"
        default: return words(code)
        }
    }

    /// Without a path, for a reader who knows no system.
    private static func words(_ code: Int32) -> String {
        switch code {
        case ENOENT: "it is not there"
        case ENOTDIR: "a part of the path is no folder"
        case EISDIR: "it is a folder"
        case EEXIST: "it is there already"
        case EACCES, EPERM: "permission denied"
        case ENOSPC, EDQUOT: "no space is left"
        case EROFS: "the file system is read-only"
        case ENAMETOOLONG: "the name is too long"
        case ELOOP: "its links lead in a circle"
        case EFBIG: "it is too large"
        case EIO: "the system cannot read or write there"
        default: String(cString: strerror(code))
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// What stands on the way to `path`, or at its end, and is no folder.
    private static func fileInTheWay(of path: String) -> String? {
        var url = URL(fileURLWithPath: path).standardizedFileURL
        while url.pathComponents.count > 1 {
            if FileManager.default.fileExists(atPath: url.path) { return isFolder(url.path) ? nil : url.path }
            url = url.deletingLastPathComponent()
        }
        return nil
    }
}
