import ArgumentParser
import Tenancy

struct LimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Lifts the limit on failed faces and documents a day.",
        subcommands: [Lift.self])

    struct Lift: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets a person, a document or an address try again today. Works beside a running server.")

        @Option(help: "The tenant's name.")
        var tenant: String

        @Option(help: "The person's username.")
        var username: String?

        @Option(help: "The document's number, as its MRZ has it.")
        var documentNumber: String?

        @Option(help: "An address that phones send from; its block tries again (IPv6: the /64).")
        var address: String?

        @OptionGroup var data: DataOptions

        private var subjects: [LimitedSubject] {
            [
                username.map(LimitedSubject.username), documentNumber.map(LimitedSubject.documentNumber),
                address.map(LimitedSubject.address),
            ].compactMap(\.self)
        }

        func validate() throws {
            if subjects.isEmpty || [username, documentNumber, address].contains("") {
                throw ValidationError("Name a username, a document number or an address.")
            }
            if let address, IPAddress(address) == nil {
                throw ValidationError("--address is an address such as 192.0.2.7 or 2001:db8::7.")
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
