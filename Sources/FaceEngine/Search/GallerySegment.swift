internal import CScan

/// Memory for some templates of a gallery: their bytes, which are scanned, and beside them the exact numbers.
///
/// `@unchecked Sendable`: whoever reads knows a count, and no place below a count that anybody was given is written again. What is
/// added goes behind; what is removed leaves by a copy.
final class GallerySegment: @unchecked Sendable {
    /// Two megabytes for 384 dimensions, which a removal copies at most twice.
    static let greatestCapacity = 1024
    private static let leastCapacity = 16

    let capacity: Int
    private let dimension: Int
    private let rowLength: Int
    private let rows: UnsafeMutablePointer<Int8>
    private let scales: UnsafeMutablePointer<Float>
    private let errors: UnsafeMutablePointer<Float>
    private let vectors: UnsafeMutablePointer<Float>
    private let members: UnsafeMutablePointer<GalleryMember>

    /// - Parameter count: of templates that there must be room for; `greatestCapacity` at most.
    init(roomFor count: Int, dimension: Int) {
        var capacity = Self.leastCapacity
        while capacity < min(count, Self.greatestCapacity) { capacity *= 2 }
        self.capacity = capacity
        self.dimension = dimension
        rowLength = QuantisedVector.rowLength(of: dimension)
        // Rows begin where the processor reads 64 bytes at once.
        rows = UnsafeMutableRawPointer.allocate(byteCount: capacity * rowLength, alignment: 64)
            .bindMemory(to: Int8.self, capacity: capacity * rowLength)
        scales = .allocate(capacity: capacity)
        errors = .allocate(capacity: capacity)
        vectors = .allocate(capacity: capacity * dimension)
        members = .allocate(capacity: capacity)
    }

    /// The first `count` templates of another, with room for `room`.
    convenience init(copying other: GallerySegment, first count: Int, roomFor room: Int) {
        self.init(roomFor: max(count, room), dimension: other.dimension)
        copy(other, from: 0, count: count, to: 0)
    }

    deinit {
        rows.deallocate()
        scales.deallocate()
        errors.deallocate()
        vectors.deallocate()
        members.deallocate()
    }

    /// In bytes.
    var memory: Int {
        capacity * (rowLength + (dimension + 2) * MemoryLayout<Float>.size + MemoryLayout<GalleryMember>.stride)
    }

    func member(at place: Int) -> GalleryMember { members[place] }

    /// Whether the template at a place has these very numbers, as many as the dimension says.
    func holds(_ vector: [Float], at place: Int) -> Bool {
        let start = place * dimension
        return vector.indices.allSatisfy { vector[$0] == vectors[start + $0] }
    }

    /// Writes a template to a place that nobody reads yet.
    func write(_ vector: [Float], as quantised: QuantisedVector, of member: GalleryMember, at place: Int) {
        (rows + place * rowLength).update(from: quantised.values, count: rowLength)
        scales[place] = quantised.scale
        errors[place] = quantised.error
        (vectors + place * dimension).update(from: vector, count: dimension)
        members[place] = member
    }

    /// Writes templates of another segment to places that nobody reads yet.
    func copy(_ other: GallerySegment, from start: Int, count: Int, to place: Int) {
        (rows + place * rowLength).update(from: other.rows + start * rowLength, count: count * rowLength)
        (scales + place).update(from: other.scales + start, count: count)
        (errors + place).update(from: other.errors + start, count: count)
        (vectors + place * dimension).update(from: other.vectors + start * dimension, count: count * dimension)
        (members + place).update(from: other.members + start, count: count)
    }

    /// The bytes that a search for the first `count` templates reads.
    func scannedBytes(of count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: rows, count: count * rowLength)
    }

    /// The places among the first `count` whose upper bound is at least `least`, with the bounds.
    /// - Parameters: `places` and `bounds` have room for `count`.
    /// - Returns: how many there are.
    func select(
        first count: Int, query: cscan_query, with instructions: ScanInstructions, atLeast least: Float,
        places: UnsafeMutablePointer<UInt32>, bounds: UnsafeMutablePointer<Float>
    ) -> Int {
        var query = query
        return cscan_select(
            instructions.kind, rows, count, rowLength, scales, errors, &query, least, places, bounds)
    }

    /// The very sum of `FaceTemplate.similarity(to:)`, in its order.
    func similarity(at place: Int, to query: UnsafePointer<Float>) -> Double {
        let vector = vectors + place * dimension
        var sum = 0.0
        for index in 0..<dimension { sum += Double(query[index]) * Double(vector[index]) }
        return min(max(sum, -1), 1)
    }
}
