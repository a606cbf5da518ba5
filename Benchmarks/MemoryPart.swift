/// Whether memory grows with the number of calls.
struct MemoryPart: Part {
    var thousands = 10
    var callsInAThousand = 1000

    static let smallest = MemoryPart(thousands: 2, callsInAThousand: 4)

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        let frames = try Material.loaded.get().threeFrames
        let server = try await BenchmarkServer(of: tenant)
        defer { server.stop() }
        var resident: [Double] = []
        for number in 1...thousands {
            let bodies = try server.addFaceBodies(callsInAThousand, of: frames, named: "memory-\(number)")
            _ = try await server.addFaces(bodies, atATime: 4)
            resident.append(server.figures.residentMegabytes)
        }
        return [
            Row(
                "resident after \(thousands * callsInAThousand) addFace, beside \(callsInAThousand)",
                resident[thousands - 1], .mebibytes, limit: resident[0], goal: .memoryGrowth)
        ]
    }
}
