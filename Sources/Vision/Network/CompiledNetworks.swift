internal import Foundation

/// A folder in which networks are kept as the runtime compiled them: to bring one back takes a fifth of the time of compiling
/// it, and gives the same bits.
///
/// The runtime trusts what it brings back, so that only a folder and files count that the user of this process or the
/// superuser owns and nobody else can write: others are as good as absent. So is what was cut short, and what was made
/// of another file, by another version of the runtime or on another kind of processor. Nothing here fails: at worst a
/// network is compiled again.
public struct CompiledNetworks: Sendable {
    private let folder: String
    private let digest: @Sendable ([UInt8]) -> String

    /// - Parameters:
    ///   - folder: made where it is not there, with its parent's leave.
    ///   - digest: of bytes, as text without line ends; one against forgery of models, such as SHA-256.
    public init(folder: String, digest: @escaping @Sendable ([UInt8]) -> String) {
        self.folder = folder
        self.digest = digest
    }

    /// Whether the folder is there and nobody else can write in it: else every start compiles all networks.
    public var isTrusted: Bool { OwnedFolder(path: folder) != nil }

    /// The place of one network. Nil where its file cannot be read or the processor does not say what it is.
    /// - Parameter file: as `Network` takes it.
    func entry(of file: String) -> Entry? {
        let weights = file.hasSuffix(".xml") ? [String(file.dropLast(4)) + ".bin"] : []
        guard let processor = ProcessorSupport.description else { return nil }
        var origin = [processor, Network.runtimeVersion]
        for part in [file] + weights {
            guard let bytes = FileManager.default.contents(atPath: part) else { return nil }
            origin.append(digest([UInt8](bytes)))
        }
        // One file for a network, whatever it was made of: what an update leaves behind is written over.
        let name = file.split(separator: "/").suffix(2).joined(separator: "_") + ".compiled"
        return Entry(
            folder: folder, name: name, origin: digest(Array(origin.joined(separator: "\n").utf8)), digest: digest)
    }

    struct Entry {
        fileprivate let folder: String
        fileprivate let name: String
        /// Digest of what the network was made of and by.
        fileprivate let origin: String
        fileprivate let digest: ([UInt8]) -> String

        /// What was kept; nil where that is nothing to trust.
        func bytes() -> ArraySlice<UInt8>? {
            guard let folder = OwnedFolder(path: folder), let contents = folder.contents(of: name) else { return nil }
            guard let end = contents.firstIndex(of: UInt8(ascii: "\n")).map({ $0 + 1 }) else { return nil }
            let network = contents[end...]
            return Array(contents[..<end]) == head(of: Array(network)) ? network : nil
        }

        func keep(_ network: [UInt8]) {
            _ = mkdir(folder, 0o755)
            OwnedFolder(path: folder)?.write(head(of: network) + network, as: name)
        }

        private func head(of network: [UInt8]) -> [UInt8] {
            Array("onboarding compiled network 1, \(origin), \(digest(network))\n".utf8)
        }
    }

    /// A folder that only this user and the superuser can have written in.
    private struct OwnedFolder: ~Copyable {
        /// More than any network that compiles in seconds.
        private static let maximumBytes = 1 << 29

        private let descriptor: Int32

        init?(path: String) {
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0, Self.isOwned(descriptor, kind: S_IFDIR) != nil else { return nil }
        }

        deinit {
            close(descriptor)
        }

        func contents(of name: String) -> [UInt8]? {
            let opened = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard opened >= 0 else { return nil }
            let file = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
            guard let size = Self.isOwned(opened, kind: S_IFREG), size <= Self.maximumBytes,
                let bytes = try? file.readToEnd(), bytes.count == size
            else { return nil }
            return [UInt8](bytes)
        }

        func write(_ bytes: [UInt8], as name: String) {
            let part = name + ".part"
            unlinkat(descriptor, part, 0)
            let opened = openat(descriptor, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard opened >= 0 else { return }
            let file = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
            guard (try? file.write(contentsOf: Data(bytes))) != nil,
                renameat(descriptor, part, descriptor, name) == 0
            else {
                unlinkat(descriptor, part, 0)
                return
            }
        }

        /// The size, where the open file is of this kind and nobody else's.
        private static func isOwned(_ descriptor: Int32, kind: mode_t) -> Int? {
            var status = stat()
            guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == kind,
                status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o022 == 0
            else { return nil }
            return Int(status.st_size)
        }
    }
}
