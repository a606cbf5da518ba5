import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Onboarding
@testable import Vision

/// Images decoded by another process, and programs in its place that do what a decoder does which somebody has taken over.
@Suite struct ImageDecodersTests {
    private static let program = Material.packageRoot + "/.build/release/onboarding"

    private static let files: [[UInt8]] = {
        let folder = Material.packageRoot + "/fixtures/fuzz/image-decoding"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { FileManager.default.contents(atPath: folder + "/" + $0).map { [UInt8]($0) } }
    }()

    private static let limits = ImageLimits(minimumSide: 1)

    private func result(_ file: [UInt8], by decoder: ImageDecoder) -> Result<Image, ImageError> {
        Result { () throws(ImageError) in try Image(decoding: file, limits: Self.limits, by: decoder) }
    }

    /// A decoder that is a shell script; `PROGRAM` in it is the real one, `LOG` a file of its own.
    private func decoders(
        script: String, uses: Int = 500, patience: Duration = .seconds(30), died: @escaping @Sendable () -> Void = {},
        _ body: (ImageDecoders, String) throws -> Void
    ) throws {
        let path = NSTemporaryDirectory() + "/decoder-\(UUID().uuidString)"
        let lines = script.replacingOccurrences(of: "PROGRAM", with: "exec \(Self.program) decode-images")
            .replacingOccurrences(of: "LOG", with: path + ".log")
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        defer { for name in [path, path + ".log"] { try? FileManager.default.removeItem(atPath: name) } }
        try body(
            ImageDecoders(program: URL(fileURLWithPath: path), keeping: 1, uses: uses, patience: patience, died: died),
            path + ".log")
    }

    @Test func pixelsAndRefusalsAreThoseOfThisProcess() {
        #expect(Self.files.count > 10)
        let decoders = ImageDecoders(program: URL(fileURLWithPath: Self.program), keeping: 1)
        #expect(decoders.start())
        var generator = SeededGenerator.announced()
        for file in Self.files {
            #expect(result(file, by: decoders.decoder) == result(file, by: .inThisProcess))
            for _ in 0..<20 {
                var damaged = file
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    damaged[Int.random(in: 0..<file.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                let there = result(damaged, by: decoders.decoder)
                // What is shown of a damaged HEIC depends on memory, which in this process is of others too.
                let isHEIC = (try? ImageHeader(of: damaged, limits: Self.limits))?.format == .heic
                let again = result(damaged, by: isHEIC ? decoders.decoder : .inThisProcess)
                #expect(there == again, "seed \(generator.seed)")
            }
        }
    }

    @Test func anImageOfTheLargestSizeComesBackWhole() throws {
        let program = URL(fileURLWithPath: Self.program)
        let decoders = ImageDecoders(program: program, keeping: 1, patience: .seconds(300))
        let image = Image(size: ImageSize(width: 5_000, height: 5_000), blue: 1, green: 2, red: 3)
        let file = try image.png()
        for _ in 0..<2 { #expect(try Image(decoding: file, by: decoders.decoder) == image) }
    }

    @Test(arguments: [
        "kill -SEGV $$", "exit 0", "exec 0<&-; sleep 600", "head -c 24 >/dev/null; printf x >&0; sleep 600",
    ])
    func oneThatDiesCostsOneImage(end: String) throws {
        let script = "if [ -e LOG ]; then PROGRAM; fi; : > LOG; \(end)"
        let deaths = Sum()
        try decoders(script: script, died: { deaths.add(1) }) { decoders, _ in
            let file = Self.files[0]
            #expect(result(file, by: decoders.decoder) == .failure(.corrupt))
            #expect(result(file, by: decoders.decoder) == result(file, by: .inThisProcess))
        }
        #expect(deaths.value == 1)
    }

    @Test func oneThatHangsIsEnded() throws {
        try decoders(script: "sleep 600", patience: .milliseconds(200)) { decoders, _ in
            #expect(result(Self.files[0], by: decoders.decoder) == .failure(.corrupt))
        }
    }

    @Test func oneThatWasUsedUpGivesWayToAnother() throws {
        try decoders(script: "echo >> LOG; PROGRAM", uses: 3) { decoders, log in
            for _ in 0..<7 { _ = result(Self.files[0], by: decoders.decoder) }
            #expect((FileManager.default.contents(atPath: log)?.count ?? 0) >= 3)
        }
    }

    /// libde265 shows what lay in memory where a file is damaged: nothing of another image may lie there.
    @Test func oneThatDecodesHEVCHasDecodedNothingAndDecodesNothingMore() throws {
        let heic = try #require(Self.files.first { (try? ImageHeader(of: $0, limits: Self.limits))?.format == .heic })
        let png = try Image(size: ImageSize(width: 64, height: 64), blue: 1, green: 2, red: 3).png()
        try decoders(script: "echo >> LOG; PROGRAM") { decoders, log in
            for file in [png, heic, png, heic, png] { _ = result(file, by: decoders.decoder) }
            // More of them may have been started to wait for the next.
            #expect((FileManager.default.contents(atPath: log)?.count ?? 0) >= 3, "each HEVC has one of its own")
        }
    }

    @Test func aProgramThatIsNotThereDecodesNothing() {
        let decoders = ImageDecoders(program: URL(fileURLWithPath: "/nonexistent"), keeping: 1)
        #expect(!decoders.start())
        #expect(result(Self.files[0], by: decoders.decoder) == .failure(.corrupt))
    }

    /// What gives the work up ends the decoder, whose time counts as that of the work.
    @Test func workThatIsGivenUpIsNotWaitedFor() throws {
        let deaths = Sum()
        try decoders(script: "while :; do :; done", died: { deaths.add(1) }) { decoders, _ in
            let seconds = Sum()
            let watch = Checkpoint.Watch(charge: { seconds.add($0) }) {
                seconds.value > 0.1 ? Checkpoint.GivenUp(secondsTaken: seconds.value, secondsAllowed: 0.1) : nil
            }
            let start = ContinuousClock.now
            Checkpoint.$watch.withValue(watch) {
                #expect(result(Self.files[0], by: decoders.decoder) == .failure(.corrupt))
            }
            #expect(deaths.value == 0, "it was ended")
            #expect(seconds.value > 0.1)
            #expect(start.duration(to: .now) < .seconds(25))
        }
    }
}

private final class Sum: Sendable {
    private let sum = Mutex(0.0)
    var value: Double { sum.withLock { $0 } }
    func add(_ amount: Double) { sum.withLock { $0 += amount } }
}
