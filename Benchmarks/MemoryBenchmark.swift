import ArgumentParser
import Foundation

/// Whether memory grows with the number of calls.
struct MemoryBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory", abstract: "Resident memory of the server after 1,000 and after 10,000 addFace calls.")

    @Option(help: "The second count, in thousands.")
    var thousands = 10

    func run() async throws {
        let material = try FaceMaterial()
        let server = try await BenchmarkServer()
        var first = 0.0
        for thousand in 1...max(2, thousands) {
            let bodies = try await material.bodies(1000, for: server, named: "memory-\(thousand)")
            _ = try await server.addFaces(bodies, atATime: 4)
            let resident = server.residentMegabytes
            if thousand == 1 { first = resident }
            print(
                "\(thousand),000 calls  \(resident.twoDecimals) MiB, ratio to the first 1,000 "
                    + "\((resident / first).twoDecimals) (goal 1.05)")
        }
        await server.stop()
    }
}
