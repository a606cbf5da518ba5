internal import FaceEngine

/// The codes of accepted captures, to find those that a capture may be a replay of. Belongs to whoever locks it.
///
/// Segments follow each other in time. The last one grows; when it is full a new one is begun, and segments of about one
/// size are joined (the logarithmic method: Bentley and Saxe, J. Algorithms 1, 1980), so that there are a dozen of
/// them among millions of codes and each code is sorted a dozen times. Joining takes seconds where segments are large, so it is
/// done on a copy: `due`, `CodeSegment(joining:)`, `replace`.
struct CodeIndex: Sendable {
    typealias Capture = CodeSegment.Capture

    /// Codes that the last segment holds at most; looked at one by one.
    private static let lastSegmentCapacity = 4096

    /// Codes that are kept at most; beyond, the oldest captures go.
    let capacity: Int
    /// The last one grows.
    private var segments = [CodeSegment()]
    private var nextNumber = 0
    /// While segments are being joined: the numbers of captures that were removed meanwhile.
    private var removedMeanwhile: Set<Int>?

    init(capacity: Int) {
        self.capacity = max(0, capacity)
    }

    /// Codes of captures that are kept.
    var count: Int { segments.reduce(0) { $0 + $1.keptCount } }

    /// In bytes.
    var memory: Int { segments.reduce(0) { $0 + $1.memory } }

    /// Removes the oldest captures where there are too many codes.
    package mutating func append(_ codes: [Code256], of enrollment: SIMD2<UInt64>, tenant: Int32) {
        guard !codes.isEmpty, codes.count <= capacity else { return }
        let last = segments.count - 1
        if segments[last].count + codes.count > Self.lastSegmentCapacity {
            segments[last] = CodeSegment(joining: [segments[last]])
            segments.append(CodeSegment())
        }
        let capture = Capture(tenant: tenant, enrollment: enrollment, number: nextNumber)
        nextNumber += 1
        segments[segments.count - 1].append(capture, codes.map(CodeTables.shuffled))
        while count > capacity { removeOldest() }
    }

    /// The captures of a tenant of which a code is within `distance` of one of `codes`, those with most such codes first.
    /// - Parameter enrollment: whose own captures are left out.
    func captures(
        near codes: [Code256], within distance: Int, of tenant: Int32, besides enrollment: SIMD2<UInt64>, limit: Int
    ) -> [Capture] {
        var found: [(capture: Capture, near: Int)] = []
        for segment in segments where segment.count > 0 {
            var near: [Int: Int] = [:]
            for code in codes {
                for index in segment.captures(near: CodeTables.shuffled(code), within: distance) {
                    near[index, default: 0] += 1
                }
            }
            for (index, count) in near {
                let capture = segment.captures[index]
                if capture.tenant == tenant, capture.enrollment != enrollment { found.append((capture, count)) }
            }
        }
        return found.sorted { $0.near > $1.near }.prefix(limit).map(\.capture)
    }

    /// Forgets the captures of an enrollment. Looks at every capture there is.
    mutating func remove(enrollment: SIMD2<UInt64>) {
        for segment in segments.indices {
            for index in segments[segment].captures.indices
            where segments[segment].captures[index].enrollment == enrollment {
                remove(index, of: segment)
            }
        }
    }

    /// Forgets the captures of tenants. Looks at every capture there is.
    mutating func remove(tenants: Set<Int32>) {
        for segment in segments.indices {
            for index in segments[segment].captures.indices
            where tenants.contains(segments[segment].captures[index].tenant) {
                remove(index, of: segment)
            }
        }
    }

    private mutating func removeOldest() {
        for segment in segments.indices {
            if let oldest = segments[segment].oldestKept() { return remove(oldest, of: segment) }
        }
    }

    private mutating func remove(_ index: Int, of segment: Int) {
        removedMeanwhile?.insert(segments[segment].captures[index].number)
        segments[segment].remove(index)
    }

    // MARK: Joining

    /// Segments to be joined: their range, which stays theirs until `replace`, as only full ones are joined and new ones come
    /// behind. Nil where nothing is to be done, or somebody else is at it.
    mutating func due() -> (range: Range<Int>, segments: [CodeSegment])? {
        let full = segments.dropLast()
        guard removedMeanwhile == nil, let range = Self.due(among: full) else { return nil }
        removedMeanwhile = []
        return (range, Array(full[range]))
    }

    private static func due(among segments: ArraySlice<CodeSegment>) -> Range<Int>? {
        // Of one of which much was removed the memory is freed.
        if let index = segments.firstIndex(where: { $0.removedCodes * 4 > $0.count }) { return index..<index + 1 }
        var after = segments.reduce(0) { $0 + $1.count }
        for (index, segment) in segments.enumerated() {
            after -= segment.count
            if after > 0, segment.count <= after { return index..<segments.count }
        }
        return nil
    }

    mutating func replace(_ range: Range<Int>, by joined: CodeSegment) {
        var joined = joined
        if let removed = removedMeanwhile, !removed.isEmpty {
            for index in joined.captures.indices where removed.contains(joined.captures[index].number) {
                joined.remove(index)
            }
        }
        removedMeanwhile = nil
        segments.replaceSubrange(range, with: [joined])
    }
}
