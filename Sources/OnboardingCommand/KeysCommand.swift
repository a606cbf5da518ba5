import ArgumentParser
import Tenancy

extension RotatedKey: ExpressibleByArgument {}

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Replaces keys. Works beside a running server.", subcommands: [Rotate.self])

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replaces the keys of one kind.",
            discussion: """
                package: packages sealed for the keys before still open for 24 hours. qr: the tenant's apps need the new \
                values, which are printed. token: tokens signed with the keys before live to their end. receipt: \
                receipts of the keys before stay valid. A running server takes the new keys within a second.
                """)

        @Option(help: "The tenant's name; not needed for token and receipt keys.")
        var tenant: String?

        @Option(help: "Which keys to replace.")
        var key: RotatedKey

        @Option(help: "2048, 3072 or 4096, for package keys.")
        var rsaBits = 3072

        @OptionGroup var data: DataOptions

        func validate() throws {
            if key != .token, key != .receipt, tenant == nil {
                throw ValidationError("Name the tenant whose \(key.rawValue) keys are to be replaced: --tenant NAME.")
            }
        }

        func run() async throws {
            let values = try await data.tenantAdministration().rotate(key, tenant: tenant, rsaBits: rsaBits)
            switch key {
            case .package: print("New package keys; the ones before still open packages for 24 hours.")
            case .qr:
                print("New QR keys: every app of this tenant needs the new values.")
                if let values { print("QR public key  \(values.qrPublicKey)\nQR key         \(values.qrKey)") }
            case .token: print("New token keys; tokens signed with the ones before live to their end.")
            case .receipt: print("A new key for receipts; those of the keys before stay valid.")
            }
        }
    }
}
