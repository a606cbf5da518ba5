internal import Foundation

/// How a new master key takes the place of the one before: the new file lies complete beside the old one before anything is
/// wrapped under it, and takes its name in one step afterwards. So one of the two opens what is stored, whenever the
/// process dies.
extension MasterKey {
    /// Where the next key waits until it takes the place of the one at `path`.
    public static func nextPath(of path: String) -> String { path + ".new" }

    /// Where the key before is kept, which opens backups made before the rotation.
    public static func formerPath(of path: String) -> String { path + ".old" }

    /// Whether a rotation can put another file in the place of `path`: no in a folder of credentials, which is read-only.
    public static func canReplace(path: String) -> Bool {
        access(URL(fileURLWithPath: path).deletingLastPathComponent().path, W_OK) == 0
    }

    /// - Throws: `formerKeyKept` where the file that `replace` would keep the old key in is taken.
    public static func checkFormer(of path: String) throws(MasterKeyError) {
        guard access(formerPath(of: path), F_OK) != 0 else { throw .formerKeyKept }
    }

    /// Puts the next key in the place of the one at `path`; nothing happens where there is no next one.
    /// - Parameter keepsFormer: whether the key before stays in a file beside it, where none is kept there yet.
    public static func replace(path: String, keepsFormer: Bool) throws(MasterKeyError) {
        let next = nextPath(of: path)
        guard access(next, F_OK) == 0 else { return }
        if keepsFormer, link(path, formerPath(of: path)) != 0, errno != EEXIST { throw .systemRefused }
        // Another process may have been quicker.
        guard rename(next, path) == 0 || errno == ENOENT else { throw .systemRefused }
        try synchronizeFolder(of: path)
    }

    /// Deletes a next key that is the one at `path` already, and what processes have left that died while they wrote one.
    public static func deleteLeftovers(of path: String, outside dataFolder: String) throws(MasterKeyError) {
        let next = nextPath(of: path)
        func bytes(_ path: String) -> [UInt8]? { (try? load(path: path, outside: dataFolder))?.sealingKey.bytes }
        if let waiting = bytes(next), waiting == bytes(path) {
            guard unlink(next) == 0 || errno == ENOENT else { throw .systemRefused }
        }
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            guard name.hasSuffix(".new") else { continue }
            let parts = name.dropLast(".new".count)
            let (written, suffix) = (parts.dropLast(suffixLength + 1), parts.suffix(suffixLength))
            guard [url.lastPathComponent[...], nextPath(of: url.lastPathComponent)[...]].contains(written),
                suffix.allSatisfy(\.isHexDigit)
            else { continue }
            guard unlink(folder.appendingPathComponent(name).path) == 0 || errno == ENOENT else { throw .systemRefused }
        }
        try synchronizeFolder(of: path)
    }

    /// Deletes the key before, which `replace` kept.
    public static func deleteFormer(of path: String) throws(MasterKeyError) {
        guard unlink(formerPath(of: path)) == 0 || errno == ENOENT else { throw .systemRefused }
        try synchronizeFolder(of: path)
    }
}
