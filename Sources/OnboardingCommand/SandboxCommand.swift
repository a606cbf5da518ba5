import ArgumentParser
import DemoMaterial
import Foundation
import Onboarding
import OnboardingJSON
import Tenancy

struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Material for integrating against a test tenant.",
        discussion: """
            In tenants made with --test, usernames that begin with sandbox-live, sandbox-attack and so on are personas: \
            they answer the same whatever images are sent.
            """,
        subcommands: [Write.self, Personas.self, Camera.self])

    struct Write: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes frames, document pages and request bodies of made-up persons.")

        @Argument(help: "The folder to make; one that is there must be empty.")
        var folder: String

        func run() async throws {
            try SandboxCommand.makeEmpty(folder)
            let files = try SandboxMaterial(today: PageDate(of: Date())).write(to: folder)
            print("\(counted(files, "file")) in \(folder): see README.txt there")
        }
    }

    struct Personas: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the usernames that are personas in test tenants, and what each answers.")

        @OptionGroup var output: OutputOptions

        func run() async throws {
            try output.show(
                SandboxPersona.allCases, nothing: "There is none.",
                object: {
                    ["username": .text($0.username), "face": .text($0.row.face), "document": .text($0.row.document)]
                },
                columns: ["USERNAME": { $0.username }, "FACE": { $0.row.face }, "DOCUMENT": { $0.row.document }])
        }
    }

    struct Camera: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes films of a head and of passports, for the camera of a browser under test.",
            discussion: """
                Chromium shows one in place of a camera with --use-fake-device-for-media-stream \
                --use-fake-ui-for-media-stream --use-file-for-fake-video-capture=/FOLDER/face.y4m. It opens the file \
                anew with each getUserMedia, so another one may be moved over it in between.
                """)

        enum Head: String, CaseIterable, ExpressibleByArgument {
            case rendered
            case drawn
        }

        @Option(help: "The folder to make; one that is there must be empty.")
        var out: String

        @Option(
            help: """
                rendered: from an official photograph; passes in a test tenant whose captureSource is rendered. drawn: \
                of a person who does not exist; no engine takes it for a face.
                """)
        var head = Head.rendered

        func run() async throws {
            try SandboxCommand.makeEmpty(out)
            let today = PageDate(of: Date())
            let models = try await ServerConfiguration.read(options: [:], file: nil).modelFolder
            let material =
                switch head {
                case .rendered: try CameraMaterial(renderedBy: models, today: today)
                case .drawn: try CameraMaterial(drawnOn: today)
                }
            print("\(counted(try await material.write(to: out), "file")) in \(out)")
        }
    }

    /// Makes the folder before the time that its content takes.
    /// - Throws: where it cannot be made, or has something in it that would be mixed up with what is written.
    private static func makeEmpty(_ folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            guard names.isEmpty else { throw ConfigurationError(description: "\(folder) is not empty.") }
        } catch {
            throw PathTrouble.error(error, on: folder, cannotBe: .made) ?? error
        }
    }
}
