internal import Configuration
internal import Foundation
internal import OnboardingJSON
internal import SystemPackage

/// What a server is told at start. Read once, from the command line, then the environment (`ONBOARDING_…`), then a JSON
/// file, into one value.
public struct ServerConfiguration: Sendable {
    public enum LogFormat: String, Sendable {
        case text, json
    }

    public var dataFolder: String
    public var host: String
    /// 0 takes a free port.
    public var port: Int
    /// Without a trailing slash; nil for the address it listens on.
    public var publicURL: String?
    public var tlsCertificate: String?
    public var tlsKey: String?
    /// Those whose `X-Forwarded-For` is trusted.
    public var trustedProxies: [AddressBlock]
    /// Private networks in which tenants' OpenID Connect providers may lie.
    public var providerNetworks: [AddressBlock]
    public var logLevel: String
    public var logFormat: LogFormat
    public var modelFolder: String
    /// The committed list of models with their digests.
    public var modelLock: String
    public var masterKeyFile: String
    /// Nil for the master key's path with `.erasures` appended.
    public var erasureJournal: String?
    /// Opens /metrics.
    public var metricsToken: String?
    /// To which the daily check adds the head of what it found intact.
    public var auditHeadFile: String?
    /// Nil where no mail is sent.
    public var mail: MailConfiguration?
    /// Nil where the audit trail is sent nowhere.
    public var syslog: SyslogConfiguration?
    /// Threads for decoding and networks.
    public var workers: Int
    /// Whether a start is refused where decoders cannot be confined by all there is.
    public var requiresSandbox: Bool
}

/// What a server can be told, by the name that a configuration file has for it. `ServerConfiguration.schema` says what each may
/// be.
enum Setting: String, CaseIterable {
    case data, host, port, publicUrl, tlsCert, tlsKey, trustedProxies, providerNetworks, logLevel, logFormat, models,
        modelLock, masterKeyFile, erasureJournal, metricsToken, auditHeadFile, mailUrl, mailFrom, mailUser,
        mailPasswordFile, mailCaFile, syslog, syslogCaFile, syslogCert, syslogKey, workers, requireSandbox
}

/// A value that was given and cannot be used. A start stops on it: a default in its place would hide the mistake.
public struct ConfigurationError: Error, CustomStringConvertible {
    /// What the command line's exit code says of it (`docs/command-line.md`).
    package enum Kind: Sendable {
        case other
        /// What was named is not there.
        case notFound
        /// A rule of this program's says no.
        case refused
        /// What is kept is not what was written.
        case damaged
        /// A value that was given is none.
        case misused
    }

    public let description: String
    package let kind: Kind

    package init(description: String, kind: Kind = .other) {
        self.description = description
        self.kind = kind
    }
}

/// Two are the same where they say the same.
extension ConfigurationError: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.description == right.description }
}

