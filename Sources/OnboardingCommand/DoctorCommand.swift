import ArgumentParser
internal import OnboardingCore
import OnboardingHTTP
import OnboardingJSON

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Looks at machine, models, keys, disk, clock and database, and says what is wrong.",
        discussion: "Changes nothing, and works beside a running server. Exit code 1 where something must be mended.")

    @OptionGroup var output: OutputOptions

    @OptionGroup var data: DataOptions

    @Option(help: "The folder with the models.")
    var models: String?

    @Option(help: "The PEM file with the certificate chain that the server uses.")
    var tlsCert: String?

    @Option(help: "The PEM file with the certificate's key.")
    var tlsKey: String?

    func run() async throws {
        let configuration = try await data.configuration(["models": models, "tlsCert": tlsCert, "tlsKey": tlsKey])
        let findings = await Doctor(configuration).examine()
        try output.show(
            findings, nothing: "nothing was looked at",
            object: {
                [
                    "severity": .text($0.severity.rawValue), "subject": .text($0.subject),
                    "sentence": .text($0.sentence),
                ]
            },
            columns: [
                "STATE": { $0.severity.mark }, "SUBJECT": { $0.subject },
                "FINDING": { WrittenTime.english.moments(in: $0.sentence) },
            ])
        if findings.contains(where: { $0.severity == .problem }) { throw ExitCode.failure }
    }
}

extension Doctor.Severity {
    fileprivate var mark: String {
        switch self {
        case .good: "ok"
        case .warning: "look at"
        case .problem: "WRONG"
        }
    }
}
