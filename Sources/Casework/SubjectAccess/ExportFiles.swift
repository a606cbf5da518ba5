internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

/// Where the files of an export go: a folder or an archive, which nobody but their owner reads. What is not finished leaves
/// nothing behind.
final class ExportFiles {
    struct Written: Equatable, Sendable {
        let name: String
        /// Lower-case hexadecimal.
        let sha256: String
        let size: Int
    }

    private enum Place {
        case folder(String)
        case archive(ZipWriter)
    }

    private let place: Place
    private(set) var written: [Written] = []
    private var isFinished = false

    /// - Throws: a sentence where it exists or cannot be made.
    init(folder: String) throws {
        guard mkdir(folder, S_IRWXU) == 0 else {
            let code = errno
            throw code == EEXIST
                ? ConfigurationError(description: "\(folder) exists; name a folder that does not.")
                : PathTrouble.error(folder, cannotBe: .made, code)
        }
        place = .folder(folder)
    }

    /// - Throws: a sentence where it exists or cannot be made.
    init(archive path: String, at instant: Instant) throws {
        place = .archive(try ZipWriter(path, at: instant))
    }

    deinit {
        guard !isFinished, case .folder(let folder) = place else { return }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// - Parameter name: relative, also with sub-folders.
    /// - Returns: the name.
    @discardableResult
    func write(_ bytes: [UInt8], as name: String) throws -> String {
        switch place {
        case .archive(let archive): try archive.add(bytes, as: name)
        case .folder(let folder):
            let file = folder + "/" + name
            let parent = URL(fileURLWithPath: file).deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard
                FileManager.default.createFile(
                    atPath: file, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            else { throw StorageError.folderUnusable(path: file) }
        }
        written.append(Written(name: name, sha256: Digest.hex(bytes), size: bytes.count))
        return name
    }

    func finish() throws {
        if case .archive(let archive) = place { try archive.finish() }
        isFinished = true
    }
}
