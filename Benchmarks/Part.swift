import ArgumentParser

/// A part of the table. Its properties are how much of everything it does.
protocol Part: Sendable {
    /// As little as shows that all of it runs.
    static var smallest: Self { get }

    init()

    /// Does everything once.
    func rows(_ tenant: BenchmarkTenant) async throws -> [Row]
}

/// The parts in the order of the table.
enum PartName: String, CaseIterable, ExpressibleByArgument {
    case face, light, shares, enrollment, memory, start, commits, replay, search, capture, capacity, desk, streams,
        decoders

    var part: any Part.Type {
        switch self {
        case .face: FacePart.self
        case .light: LightPart.self
        case .shares: SharesPart.self
        case .enrollment: EnrollmentPart.self
        case .memory: MemoryPart.self
        case .start: StartPart.self
        case .commits: CommitsPart.self
        case .replay: ReplayPart.self
        case .search: SearchPart.self
        case .capture: CapturePart.self
        case .capacity: CapacityPart.self
        case .desk: DeskPart.self
        case .streams: StreamsPart.self
        case .decoders: DecodersPart.self
        }
    }
}
