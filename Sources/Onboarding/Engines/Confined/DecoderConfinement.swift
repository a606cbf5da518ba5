internal import ChildProcess
internal import Confinement
internal import Foundation

/// What keeps a decoder that somebody has taken over from the rest of this machine, and whether it does (decision 0119).
package struct DecoderConfinement: Sendable {
    /// As this system has them.
    private let pieces: ConfinementPieces
    /// The executable `onboarding`.
    private let program: URL

    package init() {
        self.init(pieces: .ofThisSystem, program: OwnProgram.url)
    }

    init(pieces: ConfinementPieces, program: URL) {
        self.pieces = pieces
        self.program = program
    }

    /// `seccomp`, `Landlock 7`.
    package var present: [String] {
        pieces.names.map { name in
            name == "Landlock" ? "\(name) \(ConfinementPieces.landlockVersion.map(String.init) ?? "")" : name
        }
    }

    package var missing: [String] { ConfinementPieces.all.subtracting(pieces).names }

    /// Whether what is missing is the part that ends a decoder for what it tries.
    package var isWide: Bool { !pieces.isSuperset(of: [.noNewPrivileges, .seccomp]) }

    /// Starts a stub of a decoder for each thing that one might try.
    /// - Returns: what it was not ended for.
    package func tolerated() -> [String] {
        ConfinementAttempt.all.map(\.name).filter { name in
            let ending = try? ChildProcess(
                program.path, [Self.command, name, "/etc/passwd"] + pieces.names, environment: [:], leadsGroup: true
            ).endGroup(by: .now + .seconds(10))
            return ending != .signal(SIGSYS)
        }
    }

    package static let command = "try-confinement"

    /// The stub's own part: confines itself as a decoder does, by the pieces named, and tries one thing.
    /// - Returns: the status to exit with: 0 where it went through, the system's number for why it did not, 125 where the stub is
    ///   not confined. With seccomp it never returns.
    package static func attempt(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 2, let attempt = ConfinementAttempt.all.first(where: { $0.name == arguments[0] })
        else {
            return notConfined
        }
        let pieces = [ConfinementPieces.noNewPrivileges, .seccomp, .landlock]
            .filter { arguments.dropFirst(2).contains($0.names[0]) }
        do throws(Confinement.Failed) {
            try Confinement.limit(memory: 4 << 30, seconds: 10, closingFrom: STDERR_FILENO + 1)
            try Confinement.close(ConfinementPieces(pieces))
        } catch {
            return notConfined
        }
        return attempt.perform(opening: arguments[1])
    }

    private static let notConfined: Int32 = 125
}
