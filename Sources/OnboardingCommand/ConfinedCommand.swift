import Foundation
import Onboarding

/// What the program starts itself as, to be confined: nobody else calls it, and no help names it. It is no subcommand, because
/// those run beside Swift's own threads, and it has to be the only one.
enum ConfinedCommand: String {
    /// `decode-video COUNT`
    case decodeVideo = "decode-video"
    /// `decode-images`
    case decodeImages = "decode-images"
    /// `try-confinement ATTEMPT FILE [PIECE…]`
    case tryConfinement = "try-confinement"

    /// Does what the arguments ask for, and ends the process; returns where they ask for something else.
    @MainActor static func run(_ arguments: [String]) {
        guard let command = arguments.first.flatMap(Self.init) else { return }
        let status =
            switch command {
            case .decodeVideo: VideoProcess.decode(atMost: arguments.count == 2 ? Int(arguments[1]) ?? 0 : 0)
            case .decodeImages: ImageDecoding.perform()
            case .tryConfinement: DecoderConfinement.attempt(Array(arguments.dropFirst()))
            }
        // What libraries do at the end of a process is more than this one may.
        _exit(status)
    }
}
