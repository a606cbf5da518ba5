import ArgumentParser
import Foundation
import Onboarding

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Runs one whole enrollment through HTTP, then what must be refused.",
        discussion: """
            Starts a server on a free loopback port with a temporary data directory, enrolls a person as a phone app \
            would, and stops. Exit code 0 only if every line came out as it must. Without options the person is rendered from a \
            photograph; with --frames and --document the same runs with your own material.
            """)

    @Option(help: "A video, or a folder of images, of a face that turns from side to side.")
    var frames: String?

    @Option(help: "An image of that person's identity document with its machine-readable zone.")
    var document: String?

    @Flag(
        help: """
            Starts a server with pages instead, prints a link to sign in, and leaves it running until Ctrl-C.
            """)
    var keep = false

    func validate() throws {
        if keep, frames != nil || document != nil {
            throw ValidationError("--keep takes no material: the browser's camera is the material.")
        }
        if (frames == nil) != (document == nil) {
            throw ValidationError("--frames and --document belong together.")
        }
    }

    func run() async throws {
        try ModelCheck.verifyProcessor()
        if keep {
            await (try KeptDemonstration()).run()
            return
        }
        let demonstration = try await Demonstration(frames: frames, document: document)
        guard try await demonstration.run() else { throw ExitCode.failure }
    }
}
