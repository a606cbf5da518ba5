internal import CScan

/// What a search found.
package struct GallerySearchResult: Equatable, Sendable {
    /// The most similar first, each registration once.
    package let matches: [GalleryMatch]
    /// Templates in the gallery.
    package let searched: Int
    /// Whether the best by their bounds did not prove the result, so that the gallery was scanned twice.
    package let isWidened: Bool
}

/// One search through the parts of a gallery, as they were when it began.
///
/// Of every template the bytes give an upper bound of its similarity: with x = x̂ + e and y = ŷ + f, where x̂ and ŷ are what
/// the bytes stand for, x·y ≤ x̂·ŷ + |e|·|y| + |x̂|·|f|. The templates with the greatest bounds are looked at exactly. All
/// others lie below the least of these bounds, so that where the last one that is given lies above, it is proven; else every
/// template whose bound reaches it is looked at. A registration with several templates is given once, by its best, so that a few
/// of them may be all of the best bounds; then the second scan shows the others.
struct GallerySearch {
    /// How many are looked at exactly in the first place.
    static let lookedAt = 100
    /// Beyond what rounding took away: of sums and products in single precision. They are off by less than 1e-6.
    private static let arithmeticSlack: Float = 1e-5
    /// No bound is less.
    private static let belowAll: Float = -2

    private let parts: [FaceGallery.Part]
    private let vector: [Float]
    private let quantised: QuantisedVector
    private let instructions: ScanInstructions

    init(in parts: [FaceGallery.Part], for vector: [Float], with instructions: ScanInstructions = .fastest) {
        self.parts = parts
        self.vector = vector
        self.instructions = instructions
        quantised = QuantisedVector(vector)
    }

    func best(
        _ limit: Int, atLeast similarity: Double, where counts: (GalleryMember) -> Bool
    ) -> GallerySearchResult {
        let searched = parts.reduce(0) { $0 + $1.count }
        guard limit > 0, searched > 0 else {
            return GallerySearchResult(matches: [], searched: searched, isWidened: false)
        }
        var matches = BestMatches(limit: limit, atLeast: similarity)
        let room = max(Self.lookedAt, limit)
        var bounds = BestBounds(limit: room)
        scan(atLeast: Self.leastBound(for: similarity)) { part, place, bound, least in
            guard counts(parts[part].segment.member(at: place)) else { return }
            bounds.insert(bound, part: part, place: place)
            least = max(least, bounds.least)
        }
        vector.withUnsafeBufferPointer { vector in
            guard let query = vector.baseAddress else { return }
            for entry in bounds.entries { matches.insert(match(part: entry.part, place: entry.place, query)) }
        }
        let floor = matches.floor
        let isProven = !bounds.isFull || (floor > -0.99 && Double(bounds.least) < floor)
        if isProven { return GallerySearchResult(matches: matches.entries, searched: searched, isWidened: false) }

        matches = BestMatches(limit: limit, atLeast: similarity)
        vector.withUnsafeBufferPointer { vector in
            guard let query = vector.baseAddress else { return }
            scan(atLeast: Self.leastBound(for: floor)) { part, place, _, least in
                guard counts(parts[part].segment.member(at: place)) else { return }
                matches.insert(match(part: part, place: place, query))
                least = max(least, Self.leastBound(for: matches.floor))
            }
        }
        return GallerySearchResult(matches: matches.entries, searched: searched, isWidened: true)
    }

    private func match(part: Int, place: Int, _ query: UnsafePointer<Float>) -> GalleryMatch {
        let segment = parts[part].segment
        return GalleryMatch(
            member: segment.member(at: place), similarity: segment.similarity(at: place, to: query))
    }

    /// Below which a bound shows that a similarity is not reached. Similarities are cut off at −1, bounds are not.
    private static func leastBound(for similarity: Double) -> Float {
        similarity > -0.99 ? Float(similarity).nextDown : belowAll
    }

    /// Calls `body` with the templates whose bound is at least `least`, which `body` may raise for the parts to come.
    private func scan(
        atLeast first: Float, _ body: (_ part: Int, _ place: Int, _ bound: Float, _ least: inout Float) -> Void
    ) {
        var least = first
        let room = GallerySegment.greatestCapacity
        quantised.values.withUnsafeBufferPointer { values in
            let query = cscan_query(
                values: values.baseAddress, scale: quantised.scale, error_weight: quantised.length + quantised.error,
                slack: FaceGallery.greatestLength * quantised.error + Self.arithmeticSlack)
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: room) { places in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: room) { bounds in
                    guard let placesStart = places.baseAddress, let boundsStart = bounds.baseAddress else { return }
                    for (number, part) in parts.enumerated() {
                        let found = part.segment.select(
                            first: part.count, query: query, with: instructions, atLeast: least, places: placesStart,
                            bounds: boundsStart)
                        for index in 0..<found { body(number, Int(places[index]), bounds[index], &least) }
                    }
                }
            }
        }
    }
}

/// The templates with the greatest bounds, the greatest first. All that it let go have bounds of `least` at most.
private struct BestBounds {
    let limit: Int
    private(set) var entries: [(bound: Float, part: Int, place: Int)] = []

    init(limit: Int) {
        self.limit = limit
        entries.reserveCapacity(limit + 1)
    }

    var isFull: Bool { entries.count == limit }
    /// Minus infinity as long as nothing was let go.
    var least: Float { isFull ? entries[limit - 1].bound : -.infinity }

    mutating func insert(_ bound: Float, part: Int, place: Int) {
        guard bound > least else { return }
        if isFull { entries.removeLast() }
        entries.insert((bound, part, place), at: self.place(of: bound))
    }

    /// Behind all that are as great.
    private func place(of bound: Float) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].bound >= bound { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The most similar registrations, the most similar first, each with its best template.
private struct BestMatches {
    let limit: Int
    let similarity: Double
    private(set) var entries: [GalleryMatch] = []

    init(limit: Int, atLeast similarity: Double) {
        self.limit = limit
        self.similarity = similarity
    }

    /// What a similarity has to reach to be among them.
    var floor: Double {
        guard entries.count == limit, let last = entries.last else { return similarity }
        return last.similarity
    }

    mutating func insert(_ match: GalleryMatch) {
        guard match.similarity >= similarity else { return }
        if entries.count == limit, let last = entries.last {
            guard match.precedes(last) else { return }
        }
        if let known = entries.firstIndex(where: { $0.member.registration == match.member.registration }) {
            guard entries[known].similarity < match.similarity else { return }
            entries.remove(at: known)
        } else if entries.count == limit {
            entries.removeLast()
        }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if match.precedes(entries[middle]) { high = middle } else { low = middle + 1 }
        }
        entries.insert(match, at: low)
    }
}
