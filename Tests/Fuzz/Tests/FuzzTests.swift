import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Where the corpora lie, one folder a target.
private let corpora = Material.packageRoot + "/fixtures/fuzz"

/// Each parser of foreign bytes against its corpus, mutated inputs and the costliest ones; `make fuzz` looks further.
@Suite(.serialized) struct FuzzTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func aParserKeepsItsPromisesAndItsMemoryWhateverItIsFed(name: String) async throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let seed = SeededGenerator.announced("fuzz \(name)").seed
        let outcome = try await RunnerProcess.run(name, corpus: corpora + "/" + name, seed: seed)
        if let complaint = outcome.complaint {
            let file = try kept(outcome.lastInput, as: "\(name)-\(seed)-\(outcome.lastNumber)")
            Issue.record("\(name): \(complaint), at input \(outcome.lastNumber) of seed \(seed), kept as \(file)")
            return
        }
        let report = try #require(outcome.report)
        print(summary(of: report))
        #expect(report.misnamedFiles.isEmpty, "files of the corpus are taken or refused against their name")
        #expect(report.takenCount > 0, "nothing that was mutated is taken")
        #expect(report.inputCount == report.corpusCount + target.inputCount + target.costliestInputs.count)
        let allowed = report.residentAfterWarmUp * 105 / 100 + (2 << 20)
        #expect(report.residentAtEnd <= allowed, "memory grows, seed \(seed)")
    }

    @Test func everyTargetHasACorpusAndEveryCorpusATarget() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: corpora)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
        for folder in folders {
            #expect(try !FileManager.default.contentsOfDirectory(atPath: corpora + "/" + folder).isEmpty)
        }
    }

    /// One that is left out of the list would never be run.
    @Test func everyTargetIsInTheList() throws {
        let folder = Material.packageRoot + "/Tests/Fuzz/Targets"
        let written = try FileManager.default.contentsOfDirectory(atPath: folder)
            .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
            .flatMap { $0.matches(of: /static let \w+ = FuzzTarget\(/) }
        #expect(written.count == FuzzTarget.all.count)
    }

    /// Where the input was put, for `FuzzRunner TARGET --replay FILE` and, once the bug is fixed, for the corpus.
    private func kept(_ input: [UInt8], as name: String) throws -> String {
        let folder = Material.packageRoot + "/.build-fuzz/findings"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(input).write(to: URL(fileURLWithPath: folder + "/" + name))
        return folder + "/" + name
    }

    private func summary(of report: RunReport) -> String {
        let kibibytes = report.residentAfterWarmUp >> 10
        let growth = (report.residentAtEnd - report.residentAfterWarmUp) >> 10
        return "fuzz \(report.target): \(report.inputCount) inputs, of which \(report.takenCount) taken, "
            + String(format: "%.1f s, slowest %.3f s, ", report.seconds, report.slowestInSeconds)
            + "\(kibibytes) KiB and \(growth) more at the end"
    }
}

/// The same mutator against a mistake in each parser, because one that finds nothing may be unable to.
@Suite(.serialized) struct PlantedMistakeTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func aMistakeIsFoundByWhatLooksLikeTheRealThingAndNotByChance(name: String) async throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let seed = SeededGenerator.announced("planted in \(name)").seed
        // Found within a twentieth of this on average; chance must not fail a test once in a thousand runs.
        let finding = try await finding(name, seed, ["--planted"], inputs: 4 * target.inputCount)
        print("planted in \(name): \(finding?.sentence ?? "nothing") at input \(finding?.input ?? 0)")
        let corpusCount = try FileManager.default.contentsOfDirectory(atPath: corpora + "/" + name).count
        #expect((finding?.input ?? 0) >= corpusCount, "not found, or found by the corpus alone; seed \(seed)")
        #expect(
            try await self.finding(name, seed, ["--planted", "--blind"], inputs: 20_000) == nil,
            "random bytes find it, seed \(seed)")
    }

    private func finding(
        _ name: String, _ seed: UInt64, _ flags: [String], inputs: Int
    ) async throws -> RunReport.BrokenPromise? {
        let outcome = try await RunnerProcess.run(
            name, corpus: corpora + "/" + name, seed: seed, inputs: inputs, flags: flags)
        return try #require(outcome.report, "\(name) died, seed \(seed)").finding
    }
}

/// The runner notices what it is there to notice.
@Suite(.serialized) struct FuzzRunnerTests {
    @Test func aParserThatTrapsIsFoundWithWhatItWasFed() async throws {
        let outcome = try await RunnerProcess.run("trapping", corpus: corpora + "/mrz-text", seed: 1)
        #expect(outcome.signal == SIGILL || outcome.signal == SIGTRAP)
        #expect(outcome.lastInput.first == 7)
    }

    @Test func aParserThatDoesNotComeBackIsFoundWithWhatItWasFed() async throws {
        let outcome = try await RunnerProcess.run("endless", corpus: corpora + "/mrz-text", seed: 1)
        #expect(outcome.signal == SIGPROF)
        #expect(outcome.lastInput.first == 7)
    }

    @Test func aParserThatKeepsWhatItIsFedGrows() async throws {
        let outcome = try await RunnerProcess.run("leaking", corpus: corpora + "/mrz-text", seed: 1)
        let report = try #require(outcome.report)
        #expect(report.residentAtEnd > report.residentAfterWarmUp * 105 / 100)
    }

    @Test func aSeedGivesTheSameInputsAgain() async throws {
        var findings: [RunReport.BrokenPromise] = []
        for _ in 0..<2 {
            let outcome = try await RunnerProcess.run(
                "image-header", corpus: corpora + "/image-header", seed: 20_260_302, flags: ["--planted"])
            findings.append(try #require(outcome.report?.finding))
        }
        #expect(findings[0] == findings[1])
    }
}
