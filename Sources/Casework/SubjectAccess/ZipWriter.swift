internal import Compression
internal import Foundation
internal import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

/// Writes a ZIP file entry by entry, beside its name until it is whole: a reader finds all of it or nothing.
final class ZipWriter {
    private let path: String
    private let unfinishedPath: String
    private let file: FileHandle
    private let format: ZipFormat
    private let bound: Int
    private var entries: [ZipFormat.Entry] = []
    private var size = 0
    private var isFinished = false

    /// - Parameter bound: bytes that the file may have.
    /// - Throws: a sentence where there is a file of this name already, or none can be made.
    init(_ path: String, at instant: Instant, bound: Int = Limit.exportArchive.value) throws {
        guard !FileManager.default.fileExists(atPath: path) else { throw Self.exists(path) }
        unfinishedPath = "\(path).\(UUID().uuidString.prefix(8)).partial"
        let descriptor = open(unfinishedPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PathTrouble.error(path, cannotBe: .made, errno) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        (self.path, self.bound) = (path, bound)
        format = ZipFormat(at: instant)
    }

    deinit {
        if !isFinished { unlink(unfinishedPath) }
    }

    func add(_ contents: [UInt8], as name: String) throws {
        guard ZipFormat.isName(name), !entries.contains(where: { $0.name == name }) else {
            throw StorageError.storedValueInvalid
        }
        // With the directory, whose entries are counted in 16 bits.
        let directory = (entries.count + 1) * (ZipFormat.placeSize + 200) + ZipFormat.endSize
        guard entries.count < Int(UInt16.max), size + contents.count + ZipFormat.headSize + 200 + directory <= bound
        else {
            throw ConfigurationError(
                description: "The export is larger than an archive may be (\(bound >> 20) MiB): write it to a folder.")
        }
        let entry = ZipFormat.Entry(
            name: name, crc: CRC32.of(contents), size: UInt32(contents.count), offset: UInt32(size))
        let head = format.head(of: entry)
        try write(head)
        try write(contents)
        entries.append(entry)
    }

    /// Puts the file in its place, durably. Nothing can be added any more.
    /// - Throws: a sentence where there is a file of this name meanwhile.
    func finish() throws {
        let offset = UInt32(size)
        for entry in entries { try write(format.place(of: entry)) }
        try write(ZipFormat.end(count: entries.count, size: UInt32(size) - offset, offset: offset))
        try file.synchronize()
        try file.close()
        // A link takes no name that is taken, as a rename does.
        guard link(unfinishedPath, path) == 0 else {
            let code = errno
            throw code == EEXIST ? Self.exists(path) : PathTrouble.error(path, cannotBe: .made, code)
        }
        unlink(unfinishedPath)
        isFinished = true
    }

    private func write(_ bytes: [UInt8]) throws {
        try file.write(contentsOf: Data(bytes))
        size += bytes.count
    }

    private static func exists(_ path: String) -> ConfigurationError {
        ConfigurationError(description: "\(path) exists; name a file that does not.")
    }
}
