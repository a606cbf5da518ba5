internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// Puts another master key in the place of the one that a data directory has, beside a running server.
///
/// The new key's file lies beside the old one before anything is wrapped under it; all keys are wrapped anew in one
/// transaction; then the file takes the old one's name. A process that dies in between leaves two files of which one opens
/// everything, and whoever opens the directory next ends what was begun.
public struct MasterKeyRotation: Sendable {
    /// Between two of them the process may die.
    package enum Step: CaseIterable, Sendable {
        case keyWritten, begun, rewrapped, replaced
    }

    public struct Report: Equatable, Sendable {
        /// How many keys were wrapped anew; nil where an interrupted rotation was ended.
        public let rewrapped: Int?
        /// Whether the new key lies where the old one did; no where that is a credential, which the program cannot write.
        public let isInPlace: Bool
        /// Where the key before is kept.
        public let former: String?
    }

    private let data: DataDirectory

    /// On a data directory that is there.
    public init(dataFolder: String, masterKeyFile: String) throws {
        data = try DataDirectory(dataFolder: dataFolder, masterKeyFile: masterKeyFile, makesMissing: false)
    }

    init(data: DataDirectory) {
        self.data = data
    }

    /// - Parameters:
    ///   - newKeyFile: where the new key is read from; nil for one that is made.
    ///   - isCompromised: whether somebody may have the key before: its file is not kept, and the server seals under a new key
    ///     from now on.
    ///   - progress: told how many keys were looked at, and how many there are.
    public func perform(
        newKeyFile: String?, isCompromised: Bool, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Report {
        try await perform(newKeyFile: newKeyFile, isCompromised: isCompromised, progress: progress, reach: { _ in })
    }

    /// - Parameter reach: called after each step.
    func perform(
        newKeyFile: String?, isCompromised: Bool,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
        reach: (Step) throws -> Void
    ) async throws -> Report {
        let path = data.masterKeyFile
        if data.hasEndedRotation {
            let report = try await endInterrupted(isCompromised: isCompromised)
            if let newKeyFile { try checkIsInUse(newKeyFile) }
            return report
        }
        let new = try newKey(newKeyFile)
        let isInPlace = MasterKey.canReplace(path: path)
        // The same key was named again, be it in its place or not yet.
        if try data.keys.isWrapped(under: new) {
            return Report(rewrapped: nil, isInPlace: isInPlace, former: nil)
        }
        try reach(.keyWritten)
        try await data.store.note(
            .keyRotationBegun(key: "master", isCompromised: isCompromised), tenant: nil, at: Instant.now())
        try reach(.begun)
        let count = try await data.keys.rewrap(under: new, renewsServerKey: isCompromised, progress: progress)
        try reach(.rewrapped)
        if isInPlace {
            try DataDirectory.named(path) { () throws(MasterKeyError) in
                try MasterKey.replace(path: path, keepsFormer: !isCompromised)
            }
        }
        try reach(.replaced)
        try await data.store.note(.keyRotationEnded(key: "master", count: count), tenant: nil, at: Instant.now())
        try await data.keys.forgetReplaced()
        return Report(rewrapped: count, isInPlace: isInPlace, former: former(path))
    }

    private func endInterrupted(isCompromised: Bool) async throws -> Report {
        let path = data.masterKeyFile
        if isCompromised {
            try DataDirectory.named(path) { () throws(MasterKeyError) in try MasterKey.deleteFormer(of: path) }
        }
        try await data.recordEndedRotation()
        try await data.keys.forgetReplaced()
        return Report(rewrapped: nil, isInPlace: true, former: former(path))
    }

    /// - Throws: where the rotation that has been ended was to another key than the one that is named now.
    private func checkIsInUse(_ newKeyFile: String) throws {
        let named = try DataDirectory.masterKey(newKeyFile, outside: data.folder.path)
        guard try data.keys.isWrapped(under: named) else {
            throw ConfigurationError(
                description: "The rotation that was cut off has ended, under another key than that of \(newKeyFile): "
                    + "run the command again to rotate to that one.")
        }
    }

    private func former(_ path: String) -> String? {
        let former = MasterKey.formerPath(of: path)
        return FileManager.default.fileExists(atPath: former) ? former : nil
    }

    /// The new key, of which a file lies beside that of the old one where one can.
    private func newKey(_ file: String?) throws(ConfigurationError) -> MasterKey {
        let (path, folder) = (data.masterKeyFile, data.folder.path)
        let next = MasterKey.nextPath(of: path)
        guard MasterKey.canReplace(path: path) else {
            guard let file else {
                throw ConfigurationError(
                    description: "\(path) cannot be replaced here: make the new key elsewhere and name it with "
                        + "--new-master-key-file.")
            }
            return try DataDirectory.masterKey(file, outside: folder)
        }
        try DataDirectory.named(path) { () throws(MasterKeyError) in
            try MasterKey.deleteLeftovers(of: path, outside: folder)
        }
        if let file {
            let named = try DataDirectory.masterKey(file, outside: folder)
            let key = try? MasterKey.load(path: path, outside: folder)
            if key?.sealingKey.bytes == named.sealingKey.bytes { return named }
        }
        try DataDirectory.named(path) { () throws(MasterKeyError) in try MasterKey.checkFormer(of: path) }
        guard let file else { return try DataDirectory.masterKey(next, outside: folder, makesMissing: true) }
        let new = try DataDirectory.masterKey(file, outside: folder)
        do {
            return try new.write(to: next, outside: folder)
        } catch .alreadyExists {
            let waiting = try DataDirectory.masterKey(next, outside: folder)
            guard waiting.sealingKey.bytes == new.sealingKey.bytes else {
                throw ConfigurationError(
                    description: "\(next) is the key of a rotation that was interrupted: end that one without "
                        + "--new-master-key-file, or remove the file.")
            }
            return new
        } catch {
            throw ConfigurationError(description: error.sentence(on: next))
        }
    }
}

extension DataDirectory {
    /// Puts on record that a rotation of the master key is over which a process had begun that died, and opening the directory
    /// ended. Where somebody may have the key before, its file is not kept, as the trail says of the beginning.
    /// - Returns: whether there was one.
    @discardableResult
    package func recordEndedRotation() async throws -> Bool {
        guard hasEndedRotation else { return false }
        let begun = try await store.auditEntries().last {
            $0.kind == AuditEvent.Kind.keyRotationBegun.rawValue && $0.detail["key"] == "master"
        }
        if begun?.detail["compromised"] == "true" {
            try DataDirectory.named(masterKeyFile) { () throws(MasterKeyError) in
                try MasterKey.deleteFormer(of: masterKeyFile)
            }
        }
        try await store.note(.keyRotationEnded(key: "master", count: 0), tenant: nil, at: Instant.now())
        return true
    }
}
