import ChildProcess
import Confinement
import Foundation
import TestSupport
import Testing
import Video

@testable import Onboarding

/// What decodes for strangers, once somebody has taken it over: a stub that confines itself as a decoder does, and tries.
@Suite struct ConfinementTests {
    private static let program = URL(fileURLWithPath: Material.packageRoot + "/.build/release/onboarding")
    private static let hasSeccomp = ConfinementPieces.ofThisSystem.isSuperset(of: [.noNewPrivileges, .seccomp])
    private static let hasLandlock = ConfinementPieces.landlockVersion != nil

    /// How the stub ends that tries one thing, confined by some pieces, with a key of 32 bytes within its reach.
    private func ending(of attempt: String, under pieces: ConfinementPieces) throws -> ChildProcess.Ending {
        let key = NSTemporaryDirectory() + "/\(UUID().uuidString).key"
        try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: key))
        defer { try? FileManager.default.removeItem(atPath: key) }
        return try ChildProcess(
            Self.program.path, [DecoderConfinement.command, attempt, key] + pieces.names, environment: [:],
            leadsGroup: true
        ).endGroup(by: .now + .seconds(30))
    }

    @Test func thereIsAnAttemptOfEachKind() {
        let names = ConfinementAttempt.all.map(\.name)
        #expect(Set(names).isSuperset(of: ["open-file", "socket", "ptrace", "fork", "setsid", "execve", "mmap-code"]))
        #expect(Set(names).count == names.count)
    }

    @Test(.enabled(if: hasSeccomp), arguments: ConfinementAttempt.all.map(\.name))
    func whatADecoderMayNotDoEndsIt(attempt: String) throws {
        #expect(try ending(of: attempt, under: .ofThisSystem) == .signal(SIGSYS))
    }

    /// Else the tests above would pass for a stub that tries nothing.
    @Test(arguments: ["open-file", "look-at-file", "local-socket", "fork", "setpgid", "mmap-code"])
    func anUnconfinedOneMayDoIt(attempt: String) throws {
        #expect(try ending(of: attempt, under: []) == .exit(0))
    }

    @Test(.enabled(if: hasLandlock)) func landlockAloneKeepsFilesFromIt() throws {
        #expect(try ending(of: "open-file", under: [.noNewPrivileges, .landlock]) == .exit(EACCES))
    }

    /// On this system; and where a piece is not there, it is named.
    @Test func theDoctorSaysWhatThereIs() {
        let complete = DecoderConfinement(pieces: .ofThisSystem, program: Self.program)
        if complete.missing.isEmpty { #expect(complete.tolerated() == []) }
        let open = DecoderConfinement(pieces: [.noNewPrivileges], program: Self.program)
        #expect(open.missing == ["seccomp", "Landlock"] && open.isWide)
        #expect(Set(open.tolerated()).isSuperset(of: ["open-file", "socket", "fork"]))
        let withoutLandlock = DecoderConfinement(pieces: [.noNewPrivileges, .seccomp], program: Self.program)
        #expect(withoutLandlock.missing == ["Landlock"] && !withoutLandlock.isWide)
    }

    @Test(arguments: ["h264.mp4", "hevc.mp4", "hevc-ten-bits.mov", "vp8.webm", "vp9.webm", "mpeg4-fragments.mp4"])
    func framesOfAConfinedDecoderAreThoseOfAnyOther(name: String) throws {
        let path = Material.packageRoot + "/fixtures/fuzz/video/" + name
        let video = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let expected = try VideoFrames(decoding: video, limits: .package, atMost: 15)
        #expect(try VideoProcess(program: Self.program).frames(of: video, atMost: 15) == expected)
    }
}
