import ArgumentParser
import OnboardingHTTP

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Looks at machine, models, keys, disk, clock and database, and says what is wrong.",
        discussion: "Changes nothing, and works beside a running server. Exit code 1 where something must be mended.")

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
        for finding in findings {
            let mark =
                switch finding.severity {
                case .good: "ok     "
                case .warning: "look at"
                case .problem: "WRONG  "
                }
            let subject = finding.subject.padding(toLength: 13, withPad: " ", startingAt: 0)
            print("\(mark)  \(subject)  \(finding.sentence)")
        }
        if findings.contains(where: { $0.severity == .problem }) { throw ExitCode.failure }
    }
}
