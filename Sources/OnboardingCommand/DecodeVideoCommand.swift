import ArgumentParser
import Foundation
import Onboarding

/// What the server starts for each video of a package; nobody else calls it.
struct DecodeVideoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-video", abstract: "Decodes one video for the server.", shouldDisplay: false)

    @Argument(help: "How many frames to keep of it.")
    var frames: Int

    func run() throws {
        throw ExitCode(VideoProcess.decode(from: .standardInput, to: .standardOutput, atMost: frames))
    }
}
