import ArgumentParser
import Foundation
import Logging
import Onboarding
internal import OnboardingCore
import OnboardingHTTP
import OnboardingWeb
import Tenancy
import Vision

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the server until it is told to stop (SIGTERM, SIGINT).",
        discussion: """
            Every option but --config can also be set by the environment (ONBOARDING_HOST, ONBOARDING_PUBLIC_URL, …) or in the file \
            given with --config, a JSON object such as {"port": 8443, "publicUrl": "https://kyc.example.org"}. When the server is ready, standard output has one line: listening on URL. Logs go to \
            standard error. A first start takes --create; without it the server does not start where there are no data, or an empty \
            folder: a volume may not be mounted.
            """)

    @OptionGroup var data: DataOptions

    @Flag(help: "Makes the data directory where there is none, and its master key.")
    var create = false

    @Option(help: "The address to listen on (default 127.0.0.1).")
    var host: String?

    @Option(help: "The port to listen on; 0 takes a free one (default 8080).")
    var port: String?

    @Option(help: "The URL under which clients reach this server (default: the address it listens on).")
    var publicUrl: String?

    @Option(help: "A PEM file with the certificate chain.")
    var tlsCert: String?

    @Option(help: "A PEM file with the certificate's key.")
    var tlsKey: String?

    @Option(help: "Addresses of proxies that terminate TLS, or blocks such as 10.0.0.0/8, separated by commas.")
    var trustedProxies: String?

    @Option(
        help:
            "Blocks of private networks in which tenants' OpenID Connect providers may lie, such as 10.0.0.0/8, separated by commas (default: none)."
    )
    var providerNetworks: String?

    @Option(help: "The folder with the models.")
    var models: String?

    @Option(help: "Threads for images and networks (default: one a core).")
    var workers: String?

    @Flag(
        help:
            "Refuse to start where what decodes images and videos cannot be confined by all there is (default: say so)."
    )
    var requireSandbox = false

    @Option(help: "The bearer that opens /metrics; without one they open to nobody.")
    var metricsToken: String?

    @Option(help: "A file, kept where the data are not, to which the daily check of the data adds its head.")
    var auditHeadFile: String?

    @Option(help: "The server that takes mail: smtp://HOST or smtps://HOST, with or without a port (default: no mail).")
    var mailUrl: String?

    @Option(help: "The address that messages to persons are from.")
    var mailFrom: String?

    @Option(help: "The user that the mail server knows this server as.")
    var mailUser: String?

    @Option(help: "A file with that user's password.")
    var mailPasswordFile: String?

    @Option(help: "A PEM file of certificates, to trust a mail server by these alone (default: the system's).")
    var mailCaFile: String?

    @Option(
        help:
            "Who takes the audit trail by syslog over TLS: HOST:PORT; tcp://HOST:PORT without TLS on this machine (default: nobody)."
    )
    var syslog: String?

    @Option(help: "A PEM file of certificates, to trust that receiver by these alone (default: the system's).")
    var syslogCaFile: String?

    @Option(help: "A PEM file with the certificate chain that the receiver is shown.")
    var syslogCert: String?

    @Option(help: "A PEM file with that certificate's key.")
    var syslogKey: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical (default info).")
    var logLevel: String?

    @Option(help: "text or json (default text).")
    var logFormat: String?

    func run() async throws {
        let configuration = try await data.configuration([
            "host": host, "port": port, "publicUrl": publicUrl, "tlsCert": tlsCert, "tlsKey": tlsKey,
            "trustedProxies": trustedProxies, "providerNetworks": providerNetworks, "models": models,
            "workers": workers, "metricsToken": metricsToken,
            "auditHeadFile": auditHeadFile, "mailUrl": mailUrl, "mailFrom": mailFrom, "mailUser": mailUser,
            "mailPasswordFile": mailPasswordFile, "mailCaFile": mailCaFile, "syslog": syslog,
            "syslogCaFile": syslogCaFile, "syslogCert": syslogCert, "syslogKey": syslogKey, "logLevel": logLevel,
            "logFormat": logFormat, "requireSandbox": requireSandbox ? "yes" : nil,
        ])
        let logger = ServerLog.make(configuration)
        let errors = ThrottledLog(logger)
        let decoders = ImageDecoders(keeping: configuration.workers) {
            errors.error("a decoder of images died", ImageDecoders.Death())
        }
        guard decoders.start() else {
            throw ConfigurationError(description: "the program cannot start itself as a decoder of images.")
        }
        ImageDecoder.choose(decoders.decoder)
        // What its jobs do, no user does.
        try await AuditActor.$current.withValue(AuditActor(.server)) {
            let server = try await Server(
                configuration, makesMissing: create, logger: logger, pages: Pages.served)
            try await server.run { url in
                // Whoever closed it does not want to know.
                try? FileHandle.standardOutput.write(contentsOf: Data("listening on \(url)\n".utf8))
            }
        }
    }
}
