internal import FaceEngine
internal import Foundation
internal import Logging
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
public import Tenancy
internal import Vision

/// Looks at a machine, its models and its data, and says in plain words what is wrong. Changes nothing.
public struct Doctor: Sendable {
    public enum Severity: String, Sendable {
        case good, warning, problem
    }

    public struct Finding: Sendable {
        /// What was looked at: a word for the first column.
        public let subject: String
        public let severity: Severity
        public let sentence: String
    }

    /// How long it may take.
    public enum Thoroughness: Sendable {
        /// Well under a second: what a start can afford. The databases are examined later (`DatabaseCheck`).
        case quick
        /// Reads the whole database.
        case whole
    }

    let configuration: ServerConfiguration

    public init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
    }

    /// - Parameter tenant: for whose people alone it is said: no word of another tenant, nor of where files lie.
    public func examine(_ thoroughness: Thoroughness = .whole, for tenant: String? = nil) async -> [Finding] {
        var findings = [processor]
        if thoroughness == .whole { findings += [models, networks, libraries] }
        findings += [decoders(thoroughness), descriptorLimit] + network + [disk]
        guard DataFolder(path: configuration.dataFolder).isBegun else {
            return findings + [clock(after: nil), beginning]
                + [await mail(waiting: 0, thoroughness), await syslog(nil, thoroughness, for: tenant)]
                .compactMap(\.self)
        }
        var (waiting, trail) = (0, TrailStanding?.none)
        do {
            // With the key file gone, opening the directory would be refused with the same words.
            _ = try MasterKey.load(path: configuration.masterKeyFile, outside: configuration.dataFolder)
            let data = try DataDirectory(
                dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile, makesMissing: false,
                migrates: false)
            findings.append(try await keys(of: data, thoroughness, for: tenant))
            if let finding = try await attributes(of: data, for: tenant) { findings.append(finding) }
            findings.append(.good("schema", "of version \(try await data.store.schemaVersion())"))
            findings.append(clock(after: try await data.store.newestInstant()))
            if tenant == nil { findings += try await removals(in: data) }
            waiting = try await data.store.mailBacklog().waiting
            if let receiver = try configuration.syslog?.parsed {
                trail = try await data.store.trailStanding(of: receiver.name)
            }
            if thoroughness == .whole {
                findings += try await weakened(in: data, for: tenant)
                findings += try await pendingRetention(in: data, for: tenant)
                findings += try await webhooks(of: data, for: tenant)
                findings += await Self.databases(of: data)
            }
        } catch StorageError.databaseIsOlder {
            findings.append(.warning("data", StorageError.databaseIsOlder.description))
        } catch let error as MasterKeyError {
            findings.append(
                .problem(
                    "keys",
                    tenant == nil ? error.sentence(on: configuration.masterKeyFile) : "the master key cannot be read"))
        } catch {
            let known = tenant == nil ? (error as? StorageError)?.description : nil
            findings.append(.problem("data", known ?? "the databases cannot be opened"))
        }
        return findings
            + [await mail(waiting: waiting, thoroughness), await syslog(trail, thoroughness, for: tenant)]
            .compactMap(\.self)
    }

    /// Where no server was begun yet.
    private var beginning: Finding {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: configuration.dataFolder, isDirectory: &isFolder)
        return exists && !isFolder.boolValue
            ? .problem("data", "\(configuration.dataFolder) is a file and no folder")
            : .good("data", "there are none yet: onboarding tenant create NAME")
    }

    private func keys(
        of data: DataDirectory, _ thoroughness: Thoroughness, for tenant: String?
    ) async throws -> Finding {
        let missing: MissingKeys
        if thoroughness == .whole {
            missing = try await data.missingKeys()
        } else {
            var tenants = MissingKeys()
            tenants.tenants = try await data.store.tenants()
                .filter { (tenant ?? $0.name) == $0.name && !data.keys.opensKey(of: $0.id) }.map(\.name)
            missing = tenants
        }
        guard missing.tenants.isEmpty else {
            return .problem("keys", "missing or changed: that of \(missing.tenants.joined(separator: ", "))")
        }
        guard missing.enrollments == 0 else {
            return .problem(
                "keys", "missing: those of \(missing.enrollments) enrollments, of which nothing opens any more")
        }
        return .good("keys", "the master key opens the tenants' keys")
    }

    private var processor: Finding {
        ProcessorSupport.hasAVX2
            ? .good("processor", "AVX2, \(ProcessInfo.processInfo.activeProcessorCount) cores")
            : .problem("processor", "it has no AVX2, which the networks need")
    }

    private var models: Finding {
        do {
            let packs = try ModelCheck.verify(configuration)
            let sentence =
                "networks, manifests and calibrations are as models.lock names them: "
                + packs.locked.joined(separator: ", ")
            guard packs.foreign.isEmpty else {
                return .warning(
                    "models",
                    "\(sentence); not of models.lock, but brought by whoever runs this server, and measured by nobody here: "
                        + packs.foreign.joined(separator: ", "))
            }
            return .good("models", sentence)
        } catch {
            return .problem("models", (error as? ConfigurationError)?.description ?? "they cannot be read")
        }
    }

    private var networks: Finding {
        do {
            let faces = try ModelCheck.faceEngine(modelFolder: configuration.modelFolder, workers: 1)
            let texture = try ModelCheck.textureNetworks(modelFolder: configuration.modelFolder, workers: 1).identities
            let computes =
                "\(faces.descriptor.name) computes what it computed where it was measured, by OpenVINO "
                + Network.runtimeVersion + "; networks of texture: "
                + (texture.isEmpty ? "none" : texture.map(\.name).joined(separator: ", ")) + "; of face attributes: "
                + (try ModelCheck.testAttributes(modelFolder: configuration.modelFolder) ? "installed" : "none")
            guard ModelCheck.folder(configuration.modelFolder).compiled?.isTrusted ?? false else {
                return .warning(
                    "networks",
                    "\(computes); every start compiles them, because .compiled beside the models cannot be made or is "
                        + "not this user's alone")
            }
            return .good("networks", computes)
        } catch {
            return .problem("networks", (error as? ConfigurationError)?.description ?? "they cannot be run")
        }
    }

    private var descriptorLimit: Finding {
        guard let limit = OpenFiles.limit else {
            return .warning("descriptors", "the limit on open files cannot be asked for")
        }
        let connections = "\(OpenFiles.connections(within: limit)) connections at one time"
        return limit >= OpenFiles.wanted
            ? .good("descriptors", "enough for \(connections)")
            : .warning(
                "descriptors",
                "only \(limit) files may be open at one time (ulimit -Hn), which leaves \(connections); "
                    + "\(OpenFiles.wanted) are better")
    }

    private var disk: Finding {
        var folder = URL(fileURLWithPath: configuration.dataFolder)
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            folder.deleteLastPathComponent()
        }
        guard let free = DataFolder.freeBytes(at: folder.path) else {
            return .problem("disk", "the file system of the data directory cannot be asked for its space")
        }
        guard access(folder.path, W_OK) == 0 else {
            return .problem("disk", "this user may not write the data directory")
        }
        let sentence = "\(free >> 20) MiB are free for the data directory"
        return switch free {
        case ..<(100 << 20): .problem("disk", sentence + ", too little to go on")
        case ..<UInt64(Limit.lowSpace.value): .warning("disk", sentence + "; an enrollment keeps about 1.5 MiB")
        default: .good("disk", sentence)
        }
    }

    /// Tokens, deadlines and expiry dates are judged by the clock. That it is right cannot be seen from here; that it is
    /// wrong can, where something is known to be older.
    private func clock(after known: Instant?) -> Finding {
        let program =
            (try? FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path))?[.modificationDate]
            as? Date
        let (now, shown) = (Date(), Instant.now().iso8601WithMilliseconds)
        if let program, program.timeIntervalSince(now) > 60 {
            return .problem("clock", "it says \(shown), which is before this program was built")
        }
        guard let known else { return .good("clock", "it says \(shown)") }
        let behind = Date(timeIntervalSince1970: Double(known.millisecondsSince1970) / 1000).timeIntervalSince(now)
        return behind > 60
            ? .problem("clock", "it is \(Int(behind)) seconds behind the newest entry of the database: one was wrong")
            : .good("clock", "it says \(shown)")
    }

    /// What SQLite says of the databases. Reads all of them.
    static func databases(of data: DataDirectory) async -> [Finding] {
        var findings: [Finding] = []
        let databases: [(String, @Sendable () async throws -> [String])] = [
            ("database", data.store.damage), ("key database", data.keys.damage),
        ]
        for (subject, damage) in databases {
            let read = try? await damage()
            // Cut short by the end of the server, which says nothing about the file.
            guard !Task.isCancelled else { break }
            let sentences = read ?? ["it cannot be read"]
            findings.append(
                sentences.isEmpty
                    ? .good(subject, "sound")
                    : .problem(subject, sentences.prefix(3).joined(separator: "; ") + " (restore a backup)"))
        }
        return findings
    }
}

extension Doctor.Finding {
    /// Says in the log what is not good.
    func log(to logger: Logger) {
        guard severity != .good else { return }
        logger.warning("look at this", metadata: ["subject": "\(subject)", "what": "\(sentence)"])
    }

    static func good(_ subject: String, _ sentence: String) -> Doctor.Finding {
        Doctor.Finding(subject: subject, severity: .good, sentence: sentence)
    }

    static func warning(_ subject: String, _ sentence: String) -> Doctor.Finding {
        Doctor.Finding(subject: subject, severity: .warning, sentence: sentence)
    }

    static func problem(_ subject: String, _ sentence: String) -> Doctor.Finding {
        Doctor.Finding(subject: subject, severity: .problem, sentence: sentence)
    }
}
