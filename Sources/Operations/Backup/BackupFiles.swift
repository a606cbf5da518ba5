internal import Foundation
internal import OnboardingStorage
internal import Tenancy

/// What a backup does to files, each on the disk when its function returns.
enum BackupFiles {
    /// Makes a folder that only its owner can look into, with those above it; one that is there stays.
    static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PathTrouble.error(error, on: path, cannotBe: .made) ?? error
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        try NamedFile.write(bytes, to: path)
        guard chmod(path, S_IRUSR | S_IWUSR) == 0 else { throw StorageError.folderUnusable(path: path) }
        try synchronizeFile(path)
    }

    static func copy(_ path: String, to target: String) throws {
        do {
            try FileManager.default.copyItem(atPath: path, toPath: target)
        } catch {
            throw PathTrouble.error(error, on: target, cannotBe: .written) ?? error
        }
        guard chmod(target, S_IRUSR | S_IWUSR) == 0 else { throw StorageError.folderUnusable(path: target) }
        try synchronizeFile(target)
    }

    /// Removes what is there, or nothing.
    static func remove(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    /// Puts `next` in the place of `current`, which becomes `previous`.
    static func swap(in folder: String) throws {
        try remove(folder + "/previous")
        if FileManager.default.fileExists(atPath: folder + "/current") {
            try move(folder + "/current", to: folder + "/previous")
        }
        try move(folder + "/next", to: folder + "/current")
        try DataFolder.synchronize(folder)
    }

    static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else { throw StorageError.folderUnusable(path: target) }
    }

    private static func synchronizeFile(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError.folderUnusable(path: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StorageError.folderUnusable(path: path) }
    }
}
