package import OnboardingCore
internal import Foundation
internal import NIOPosix
package import OnboardingCrypto

/// Keeps sealed evidence objects as files: `evidence/AB/ABCD…`, named by the object's identifier in a sub-folder of its
/// first two digits (`DataFolder` makes them all).
package final class FolderEvidenceStore: EvidenceStore {
    /// Of the evidence.
    private let folder: String
    /// Nil where the folder is not there yet.
    private let place: FilePlace?
    /// Waiting for the disk is kept off the threads that Swift's tasks share. On Linux the threads of concurrent queues are
    /// those too.
    private static let disk: NIOThreadPool = {
        // As many files as are synced at a time; the file system does that together.
        let threads = NIOThreadPool(numberOfThreads: 8)
        threads.start()
        return threads
    }()

    package init(_ folder: DataFolder) {
        self.folder = folder.evidencePath
        place = FilePlace(folder.evidencePath)
    }

    package func write(
        _ object: EvidenceObject, kind: String, of enrollment: EnrollmentID, under dataKey: SealingKey, at now: Instant
    ) async throws -> EvidenceRow {
        let id = try EvidenceID.random()
        return try await onDisk { [folder] in
            let sealed = try object.sealed(as: id, of: enrollment, kind: kind, under: dataKey)
            try Self.write(sealed, to: Self.path(of: id, in: folder))
            return EvidenceRow(
                id: id, enrollmentID: enrollment, kind: kind, byteCount: sealed.count, digest: Digest.sha256(sealed),
                createdAt: now)
        }
    }

    package func read(_ row: EvidenceRow, under dataKey: SealingKey) async throws -> EvidenceObject {
        try await onDisk { [folder] in
            guard let sealed = try? Data(contentsOf: URL(fileURLWithPath: Self.path(of: row.id, in: folder))) else {
                throw StorageError.evidenceUnreadable
            }
            return try EvidenceObject(
                opening: [UInt8](sealed), as: row.id, of: row.enrollmentID, kind: row.kind, under: dataKey)
        }
    }

    package func isIntact(_ row: EvidenceRow) async throws -> Bool {
        try await onDisk { [folder] in
            let sealed = try? Data(contentsOf: URL(fileURLWithPath: Self.path(of: row.id, in: folder)))
            return sealed.map { Digest.sha256([UInt8]($0)) == row.digest } ?? false
        }
    }

    package func delete(_ id: EvidenceID) async throws {
        try await onDisk { [folder] in
            let path = Self.path(of: id, in: folder)
            guard unlink(path) == 0 || errno == ENOENT else { throw StorageError.folderUnusable(path: path) }
        }
    }

    package func sweep(
        olderThan instant: Instant, removingBefore end: Instant, at now: Instant, in store: any Store,
        bound: @Sendable (_ objects: Int) -> Int, progress: @Sendable (_ done: Int) -> Void
    ) async throws -> EvidenceSweep {
        let aside = DataFolder.quarantine(in: folder)
        var sweep = EvidenceSweep()
        sweep.putBack = try await putBack(from: aside, in: store)
        sweep.removed = try await onDisk { try Self.remove(in: aside, before: end) }
        var (objects, strangers) = (0, [String]())
        for shard in try await onDisk({ [folder] in try Self.names(in: folder) }) where EvidenceID.isShard(shard) {
            let names = try await onDisk { [folder] in try Self.names(in: folder + "/" + shard) }
            objects += names.count
            let old = try await onDisk { [folder] in
                names.filter { Self.lastWritten(folder + "/" + shard + "/" + $0).map { $0 < instant } ?? false }
            }
            let known = try await store.knownEvidence(among: old.compactMap(EvidenceID.init(text:)))
            strangers += old.filter { EvidenceID(text: $0).map { !known.contains($0) } ?? true }
                .map { shard + "/" + $0 }
            if !names.isEmpty { progress(objects) }
        }
        guard strangers.count <= bound(objects) else {
            sweep.tooMany = strangers.count
            return sweep
        }
        sweep.putAside = try await onDisk { [folder, strangers] in
            try Self.putAside(strangers, of: folder, into: aside, at: now)
        }
        return sweep
    }

    package func copy(_ row: EvidenceRow, to target: String) async throws -> Bool {
        try await onDisk { [folder] in
            let path = Self.path(of: row.id, in: target)
            var status = stat()
            if stat(path, &status) == 0, status.st_size == row.byteCount { return false }
            guard
                let sealed = FileManager.default.contents(atPath: Self.path(of: row.id, in: folder)).map([UInt8].init),
                Digest.sha256(sealed) == row.digest
            else { throw StorageError.evidenceUnreadable }
            let shard = URL(fileURLWithPath: path).deletingLastPathComponent().path
            guard mkdir(shard, S_IRWXU) == 0 || errno == EEXIST else { throw StorageError.folderUnusable(path: shard) }
            // What a copy that was cut off has left.
            unlink(path)
            try Self.write(sealed, to: path)
            return true
        }
    }

    /// The files that were put aside and are named by a row after all.
    private func putBack(from aside: String, in store: any Store) async throws -> Int {
        let names = try await onDisk { FileManager.default.fileExists(atPath: aside) ? try Self.names(in: aside) : [] }
        let known = try await store.knownEvidence(among: names.compactMap(EvidenceID.init(text:)))
        return try await onDisk { [folder] in
            for id in known {
                let path = Self.path(of: id, in: folder)
                guard rename(aside + "/" + id.text, path) == 0 else { throw StorageError.folderUnusable(path: path) }
            }
            return known.count
        }
    }

    /// - Parameter names: with their sub-folders.
    private static func putAside(
        _ names: [String], of folder: String, into aside: String, at now: Instant
    ) throws(StorageError) -> Int {
        guard !names.isEmpty else { return 0 }
        guard mkdir(aside, S_IRWXU) == 0 || errno == EEXIST else { throw .folderUnusable(path: aside) }
        let seconds = timespec(tv_sec: Int(now.millisecondsSince1970 / 1000), tv_nsec: 0)
        for name in names {
            let path = aside + "/" + name.split(separator: "/")[1]
            guard rename(folder + "/" + name, path) == 0 else { throw .folderUnusable(path: path) }
            // From when on it lies there.
            utimensat(AT_FDCWD, path, [seconds, seconds], 0)
        }
        return names.count
    }

    private static func remove(in aside: String, before end: Instant) throws -> Int {
        guard FileManager.default.fileExists(atPath: aside) else { return 0 }
        let old = try names(in: aside).map { aside + "/" + $0 }.filter { lastWritten($0).map { $0 < end } ?? false }
        for path in old { unlink(path) }
        return old.count
    }

    private func onDisk<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await Self.disk.runIfActive { [place] in
            // What is not there any more was not deleted, and what is there may be somebody else's.
            try place?.check()
            do {
                return try work()
            } catch {
                try place?.check()
                throw error
            }
        }
    }

    private static func path(of id: EvidenceID, in folder: String) -> String {
        "\(folder)/\(id.text.prefix(2))/\(id.text)"
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(StorageError) {
        // Under its own name from the start: nobody looks for an object before a row names it, and a file that is renamed
        // costs the file system a second commit.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw .folderUnusable(path: path) }
        let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten else {
            unlink(path)
            throw .folderUnusable(path: path)
        }
        try DataFolder.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    private static func lastWritten(_ path: String) -> Instant? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Instant(
            millisecondsSince1970: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000)
    }
}

extension EvidenceID {
    /// Whether a folder is one of those that objects lie in; whatever else lies beside them is not ours.
    fileprivate static func isShard(_ name: String) -> Bool {
        name.utf8.count == 2 && UInt8(name, radix: 16) != nil
    }
}
