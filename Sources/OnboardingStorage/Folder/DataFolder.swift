internal import Foundation
internal import OnboardingCore

/// The folder that holds everything a server keeps, but for the master key, which lies outside.
///
/// ```
/// onboarding.sqlite   tenants, enrollments, events, records (`Store`)
/// keys.sqlite         wrapped keys (`KeyStore`): a file of its own, because what is erased here is gone for good
/// evidence/           sealed images and measurements (`EvidenceStore`); in quarantine/ what no row names
/// lock                held by the one server that serves this folder
/// ```
package struct DataFolder: Sendable {
    package let path: String

    package var databasePath: String { path + "/onboarding.sqlite" }
    package var keysPath: String { path + "/keys.sqlite" }
    package var evidencePath: String { path + "/evidence" }
    /// Where evidence lies for a while that no row names.
    static func quarantine(in evidence: String) -> String { evidence + "/quarantine" }
    var lockPath: String { path + "/lock" }

    package init(path: String) {
        self.path = path
    }

    private static let contents = ["onboarding.sqlite", "keys.sqlite", "evidence", "lock"]

    /// Takes the folder of a server that was begun here, and makes none: a path that was mistyped must not look like a
    /// server without data.
    /// - Throws: `folderMissing` where no database lies there; else as `prepare`.
    package static func existing(_ path: String) throws(StorageError) -> DataFolder {
        guard DataFolder(path: path).isBegun else { throw .folderMissing(path: path) }
        return try prepare(path)
    }

    /// Whether a server was begun here, as far as one may look inside; who may not is told so by `prepare`.
    package var isBegun: Bool {
        [databasePath, keysPath].contains { (path: String) in access(path, F_OK) == 0 || errno == EACCES }
    }

    package var hasDatabase: Bool { Self.hasBytes(databasePath) }
    package var hasKeys: Bool { Self.hasBytes(keysPath) }

    /// SQLite takes a file without a byte, as a failed copy leaves one, for a new database.
    private static func hasBytes(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// Makes the folder with mode 0700, or takes the one that is there and narrows it to that mode.
    /// - Throws: `folderInUseByOthers` for a folder with other files and none of ours, which is more likely a slip of
    ///   the hand than a data folder; `folderUnusable` with the first path that cannot be made or written: everything
    ///   that a server will have to write is tried now.
    package static func prepare(_ path: String) throws(StorageError) -> DataFolder {
        let folder = DataFolder(path: path)
        do {
            let files = FileManager.default
            // The folder itself in one call: with a mode given later, others could look in for a moment.
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try files.createDirectory(atPath: parent, withIntermediateDirectories: true)
            guard mkdir(path, S_IRWXU) == 0 || errno == EEXIST else { throw StorageError.folderUnusable(path: path) }
            let names = try files.contentsOfDirectory(atPath: path).filter { $0 != "lost+found" }
            guard names.isEmpty || names.contains(where: contents.contains) else {
                throw StorageError.folderInUseByOthers
            }
            try narrow(path)
            try makeFolder(folder.evidencePath)
            // All of them now, so that no object ever waits for a folder to be on the disk.
            for shard in 0...255 {
                try makeFolder(folder.evidencePath + "/" + (shard < 16 ? "0" : "") + String(shard, radix: 16))
            }
            for name in names where contents.contains(where: name.hasPrefix) {
                // Whoever closes a database at this moment takes its log away.
                guard access(path + "/" + name, F_OK) == 0 || errno != ENOENT else { continue }
                try checkWritable(path + "/" + name)
            }
            try synchronize(folder.evidencePath)
            try synchronize(path)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .folderUnusable(path: path)
        }
        return folder
    }

    /// Waits until the names in `folder` are on the disk.
    package static func synchronize(_ folder: String) throws(StorageError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .folderUnusable(path: folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .folderUnusable(path: folder) }
    }

    private static func makeFolder(_ path: String) throws(StorageError) {
        guard mkdir(path, S_IRWXU) == 0 || errno == EEXIST else { throw .folderUnusable(path: path) }
        try checkWritable(path)
    }

    private static func checkWritable(_ path: String) throws(StorageError) {
        guard access(path, R_OK | W_OK) == 0 else { throw .folderUnusable(path: path) }
    }

    /// Takes rights away from the group and others, and gives the owner none that were taken away on purpose.
    private static func narrow(_ path: String) throws(StorageError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IRWXU == S_IRWXU,
            status.st_mode & (S_IRWXG | S_IRWXO) == 0 || chmod(path, S_IRWXU) == 0
        else { throw .folderUnusable(path: path) }
        try checkWritable(path)
    }

    /// Whether there is room for what the next requests leave, and the right to write it.
    package var takesFiles: Bool {
        (Self.freeBytes(at: path) ?? 0) >= Limit.freeSpace.value
            && [path, evidencePath].allSatisfy { (path: String) in access(path, W_OK) == 0 }
    }

    /// Whether what is left will not last.
    package var isLow: Bool { (Self.freeBytes(at: path) ?? 0) < Limit.lowSpace.value }

    /// What the file system of `path` has left for this user; nil where it does not say.
    package static func freeBytes(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore ? .max : bytes
    }

    /// Takes the folder for one server. Commands beside it (tenants, keys) do not take the lock.
    /// - Throws: `alreadyServed` while another process, or another part of this one, holds it.
    package func lock() throws(StorageError) -> DataFolderLock {
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw .folderUnusable(path: lockPath) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            close(descriptor)
            throw isHeld ? .alreadyServed : .folderUnusable(path: lockPath)
        }
        return DataFolderLock(descriptor: descriptor)
    }
}

/// The right to serve a data folder, until this is released or the process ends, however it ends.
package final class DataFolderLock: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
