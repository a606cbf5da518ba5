import FaceEngine

/// What a search among all faces (1:N) takes, beside a plain read of the bytes that it scans; on one core.
///
/// The templates are made up: independent directions, of which every tenth search looks for one that is there, a little
/// changed.
struct SearchPart: Part {
    /// Numbers in a template.
    var dimension = 384
    /// Templates in each gallery.
    var sizes = [10_000, 100_000, 1_000_000]
    var mostTurns = 200

    static let smallest = SearchPart(dimension: 16, sizes: [1000], mostTurns: 1)

    /// Members that a search gives.
    private static let limit = 10
    /// Bytes that all turns of a size read together.
    private static let bytesRead = 20_000_000_000

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        try sizes.flatMap { try measure($0) }
    }

    private func measure(_ size: Int) throws -> [Row] {
        let model = ModelIdentity(name: "made-up-1", digest: String(repeating: "0", count: 64))
        var source = DirectionSource(dimension: dimension)
        guard let gallery = FaceGallery(model: model, dimension: dimension) else { throw Unexpected("no gallery") }
        var (known, additions) = ([FaceTemplate](), Times())
        for number in 0..<size {
            guard let template = FaceTemplate(madeUp: source.next(), by: model) else { continue }
            if known.count < mostTurns { known.append(template) }
            additions.time { gallery.add(template, of: Self.member(number)) }
        }

        let turns = min(mostTurns, max(9, Self.bytesRead / (size * dimension)))
        var (reads, searches, bytes, missed, sum) = (Times(), Times(), 0, 0, UInt64(0))
        for turn in 0..<turns {
            let isKnown = turn % 10 == 0
            let query = FaceTemplate(madeUp: isKnown ? source.near(known[turn].values) : source.next(), by: model)
            guard let query else { continue }
            bytes = 0
            reads.time {
                gallery.withScannedBytes {
                    sum &+= Self.sum(of: $0)
                    bytes += $0.count
                }
            }
            let result = try searches.time { try gallery.search(query, limit: Self.limit) }
            if isKnown, result.matches.first?.member != Self.member(turn) { missed += 1 }
        }
        // The sum is asked for, so that the read is not left out.
        guard missed == 0, sum != 0 else { throw Unexpected("\(missed) templates that are there were not found") }
        let (removals, step) = (min(100, size), size / min(100, size))
        var removing = Times()
        for number in 0..<removals { removing.time { gallery.remove(Self.member(number * step).registration) } }

        func rate(_ times: Times) -> Double { Double(bytes) / times.percentile(0.5) / 1e6 }
        return [
            Row(
                "\(size) templates: search, beside a read", rate(searches), .gigabytesPerSecond, limit: rate(reads),
                goal: .searchSpeed),
            Row("\(size) templates: search, p50", searches.percentile(0.5), .milliseconds),
            Row("\(size) templates: search, p99", searches.percentile(0.99), .milliseconds),
            Row("\(size) templates: an addition, p50", additions.percentile(0.5), .milliseconds),
            Row("\(size) templates: a removal, p50", removing.percentile(0.5), .milliseconds),
            Row("\(size) templates", Double(gallery.memory) / 1_048_576, .mebibytes),
        ]
    }

    private static func member(_ number: Int) -> GalleryMember {
        let name = SIMD2(0, UInt64(number))
        return GalleryMember(registration: name, person: name)
    }

    /// Every byte once, as fast as memory gives them.
    private static func sum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        let words = bytes.bindMemory(to: SIMD8<UInt64>.self)
        var (first, second, third, fourth) =
            (SIMD8<UInt64>.zero, SIMD8<UInt64>.zero, SIMD8<UInt64>.zero, SIMD8<UInt64>.zero)
        var index = 0
        while index + 4 <= words.count {
            first &+= words[index]
            second &+= words[index + 1]
            third &+= words[index + 2]
            fourth &+= words[index + 3]
            index += 4
        }
        while index < words.count {
            first &+= words[index]
            index += 1
        }
        return (first &+ second &+ third &+ fourth).wrappedSum()
    }
}

/// Directions that nobody's face has, by Marsaglia's xorshift64*.
private struct DirectionSource {
    let dimension: Int
    private var state: UInt64 = 0x2545_F491_4F6C_DD1D

    init(dimension: Int) {
        self.dimension = dimension
    }

    mutating func next() -> [Float] {
        var values = [Float](repeating: 0, count: dimension)
        for index in values.indices { values[index] = number() + number() }
        return values
    }

    /// The direction, off by a good half of its length.
    mutating func near(_ values: [Float]) -> [Float] {
        let scale = 1.2 / Float(dimension).squareRoot()
        return values.map { $0 + scale * number() }
    }

    /// Even between −1 and 1.
    private mutating func number() -> Float {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Float(Int64(bitPattern: state &* 0x2545_F491_4F6C_DD1D) >> 40) / 8_388_608
    }
}
