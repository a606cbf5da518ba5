import ArgumentParser
import Foundation

/// Measures real servers over loopback beside the bare engine calls, in one run on one machine.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Prints what calls cost, as one table: beside a goal, and beside the bare calls of the same run.",
        discussion: "Figures of a machine that is busy with something else mean nothing.")

    @Argument(
        help: "Which parts: \(PartName.allCases.map(\.rawValue).joined(separator: ", ")); all where none is named.")
    var parts: [PartName] = []

    @Flag(help: "With the smallest numbers, to see that everything runs: the figures mean nothing.")
    var smallest = false

    @Option(help: "How many cases the part desk makes.")
    var cases: Int?

    func run() async throws {
        let names = parts.isEmpty ? PartName.allCases : parts
        Swift.print("\(Machine.description), \(Date().formatted(.iso8601.year().month().day()))\n\n\(Row.header)")
        let tenant = try await BenchmarkTenant()
        // Figures come from one part at a time.
        let failed = try await withThrowingTaskGroup(of: Bool.self) { group in
            var failed = 0
            for (index, name) in names.enumerated() {
                if index >= (smallest ? 2 : 1), try await group.next() == false { failed += 1 }
                group.addTask { await print(name, of: tenant) }
            }
            return try await group.reduce(failed) { $0 + ($1 ? 0 : 1) }
        }
        complain("\(names.count) parts, \(failed) failed")
        if failed > 0 { throw ExitCode.failure }
    }

    /// - Returns: whether the part ran to its end.
    private func print(_ name: PartName, of tenant: BenchmarkTenant) async -> Bool {
        do {
            let (rows, seconds) = try await timed { try await part(name).rows(tenant) }
            Swift.print(rows.map { $0.line(in: name.rawValue) }.joined(separator: "\n"))
            fflush(nil)
            complain("\(name.rawValue) took \(Int(seconds)) s")
            return true
        } catch {
            complain("✘ \(name.rawValue): \(error)")
            return false
        }
    }

    private func part(_ name: PartName) -> any Part {
        let part = smallest ? name.part.smallest : name.part.init()
        guard let cases, var desk = part as? DeskPart else { return part }
        desk.cases = cases
        return desk
    }

    /// To standard error, so that the table is all that standard output has.
    private func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
