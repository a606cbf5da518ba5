internal import Foundation

/// Why the models on this machine cannot be used. Names files, so for the operator only.
public enum ModelError: Error, Equatable, Sendable {
    /// `models.lock` is not a lock that this version reads.
    case lockUnreadable
    /// A file is not there. Relative to the model folder.
    case missing(file: String)
    /// A file is not the one that the lock or a pack's manifest names: other bytes.
    case unexpectedContent(file: String)
    /// A manifest or table of a pack is not what its format says.
    case manifestUnreadable(file: String)
}

/// Which digest a lock names a file by.
public enum ModelDigest: Sendable {
    case sha256
    case sha384
}

/// The folder in which the set-up put the models.
public struct ModelFolder: Sendable {
    public let path: String
    /// Where its networks are kept compiled.
    public let compiled: CompiledNetworks?

    public init(path: String, compiled: CompiledNetworks? = nil) {
        self.path = path
        self.compiled = compiled
    }

    /// Where the file is.
    /// - Parameter relative: its path inside the folder.
    /// - Throws: `missing`.
    public func file(_ relative: String) throws(ModelError) -> String {
        guard contains(relative) else { throw .missing(file: relative) }
        return path + "/" + relative
    }

    public func contains(_ relative: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + relative)
    }

    /// The file's bytes.
    /// - Throws: `missing`, also for what cannot be read.
    public func contents(of relative: String) throws(ModelError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path + "/" + relative) else {
            throw .missing(file: relative)
        }
        return [UInt8](data)
    }

    /// The file's length in bytes, of what a link leads to; nil where it is not there.
    public func byteCount(of relative: String) -> Int? {
        let file = URL(fileURLWithPath: path + "/" + relative).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// Names of the folders inside, sorted.
    public var subfolders: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    /// Compares every file that the lock names with its digests, some 50 MB, so once at start.
    ///
    /// An optional pack may be absent as a whole; once one of its networks is there, all must be, with their manifest and
    /// its tables. A manifest that lies at a place of the lock is compared even where its networks are gone: it could name
    /// others.
    /// - Parameter digest: the digest of the bytes in lower-case hexadecimal.
    /// - Returns: the names of the packs that are complete.
    /// - Throws: `missing` and `unexpectedContent` with the first file that is wrong, in the lock's order.
    @discardableResult
    public func verify(against lock: ModelLock, digest: (ModelDigest, [UInt8]) -> String) throws(ModelError)
        -> Set<String>
    {
        let present = Set(lock.entries.filter { contains($0.path) }.map(\.pack))
        for entry in lock.entries where entry.isRequired || present.contains(entry.pack) {
            try verify(entry.path, against: entry.forms, digest: digest)
        }
        let packs = Set(lock.entries.filter { $0.isRequired }.map(\.pack)).union(present)
        for manifest in lock.manifests where packs.contains(manifest.pack) || contains(manifest.path) {
            try verify(manifest.path, against: [manifest.form], digest: digest)
        }
        return packs
    }

    private func verify(
        _ file: String, against forms: [ModelLock.Form], digest: (ModelDigest, [UInt8]) -> String
    ) throws(ModelError) {
        let bytes = try contents(of: file)
        let isExpected = forms.contains { form in
            guard form.bytes == bytes.count else { return false }
            if let sha256 = form.sha256 { return digest(.sha256, bytes) == sha256 }
            if let sha384 = form.sha384 { return digest(.sha384, bytes) == sha384 }
            return false
        }
        guard isExpected else { throw .unexpectedContent(file: file) }
    }

    /// The packs that lie here and of which the lock knows nothing, because the operator brought them. By their folders,
    /// sorted.
    public func packs(unknownTo lock: ModelLock) -> [String] {
        let known = Set(lock.manifests.map(\.path))
        return subfolders.map { $0 + "/manifest.json" }.filter { !known.contains($0) && contains($0) }
            .map { String($0.dropLast("/manifest.json".count)) }
    }
}
