import ArgumentParser
import ChildProcess
import Foundation
import Onboarding
import OnboardingJSON
import Tenancy

struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models", abstract: "Gets, installs and checks the networks that the server runs.",
        subcommands: [Fetch.self, Install.self, Verify.self])

    struct Fetch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gets every model that is required, by package name, and checks its digest.")

        func run() async throws { try await runFetcher(["fetch"]) }
    }

    struct Install: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Installs an optional pack (face-recognition, edgeface, pad, attributes) from its origin or from a folder."
        )

        @Argument(help: "The pack's name.")
        var name: String

        @Option(help: "A folder that holds the pack's files; default: from their origin, if this machine reaches it.")
        var from: String?

        @Flag(help: "Do not ask where a pack's licence is in doubt.")
        var yes = false

        func run() async throws {
            try await runFetcher(["install", name] + (from.map { ["--from", $0] } ?? []) + (yes ? ["--yes"] : []))
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Compares the installed models with models.lock, as the server does at start. Exit code 4 where one is another, 2 where it is missing."
        )

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let configuration = try await data.configuration()
            let packs: InstalledPacks
            do {
                packs = try ModelCheck.verify(configuration)
            } catch let error as ConfigurationError where error.kind == .damaged {
                try output.show(
                    ["intact": .bool(false), "findings": .texts([error.description])], else: [error.description])
                throw ExitCode.damaged
            }
            try output.show(
                [
                    "intact": .bool(true), "findings": .texts([]), "locked": .texts(packs.locked),
                    "foreign": .texts(packs.foreign),
                ],
                else: ["all models are as models.lock names them; packs: \(packs.locked.joined(separator: ", "))"]
                    + (packs.foreign.isEmpty ? [] : ["not of models.lock: \(packs.foreign.joined(separator: ", "))"]))
        }
    }
}

/// The set-up's own fetcher, so that there is one way in which models arrive; then what it fetched is compiled.
private func runFetcher(_ arguments: [String]) async throws {
    let folder = try await ServerConfiguration.read(options: [:], file: nil).modelFolder
    let ending = try ChildProcess.run(
        "/usr/bin/env", ["python3", Installation.root + "/scripts/fetch.py", "--models", folder] + arguments,
        output: .inherited, errors: .inherited)
    switch ending {
    case .exit(0): break
    case .exit, .signal: throw ExitCode.failure
    }
    let isKept = try ModelCheck.compile(modelFolder: folder)
    print("all networks compiled and tested" + (isKept ? "; the next start finds them compiled" : ""))
}
