import ArgumentParser
import Onboarding

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes out what is kept of a person: data, images, measurements, answers, templates.",
        discussion: """
            Also of their attempts that led to no registration. The files are in the clear and readable by their owner \
            alone; the audit trail keeps that they were written. Works beside a running server.
            """)

    @Argument(help: "The registration code.")
    var code: String

    @Option(help: "The tenant's name.")
    var tenant: String

    @Option(help: "The folder to make (default: ./registration-CODE).")
    var to: String?

    @OptionGroup var data: DataOptions

    func run() async throws {
        let folder = to ?? "registration-\(code)"
        guard let files = try await data.auditor().export(tenant: tenant, registrationCode: code, to: folder)
        else { throw UnknownRegistration(code: code, tenant: tenant) }
        print("\(counted(files, "file")) in \(folder)")
    }
}
