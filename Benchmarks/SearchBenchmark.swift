import ArgumentParser
import FaceEngine
import Foundation

/// What a search among all faces takes, beside a plain read of the bytes that it scans, in the same run.
struct SearchBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Searches for a face among many (1:N) beside a plain streaming read of the same bytes, on one core.",
        discussion: """
            The templates are made up: independent directions, of which every tenth search looks for one that is there, a little \
            changed. Read and search take turns; a ratio is that of one turn.
            """)

    @Option(help: "Numbers in a template.")
    var dimension = 384

    @Option(help: "Templates in the gallery; several times for several galleries.")
    var size = [10_000, 100_000, 1_000_000]

    @Option(help: "Members that a search gives.")
    var limit = 10

    private static let mostTurns = 200
    /// Bytes that all turns of a size read together.
    private static let bytesRead = 20_000_000_000

    func validate() throws {
        guard dimension >= 1, limit >= 1, size.allSatisfy({ $0 >= 1 }) else {
            throw ValidationError("All options are 1 or more.")
        }
    }

    func run() async throws {
        for size in size { try measure(size) }
    }

    private func measure(_ size: Int) throws {
        let model = ModelIdentity(name: "made-up-1", digest: String(repeating: "0", count: 64))
        var source = DirectionSource(dimension: dimension)
        guard let gallery = FaceGallery(model: model, dimension: dimension) else {
            throw ValidationError("--dimension is too great.")
        }
        var known: [FaceTemplate] = []
        var (adding, removing) = (Duration.zero, Duration.zero)
        for number in 0..<size {
            guard let template = FaceTemplate(madeUp: source.next(), by: model) else { continue }
            if known.count < Self.mostTurns { known.append(template) }
            let start = ContinuousClock.now
            gallery.add(template, of: Self.member(number))
            adding += start.duration(to: .now)
        }

        let turns = max(9, min(Self.mostTurns, Self.bytesRead / (size * dimension)))
        var (reads, searches, ratios) = (Times(), Times(), Times())
        var (bytes, widened, found, sum) = (0, 0, 0, UInt64(0))
        for turn in 0..<turns {
            let isKnown = turn % 10 == 0
            let query = FaceTemplate(madeUp: isKnown ? source.near(known[turn].values) : source.next(), by: model)
            guard let query else { continue }
            let start = ContinuousClock.now
            bytes = 0
            gallery.withScannedBytes {
                sum &+= Self.sum(of: $0)
                bytes += $0.count
            }
            let middle = ContinuousClock.now
            let result = try gallery.search(query, limit: limit)
            let (read, search) = (start.duration(to: middle) / .seconds(1), middle.duration(to: .now) / .seconds(1))
            reads.add(read)
            searches.add(search)
            ratios.add(read / search)
            if result.isWidened { widened += 1 }
            if isKnown, result.matches.first?.member == Self.member(turn) { found += 1 }
        }
        let removals = min(100, size)
        for number in 0..<removals {
            let start = ContinuousClock.now
            gallery.remove(Self.member(number * (size / removals)).registration)
            removing += start.duration(to: .now)
        }

        func rate(_ times: Times) -> String { String(format: "%.1f", Double(bytes) / times.percentile(0.5) / 1e6) }
        print(
            "\(size) templates of \(dimension) numbers, \(gallery.memory >> 20) MiB: read \(rate(reads)) GB/s, search "
                + "\(rate(searches)) GB/s, ratio \((ratios.percentile(0.5) / 1000).twoDecimals) (p10 "
                + "\((ratios.percentile(0.1) / 1000).twoDecimals)); search p50 \(searches.percentile(0.5).twoDecimals) p99 "
                + "\(searches.percentile(0.99).twoDecimals) ms (\(turns) turns)")
        print(
            "  scanned twice: \(widened); found: \(found) of \((turns + 9) / 10); an addition "
                + "\((adding / .microseconds(1) / Double(size)).twoDecimals) µs, a removal "
                + "\((removing / .microseconds(1) / Double(removals)).twoDecimals) µs  (sum \(sum & 1))")
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
