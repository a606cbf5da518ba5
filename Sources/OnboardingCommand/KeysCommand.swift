import ArgumentParser
import Foundation
import Tenancy

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

                master: all keys are wrapped under a new master key, whose file takes the place of the one before. tenant: \
                the tenant's data keys are wrapped under a new key. A run that was cut off is gone on with by the same \
                command. With --compromised nothing of the key before is kept.
                """)

        enum Key: String, CaseIterable, ExpressibleByArgument {
            case master, tenant, package, qr, token, receipt
        }

        @Option(help: "The tenant's name; not needed for the keys of the server: master, token and receipt.")
        var tenant: String?

        @Option(help: "Which keys to replace.")
        var key: Key

        @Option(help: "2048, 3072 or 4096, for package keys.")
        var rsaBits = 3072

        @Option(help: "A file with the new master key of 32 bytes (default: one is made).")
        var newMasterKeyFile: String?

        @Flag(help: "Somebody may have the master key, or the tenant's, from before.")
        var compromised = false

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var data: DataOptions

        func validate() throws {
            if [.tenant, .package, .qr].contains(key), tenant == nil {
                throw ValidationError("Name the tenant whose \(key.rawValue) keys are to be replaced: --tenant NAME.")
            }
            if newMasterKeyFile != nil, key != .master {
                throw ValidationError("--new-master-key-file goes with --key master alone.")
            }
            if compromised, key != .master, key != .tenant {
                throw ValidationError("--compromised goes with --key master and --key tenant alone.")
            }
        }

        func run() async throws {
            switch key {
            case .master: try await rotateMasterKey()
            case .tenant: try await rotateTenantKey()
            case .package: try await rotate(.package)
            case .qr: try await rotate(.qr)
            case .token: try await rotate(.token)
            case .receipt: try await rotate(.receipt)
            }
        }

        private func rotate(_ key: RotatedKey) async throws {
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

        private func rotateMasterKey() async throws {
            let configuration = try await data.configuration()
            let rotation = try MasterKeyRotation(
                dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile)
            let line = progress.line("keys")
            let report = try await rotation.perform(newKeyFile: newMasterKeyFile, isCompromised: compromised) {
                line.report($0, of: $1)
            }
            line.end()
            if let count = report.rewrapped {
                print("\(counted(count, "key")) wrapped under the new master key: back it up now, apart from the data.")
            } else {
                print("Nothing was left to wrap: the new master key is the one that counts.")
            }
            print("Backups made before need the key before.")
            if !report.isInPlace {
                print("The new key is not in its place yet: put it there, and restart the server.")
            } else if let former = report.former {
                print("It is kept in \(former): move it to where the copies of keys are, off this machine.")
            } else {
                print("No file of it is kept here.")
            }
            guard compromised else { return }
            print(
                """
                What the key before has opened stays known to whoever has it and a copy of keys.sqlite. Replace what it could \
                open: keys rotate --key token, --key receipt, and for every tenant --key tenant --compromised, --key package, \
                --key qr. The key that authenticates the audit trail stays.
                """)
        }

        private func rotateTenantKey() async throws {
            let configuration = try await data.configuration()
            let rotation = try TenantKeyRotation(
                dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile)
            let line = progress.line("data keys")
            let report = try await rotation.perform(tenant: tenant ?? "", isCompromised: compromised) {
                line.report($0, of: $1)
            }
            line.end()
            if report.wasInterrupted { print("A rotation that was cut off was gone on with.") }
            print("\(counted(report.rewrapped, "data key")) wrapped under the tenant's new key.")
            print("Backups made before hold the key before, wrapped under the master key.")
            guard compromised else { return }
            print(
                """
                Secrets that were sealed before stay under the key before: replace them with keys rotate --key package and \
                --key qr, tenant api-key, webhook keys --rotate, and operator reset-second-factor.
                """)
        }
    }
}