extension ServerConfiguration {
    /// - Parameters:
    ///   - options: what the command line said, by configuration key (`publicUrl`); wins over everything.
    ///   - file: a JSON file with the same flat keys; must be there if it is named.
    public static func read(options: [String: String], file: String?) async throws -> ServerConfiguration {
        var providers: [any ConfigProvider] = [
            InMemoryProvider(
                name: "command line",
                values: Dictionary(
                    uniqueKeysWithValues: options.map {
                        (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false))
                    })),
            EnvironmentVariablesProvider().prefixKeys(with: "onboarding"),
        ]
        if let file {
            try checkMembers(ofFile: file)
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(file)))
            } catch {
                throw ConfigurationError(description: "The configuration file \(file) cannot be read as JSON.")
            }
        }
        let values = Values(reader: ConfigReader(providers: providers))
        let dataFolder = try values.text(.data) ?? "./onboarding-data"
        let configuration = ServerConfiguration(
            dataFolder: dataFolder,
            host: try values.text(.host).map(IPAddress.withoutBrackets) ?? "127.0.0.1",
            port: try values.integer(.port, in: 0...65_535) ?? 8080,
            publicURL: try values.text(.publicUrl).map(PublicURL.normal),
            tlsCertificate: try values.text(.tlsCert),
            tlsKey: try values.text(.tlsKey),
            trustedProxies: try values.addressBlocks(.trustedProxies),
            providerNetworks: try values.addressBlocks(.providerNetworks),
            logLevel: try values.word(
                .logLevel, of: ["trace", "debug", "info", "notice", "warning", "error", "critical"])
                ?? "info",
            logFormat: try values.word(.logFormat, of: ["text", "json"]).flatMap(LogFormat.init) ?? .text,
            modelFolder: try values.text(.models) ?? Installation.root + "/models",
            modelLock: try values.text(.modelLock) ?? Installation.root + "/models.lock",
            masterKeyFile: try values.text(.masterKeyFile).map({ try Self.masterKeyFile($0) })
                ?? Self.defaultMasterKeyFile(besides: dataFolder),
            erasureJournal: try values.text(.erasureJournal),
            metricsToken: try values.text(.metricsToken),
            auditHeadFile: try values.text(.auditHeadFile),
            mail: try values.mail(),
            syslog: try values.syslog(),
            workers: try values.integer(.workers, in: 1...256) ?? max(1, ProcessInfo.processInfo.activeProcessorCount),
            requiresSandbox: try values.word(.requireSandbox, of: ["yes", "no"]) == "yes")
        try configuration.check()
        return configuration
    }

    /// Every member is a setting, and a text or a whole number. The library reads `true` as 1 and passes over what it cannot convert.
    private static func checkMembers(ofFile file: String) throws(ConfigurationError) {
        let json = try NamedFile.contents(of: file)
        guard JSONShape.validationError(in: json) == nil,
            let members = try? JSONDecoder().decode([String: JSONValue].self, from: Data(json))
        else { throw ConfigurationError(description: "The configuration file \(file) is no JSON object.") }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            guard Setting(rawValue: key) != nil else {
                let names = Setting.allCases.map(\.rawValue)
                let nearest = NearestWord.of(names, to: key).map { " Did you mean \($0)?" } ?? ""
                throw ConfigurationError(
                    description: "\(key) is no setting.\(nearest) There are \(names.joined(separator: ", ")).")
            }
            switch value {
            case .string: continue
            case .number(let number) where Int(exactly: number) != nil: continue
            default: throw ConfigurationError(description: "\(key) must be a text or a whole number.")
            }
        }
    }

    /// A path as it is; for `credential:NAME`, the file of that credential, which systemd has put into a folder of this unit.
    /// - Parameter credentials: that folder.
    static func masterKeyFile(
        _ text: String, credentials: String? = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
    ) throws(ConfigurationError) -> String {
        let prefix = "credential:"
        guard text.hasPrefix(prefix) else { return text }
        let name = text.dropFirst(prefix.count)
        guard let credentials, !credentials.isEmpty else {
            throw ConfigurationError(
                description: "master-key-file: \(text) needs CREDENTIALS_DIRECTORY, which systemd sets for a unit.")
        }
        guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            throw ConfigurationError(description: "master-key-file: \(text) is no name of a credential.")
        }
        return "\(credentials)/\(name)"
    }

    /// The data folder's path with `.key` appended: beside it, never in it.
    public static func defaultMasterKeyFile(besides dataFolder: String) -> String {
        var path = dataFolder
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + ".key"
    }

    var isLoopback: Bool { IPAddress.isLoopback(host: host) }

    private func check() throws(ConfigurationError) {
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw ConfigurationError(description: "tls-cert and tls-key belong together: only one was given.")
        }
        if let publicURL, !PublicURL.isUsable(publicURL) {
            throw ConfigurationError(
                description:
                    "public-url must be https:// (or http:// for tests) and a host, with or without a port and a "
                    + "path, and nothing else.")
        }
        if let auditHeadFile {
            let folder = URL(fileURLWithPath: auditHeadFile).deletingLastPathComponent().path
            let isThere = FileManager.default.fileExists(atPath: auditHeadFile)
            guard FileManager.default.isWritableFile(atPath: isThere ? auditHeadFile : folder) else {
                throw ConfigurationError(description: "audit-head-file: \(auditHeadFile) cannot be written.")
            }
        }
        try mail?.check()
        try syslog?.check()
        if !isLoopback, tlsCertificate == nil, trustedProxies.isEmpty {
            throw ConfigurationError(
                description:
                    "\(host) is not a loopback address: give --tls-cert and --tls-key, or name the proxies that "
                    + "terminate TLS with --trusted-proxies.")
        }
    }

    /// Tells a value that is missing from one that does not convert, which the library's defaults would not.
    private struct Values {
        let reader: ConfigReader

        func text(_ setting: Setting) throws(ConfigurationError) -> String? {
            let key = ConfigKey([setting.rawValue])
            if let text = reader.string(forKey: key) { return text.isEmpty ? nil : text }
            // A JSON file may say a number where a text is meant, as for `port`.
            return reader.int(forKey: key).map { String($0) }
        }

        func integer(_ setting: Setting, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
            guard let text = try text(setting) else { return nil }
            guard let value = Int(text), range.contains(value) else {
                throw ConfigurationError(
                    description:
                        "\(setting.rawValue) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
            }
            return value
        }

        /// What stands between commas, blanks around it or not.
        func addressBlocks(_ setting: Setting) throws(ConfigurationError) -> [AddressBlock] {
            var blocks: [AddressBlock] = []
            for entry in try text(setting)?.split(separator: ",") ?? [] {
                guard let block = AddressBlock(entry.trimmingCharacters(in: .whitespaces)) else {
                    throw ConfigurationError(
                        description:
                            "\(setting.rawValue) must be addresses, or blocks such as 10.0.0.0/8, separated by commas.")
                }
                blocks.append(block)
            }
            return blocks
        }

        /// - Returns: nil where nothing is said of mail.
        func mail() throws(ConfigurationError) -> MailConfiguration? {
            let (url, sender) = (try text(.mailUrl), try text(.mailFrom))
            let (user, passwordFile) = (try text(.mailUser), try text(.mailPasswordFile))
            let certificates = try text(.mailCaFile)
            guard let url, let sender else {
                guard [url, sender, user, passwordFile, certificates].allSatisfy({ $0 == nil }) else {
                    throw ConfigurationError(
                        description: "To send mail, mail-url and mail-from are both needed: one is missing.")
                }
                return nil
            }
            return MailConfiguration(
                url: url, sender: sender, user: user, passwordFile: passwordFile, certificates: certificates)
        }

        /// - Returns: nil where nothing is said of syslog.
        func syslog() throws(ConfigurationError) -> SyslogConfiguration? {
            let (receiver, certificates) = (try text(.syslog), try text(.syslogCaFile))
            let (certificate, key) = (try text(.syslogCert), try text(.syslogKey))
            guard let receiver else {
                guard [certificates, certificate, key].allSatisfy({ $0 == nil }) else {
                    throw ConfigurationError(
                        description: "To send the audit trail, syslog has to name who takes it: it is missing.")
                }
                return nil
            }
            return SyslogConfiguration(
                receiver: receiver, certificates: certificates, certificate: certificate, key: key)
        }

        func word(_ setting: Setting, of words: [String]) throws(ConfigurationError) -> String? {
            guard let text = try text(setting) else { return nil }
            guard words.contains(text) else {
                throw ConfigurationError(
                    description: "\(setting.rawValue) must be one of \(words.joined(separator: ", ")).")
            }
            return text
        }
    }
}
