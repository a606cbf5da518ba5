internal import FaceEngine

/// Captures of one stretch of time with their codes, all in the order in which they came.
struct CodeSegment: Sendable {
    /// Whose a capture is.
    struct Capture: Equatable, Sendable {
        /// Numbers a tenant of this process; negative where the capture was removed.
        fileprivate(set) var tenant: Int32
        /// The bytes of the enrollment's id.
        let enrollment: SIMD2<UInt64>
        /// Names the capture within the process.
        let number: Int

        init(tenant: Int32, enrollment: SIMD2<UInt64>, number: Int) {
            self.tenant = tenant
            self.enrollment = enrollment
            self.number = number
        }

        var isRemoved: Bool { tenant < 0 }
    }

    /// Shuffled; all bits 0 where the capture was removed.
    private(set) var codes: [Code256] = []
    private(set) var captures: [Capture] = []
    /// Where the codes of each capture begin.
    private(set) var starts: [UInt32] = []
    /// Codes of captures that were removed.
    private(set) var removedCodes = 0
    /// Nil while captures are appended: few enough to look at all.
    private var tables: CodeTables?
    /// The captures before this one were removed.
    private var firstKept = 0

    var count: Int { codes.count }
    /// Codes of captures that are kept.
    var keptCount: Int { codes.count - removedCodes }

    /// In bytes.
    var memory: Int {
        codes.count * MemoryLayout<Code256>.stride + captures.count * MemoryLayout<Capture>.stride
            + starts.count * MemoryLayout<UInt32>.stride + (tables?.memory ?? 0)
    }

    init() {}

    /// The captures of several segments that follow each other, without those that were removed, with tables.
    init(joining segments: [CodeSegment]) {
        codes.reserveCapacity(segments.reduce(0) { $0 + $1.count - $1.removedCodes })
        captures.reserveCapacity(segments.reduce(0) { $0 + $1.captures.count })
        starts.reserveCapacity(captures.capacity)
        for segment in segments {
            for (index, capture) in segment.captures.enumerated() where !capture.isRemoved {
                starts.append(UInt32(truncatingIfNeeded: codes.count))
                captures.append(capture)
                codes += segment.codes[segment.range(of: index)]
            }
        }
        tables = CodeTables(of: codes)
    }

    /// - Parameter added: shuffled.
    package mutating func append(_ capture: Capture, _ added: [Code256]) {
        starts.append(UInt32(truncatingIfNeeded: codes.count))
        captures.append(capture)
        codes += added
        tables = nil
    }

    /// The captures that hold a code within `distance` of `code`.
    func captures(near code: Code256, within distance: Int) -> Set<Int> {
        var found: Set<Int> = []
        codes.withUnsafeBufferPointer { codes in
            func look(at place: Int) {
                guard codes[place].distance(to: code) <= distance else { return }
                let index = capture(at: place)
                if !captures[index].isRemoved { found.insert(index) }
            }
            if let tables {
                tables.forEachCandidate(of: code, look)
            } else {
                for place in codes.indices { look(at: place) }
            }
        }
        return found
    }

    /// Forgets the codes of a capture.
    mutating func remove(_ index: Int) {
        guard !captures[index].isRemoved else { return }
        let range = range(of: index)
        for place in range { codes[place] = Code256(words: .zero) }
        captures[index].tenant = -1
        removedCodes += range.count
    }

    /// The oldest capture that is kept.
    mutating func oldestKept() -> Int? {
        while firstKept < captures.count, captures[firstKept].isRemoved { firstKept += 1 }
        return firstKept < captures.count ? firstKept : nil
    }

    private func range(of index: Int) -> Range<Int> {
        Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : codes.count)
    }

    /// Which capture the code at `place` is of.
    private func capture(at place: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= place { low = middle } else { high = middle }
        }
        return low
    }
}
