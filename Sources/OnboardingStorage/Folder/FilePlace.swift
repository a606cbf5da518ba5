internal import Foundation

/// Which file lies at a path. Whoever moves a data folder away, or puts another in its place, leaves an open file that nobody will
/// look for, and a path that leads elsewhere.
struct FilePlace: Equatable, Sendable {
    let path: String
    private let device: dev_t
    private let number: ino_t

    /// Of the file that lies there now; nil where there is none, or the system does not say.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (self.path, device, number) = (path, status.st_dev, status.st_ino)
    }

    /// Whether the same file lies there still. A path that cannot be looked at leads to it, as far as one knows.
    var isKept: Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        return status.st_dev == device && status.st_ino == number
    }

    /// - Throws: `folderMoved`.
    func check() throws(StorageError) {
        guard isKept else { throw .folderMoved(path: path) }
    }
}
