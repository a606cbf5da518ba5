import ArgumentParser

struct EraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erases a person: all of their enrollments, whatever became of them, and the registration.",
        discussion: """
            Keys first, so that nothing opens from that moment on. What happened stays in the audit trail, without a person to \
            it. Where several persons fit, none is erased, and their enrollments are named. Works beside a running server.
            """)

    @OptionGroup var person: PersonOptions

    @OptionGroup var data: DataOptions

    func validate() throws { try person.checkSomebodyIsNamed() }

    func run() async throws {
        try await person.forPurpose {
            let erased = try await data.auditor().erase(person.search, tenant: person.tenant)
            print("erased: \(counted(erased.count, "enrollment"))")
            for id in erased { print(id.text) }
        }
    }
}
