internal import Foundation

/// Why there is no master key.
public enum MasterKeyError: Error, CaseIterable, Equatable, Sendable {
    /// The file lies inside the data folder, where a backup of the data would take the key along.
    case insideDataFolder
    /// There is no file of this name.
    case missing
    /// `create` found a file of this name.
    case alreadyExists
    /// Not a regular file, or one of another user than this process's and root.
    case notAKeyFile
    /// The group or others may read or write the file; its mode must be 0600 or stricter.
    case accessibleToOthers
    /// The file does not hold exactly 32 bytes.
    case wrongLength
    /// A rotation was to take the place of a key whose predecessor still lies beside it.
    case formerKeyKept
    /// The system refused to read or to write.
    case systemRefused
}

extension MasterKeyError {
    /// For the person who runs the program.
    public func sentence(on path: String) -> String {
        switch self {
        case .insideDataFolder:
            "The master key file \(path) lies in the data directory, where a backup would take it along; move it out."
        case .missing: "The master key file \(path) is missing; without it nothing that is stored can be opened."
        case .alreadyExists: "The master key file \(path) exists already."
        case .notAKeyFile: "The master key file \(path) is not a regular file of this user or root."
        case .accessibleToOthers: "Others than its owner may read or write the master key file; chmod 600 \(path)."
        case .wrongLength: "The master key file \(path) does not hold a key of 32 bytes."
        case .formerKeyKept:
            "\(MasterKey.formerPath(of: path)) holds the key before the last rotation, which backups of before need: move it to "
                + "where the copies of keys are, then rotate."
        case .systemRefused: "The master key file \(path) cannot be read or written; is the disk full?"
        }
    }
}

/// The key under which the tenants' keys are wrapped: a file of 32 random bytes, mode 0600, beside the data folder and
/// never in it.
public struct MasterKey: Sendable {
    public let sealingKey: SealingKey

    /// In characters: of the name of a file that is being written, between the path and `.new`.
    static let suffixLength = 16

    /// Reads the key from `path`.
    /// - Parameter dataFolder: what the file must not lie in.
    public static func load(path: String, outside dataFolder: String) throws(MasterKeyError) -> MasterKey {
        try checkPlace(of: path, outside: dataFolder)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .systemRefused }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .systemRefused }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .notAKeyFile
        }
        guard status.st_mode & (S_IRWXG | S_IRWXO) == 0 else { throw .accessibleToOthers }

        // One byte more than a key, to notice a longer file.
        var bytes = [UInt8](repeating: 0, count: SealingKey.byteCount + 1)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .systemRefused }
        guard let key = try? SealingKey(bytes: Array(bytes.prefix(count))) else { throw .wrongLength }
        return MasterKey(sealingKey: key)
    }

    /// Makes a new key and its file.
    ///
    /// The file appears under its name complete or not at all, also when the process dies or two run at once: it is
    /// written and synced under a temporary name and then linked, which fails if the name is taken.
    public static func create(path: String, outside dataFolder: String) throws(MasterKeyError) -> MasterKey {
        guard let key = try? SealingKey.generate() else { throw .systemRefused }
        return try MasterKey(sealingKey: key).write(to: path, outside: dataFolder)
    }

    /// Writes the key into a file that is not there yet, as `create` does.
    @discardableResult
    public func write(to path: String, outside dataFolder: String) throws(MasterKeyError) -> MasterKey {
        try Self.checkPlace(of: path, outside: dataFolder)
        guard let suffix = try? Random.bytes(Self.suffixLength / 2) else { throw .systemRefused }
        let temporaryPath = path + "." + Hexadecimal.encode(suffix) + ".new"
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw .systemRefused }
        defer {
            close(descriptor)
            unlink(temporaryPath)
        }
        let bytes = sealingKey.bytes
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw .systemRefused
        }
        guard link(temporaryPath, path) == 0 else { throw errno == EEXIST ? .alreadyExists : .systemRefused }
        try Self.synchronizeFolder(of: path)
        return self
    }

    /// Reads the key, and makes it first where there is none.
    public static func loadOrCreate(path: String, outside dataFolder: String) throws(MasterKeyError) -> MasterKey {
        do {
            return try load(path: path, outside: dataFolder)
        } catch .missing {
            do {
                return try create(path: path, outside: dataFolder)
            } catch .alreadyExists {
                // Another process was quicker; its key is the one.
                return try load(path: path, outside: dataFolder)
            }
        }
    }

    private static func checkPlace(of path: String, outside dataFolder: String) throws(MasterKeyError) {
        guard !resolved(path).starts(with: resolved(dataFolder)) else { throw .insideDataFolder }
    }

    /// The parts of the absolute path without links. What does not exist yet is taken as it is written, below the nearest
    /// folder that does exist.
    private static func resolved(_ path: String) -> [String] {
        let isAbsolute = path.hasPrefix("/")
        let absolute = isAbsolute ? path : FileManager.default.currentDirectoryPath + "/" + path
        var existing = absolute.split(separator: "/")
        var missing: [Substring] = []
        while !existing.isEmpty {
            if let real = realpath("/" + existing.joined(separator: "/"), nil) {
                defer { free(real) }
                existing = String(cString: real).split(separator: "/")
                break
            }
            missing.insert(existing.removeLast(), at: 0)
        }
        for part in missing where part != "." {
            if part == ".." { _ = existing.popLast() } else { existing.append(part) }
        }
        return existing.map(String.init)
    }

    static func synchronizeFolder(of path: String) throws(MasterKeyError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .systemRefused }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .systemRefused }
    }
}

extension MasterKey: SecretValue {}
