import ArgumentParser
import DemoMaterial
import Foundation

struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Material for integrating against a test tenant.",
        discussion: """
            In tenants made with --test, usernames that begin with sandbox-live, sandbox-attack and so on are personas: \
            they answer the same whatever images are sent.
            """,
        subcommands: [Write.self, Personas.self])

    struct Write: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes frames, document pages and request bodies of made-up persons.")

        @Argument(help: "The folder to make; one that is there must be empty.")
        var folder: String

        func run() async throws {
            if FileManager.default.fileExists(atPath: folder) {
                guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
                    throw ValidationError("\(folder) is no folder that can be read.")
                }
                guard names.isEmpty else { throw ValidationError("\(folder) is not empty.") }
            }
            let files = try SandboxMaterial(today: PageDate(of: Date())).write(to: folder)
            print("\(counted(files, "file")) in \(folder): see README.txt there")
        }
    }

    struct Personas: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the usernames that are personas in test tenants, and what each answers.")

        func run() async throws {
            for line in SandboxMaterial.personas { print(line) }
        }
    }
}
