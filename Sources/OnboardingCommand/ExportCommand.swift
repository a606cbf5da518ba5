import ArgumentParser
import Onboarding

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes out what is kept of a person: data, images, measurements, answers, templates.",
        discussion: """
            Of all of their enrollments, whatever became of them. The files are in the clear and readable by their owner \
            alone; the audit trail keeps that they were written. Works beside a running server.
            """)

    @OptionGroup var person: PersonOptions

    @Option(help: "The folder to make (default: ./registration-CODE; without a code ./registration).")
    var to: String?

    @OptionGroup var data: DataOptions

    func validate() throws { try person.checkSomebodyIsNamed() }

    func run() async throws {
        let folder = to ?? (["registration"] + [person.code].compactMap(\.self)).joined(separator: "-")
        try await person.forPurpose {
            let files = try await data.auditor().export(person.search, tenant: person.tenant, to: folder)
            print("\(counted(files, "file")) in \(folder)")
        }
    }
}
