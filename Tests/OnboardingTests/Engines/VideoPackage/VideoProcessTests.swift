import Foundation
import TestSupport
import Testing
import Video

@testable import Onboarding

/// Programs in the place of the decoder that do what a decoder does which somebody has taken over, or broken.
@Suite(.serialized) struct VideoProcessTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    /// - Parameter patience: in seconds; enough for a loaded machine, but where the end of it is what the test is about.
    private func error(ofProgram lines: String, video: [UInt8] = [1, 2, 3], patience: Int = 30) throws -> VideoError? {
        let path = NSTemporaryDirectory() + "/decoder-\(UUID().uuidString)"
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            _ = try VideoProcess(program: URL(fileURLWithPath: path), patienceInSeconds: patience).frames(of: video)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        .endsWhereItHangs,
        arguments: [
            "kill -SEGV $$", "exit 1", "exit 63", "exit 200", "cat >/dev/null", "echo wrong", "cat", "cat /dev/zero",
            "sleep 600", "exec 0<&-; sleep 600", "sleep 600 & exit 0",
        ])
    func whateverItDoesIsAVideoThatCannotBeRead(lines: String) throws {
        let video = [UInt8](repeating: 7, count: 1_000_000)
        #expect(try error(ofProgram: lines, video: video, patience: 1) == .corrupt)
    }

    @Test func itSaysByItsStatusWhatIsWrong() throws {
        for (index, expected) in VideoError.allCases.enumerated() {
            #expect(try error(ofProgram: "cat >/dev/null; exit \(64 + index)") == expected)
        }
    }

    @Test func itGetsNoEnvironmentAndNoArgumentsButItsNameAndANumber() throws {
        // Status 65 only where both are so.
        let lines = #"[ "$*" = "decode-video 15" ] && [ -z "$HOME$USER$ONBOARDING_MODELS" ] && exit 65"#
        #expect(try error(ofProgram: lines) == VideoError.allCases[1])
    }

    @Test func aProgramThatIsNotThereReadsNothing() {
        #expect(throws: VideoError.corrupt) {
            try VideoProcess(program: URL(fileURLWithPath: "/nonexistent")).frames(of: [1])
        }
    }
}
