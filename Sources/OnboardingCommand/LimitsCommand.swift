import ArgumentParser
import Tenancy

struct LimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Lifts the limit on failed faces and documents a day.",
        subcommands: [Lift.self])

    struct Lift: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets a person, a device or a document try again today. Works beside a running server.")

        @Option(help: "The tenant's name.")
        var tenant: String

        @Option(help: "The person's username.")
        var username: String?

        @Option(help: "The device's id, as addDevice sent it.")
        var deviceId: String?

        @Option(help: "The document's number, as its MRZ has it.")
        var documentNumber: String?

        @OptionGroup var data: DataOptions

        private var subjects: [LimitedSubject] {
            [
                username.map(LimitedSubject.username), deviceId.map(LimitedSubject.deviceID),
                documentNumber.map(LimitedSubject.documentNumber),
            ].compactMap(\.self)
        }

        func validate() throws {
            if subjects.isEmpty || [username, deviceId, documentNumber].contains("") {
                throw ValidationError("Name a username, a device or a document number.")
            }
        }

        func run() async throws {
            let administration = try await data.tenantAdministration()
            var lifted = 0
            for subject in subjects { lifted += try await administration.liftLimit(of: subject, tenant: tenant) }
            print("forgotten: \(counted(lifted, "failure"))")
        }
    }
}
