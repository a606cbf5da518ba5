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
        let parts = parts.isEmpty ? PartName.allCases : parts
        var failed = 0
        print("\(Machine.description), \(Date().formatted(.iso8601.year().month().day()))\n\n\(Row.header)")
        for name in parts {
            do {
                for row in try await part(name).rows() { print(row.line(in: name.rawValue)) }
            } catch {
                failed += 1
                complain("✘ \(name.rawValue): \(error)")
            }
            fflush(nil)
        }
        complain("\(parts.count) parts, \(failed) failed")
        if failed > 0 { throw ExitCode.failure }
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
