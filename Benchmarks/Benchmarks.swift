import ArgumentParser

/// Measures a real server over loopback beside the bare engine calls, in one run on one machine.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Prints what calls cost, as ratios against the bare engine calls of the same run.",
        discussion: "Figures of a machine that is busy with something else mean nothing.",
        subcommands: [
            FaceBenchmark.self, LightBenchmark.self, EnrollmentBenchmark.self, MemoryBenchmark.self,
            StartBenchmark.self, CommitBenchmark.self, ReplayBenchmark.self, CaptureBenchmark.self,
            CapacityBenchmark.self, DeskBenchmark.self, StreamsBenchmark.self, SearchBenchmark.self,
        ],
        defaultSubcommand: FaceBenchmark.self)
}
