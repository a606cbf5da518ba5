package import OnboardingJSON

extension ServerConfiguration {
    /// The JSON Schema of the configuration file, as `onboarding serve --config` takes it. No other member is allowed.
    package static var schema: JSONValue {
        JSONSchema.document(
            "Configuration file of the server",
            "What onboarding serve --config takes; the command line and the environment win over it.",
            properties: Dictionary(uniqueKeysWithValues: Setting.allCases.map { ($0.rawValue, $0.schema) }),
            ["additionalProperties": .bool(false)])
    }
}

extension Setting {
    fileprivate var schema: JSONValue {
        switch self {
        case .data: Self.text("The data directory.", initially: "./onboarding-data")
        case .host: Self.text("The address to listen on.", initially: "127.0.0.1")
        case .port: Self.number("The port to listen on; 0 takes a free one.", 0...65_535)
        case .publicUrl: Self.text("The URL under which clients reach this server.")
        case .tlsCert: Self.text("A PEM file with the certificate chain.")
        case .tlsKey: Self.text("A PEM file with the certificate's key.")
        case .trustedProxies: Self.text("Addresses and blocks of proxies that terminate TLS, separated by commas.")
        case .providerNetworks:
            Self.text("Private blocks in which OpenID Connect providers may lie, separated by commas.")
        case .logLevel:
            Self.words(
                "What is logged.", ["trace", "debug", "info", "notice", "warning", "error", "critical"],
                initially: "info")
        case .logFormat: Self.words("The form of log lines.", ["text", "json"], initially: "text")
        case .models: Self.text("The folder with the models.")
        case .modelLock: Self.text("The list of models with their digests.")
        case .masterKeyFile: Self.text("The master key's file, or credential:NAME for one that systemd hands over.")
        case .erasureJournal: Self.text("The journal of erasures.")
        case .metricsToken: Self.text("The bearer that opens /metrics.")
        case .auditHeadFile: Self.text("A file to which the daily check of the data adds its head.")
        case .mailUrl: Self.text("The server that takes mail: smtp://HOST or smtps://HOST, with or without a port.")
        case .mailFrom: Self.text("The address that messages to persons are from.")
        case .mailUser: Self.text("The user that the mail server knows this server as.")
        case .mailPasswordFile: Self.text("A file with that user's password.")
        case .mailCaFile: Self.text("A PEM file of certificates, to trust a mail server by these alone.")
        case .syslog: Self.text("Who takes the audit trail by syslog: HOST:PORT, or tcp://HOST:PORT on this machine.")
        case .syslogCaFile: Self.text("A PEM file of certificates, to trust that receiver by these alone.")
        case .syslogCert: Self.text("A PEM file with the certificate chain that the receiver is shown.")
        case .syslogKey: Self.text("A PEM file with that certificate's key.")
        case .workers: Self.number("Threads for images and networks.", 1...256)
        case .requireSandbox:
            Self.words("Whether a start is refused where decoders cannot be confined.", ["yes", "no"], initially: "no")
        }
    }

    private static func text(_ purpose: String, initially value: String? = nil) -> JSONValue {
        described(["type": .string("string")], purpose, value)
    }

    private static func words(_ purpose: String, _ words: [String], initially value: String) -> JSONValue {
        described(JSONSchema.words(words), purpose, value)
    }

    /// A number, or the same as a text.
    private static func number(_ purpose: String, _ range: ClosedRange<Int>) -> JSONValue {
        let number = JSONSchema.number("integer", Double(range.lowerBound)...Double(range.upperBound))
        return described(JSONSchema.either(number, JSONSchema.text("^[0-9]+$")), purpose, nil)
    }

    private static func described(_ members: JSONSchema.Members, _ purpose: String, _ value: String?) -> JSONValue {
        var members = members
        members["description"] = .string(purpose)
        members["default"] = value.map { .string($0) }
        return .object(members)
    }
}
