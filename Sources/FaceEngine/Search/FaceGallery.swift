internal import CScan
internal import Synchronization

/// Templates of one model in memory, to find the most similar ones among all (1:N).
///
/// A search scans bytes, a quarter of the memory, and looks at the exact numbers of the best; what it gives is what a
/// comparison with every template would give, proven by bounds of what rounding took away (decision 0106). Searches see
/// what was there when they began and never wait for each other. Additions and removals are seen by the next one.
package final class FaceGallery: Sendable {
    /// Templates in a segment, of which the first `count` are the gallery's.
    struct Part {
        var segment: GallerySegment
        var count: Int
    }

    fileprivate struct State {
        /// All are full but the last.
        var parts: [Part] = []
        /// Where the templates of each registration are.
        var places: [SIMD2<UInt64>: GalleryPlaces] = [:]
        /// How many templates there are beside the first of each registration.
        var furtherTemplates = 0
        /// The same by person, of those who have any.
        var furtherTemplatesOfPersons: [SIMD2<UInt64>: Int] = [:]
    }

    /// No template is longer, so that bounds hold for all.
    static let greatestLength: Float = 1.01
    /// What a dictionary takes for one registration, about.
    private static let memoryOfPlace = 56

    package let model: ModelIdentity
    /// How many numbers a template has.
    package let dimension: Int
    private let state = Mutex(State())

    /// Nil for a dimension that cannot be scanned.
    package init?(model: ModelIdentity, dimension: Int) {
        guard dimension > 0, QuantisedVector.rowLength(of: dimension) <= Int(CSCAN_LONGEST_ROW) else { return nil }
        self.model = model
        self.dimension = dimension
    }

    /// Of templates.
    package var count: Int { state.withLock { $0.places.count + $0.furtherTemplates } }

    package var registrations: Int { state.withLock { $0.places.count } }

    /// In bytes.
    package var memory: Int {
        state.withLock { state in
            state.parts.reduce(0) { $0 + $1.segment.memory } + state.places.count * Self.memoryOfPlace
        }
    }

    /// As they are at this moment.
    var parts: [Part] { state.withLock { $0.parts } }

    package func contains(_ registration: SIMD2<UInt64>) -> Bool { count(of: registration) > 0 }

    /// Templates of a registration.
    package func count(of registration: SIMD2<UInt64>) -> Int {
        state.withLock { $0.places[registration]?.all.count ?? 0 }
    }

    /// Templates that persons have beside the first of each registration.
    package func furtherTemplates(of persons: Set<SIMD2<UInt64>>) -> Int {
        state.withLock { state in
            guard state.furtherTemplates > 0 else { return 0 }
            return persons.reduce(0) { $0 + (state.furtherTemplatesOfPersons[$1] ?? 0) }
        }
    }

    /// Adds the templates of a registration, in the place of those that it had. What was there already stays where it is.
    /// - Returns: false where one is of another model or form; then nothing changes.
    @discardableResult
    package func add(_ templates: [FaceTemplate], of member: GalleryMember) -> Bool {
        var rows: [GalleryRow] = []
        for template in templates {
            guard template.model == model, template.values.count == dimension else { return false }
            let row = GalleryRow(vector: template.values, quantised: QuantisedVector(template.values))
            guard row.quantised.length < Self.greatestLength else { return false }
            rows.append(row)
        }
        state.withLock { $0.set(rows, of: member, dimension: dimension) }
        return true
    }

    /// The same for a registration that has one template.
    @discardableResult
    package func add(_ template: FaceTemplate, of member: GalleryMember) -> Bool { add([template], of: member) }

    /// Removes all templates of a registration.
    /// - Returns: how many there were.
    @discardableResult
    package func remove(_ registration: SIMD2<UInt64>) -> Int {
        state.withLock { $0.remove(registration, dimension: dimension) }
    }

    /// Removes all that a person has. Looks at every member.
    /// - Returns: how many there were.
    @discardableResult
    package func remove(person: SIMD2<UInt64>) -> Int {
        state.withLock { state in
            var registrations: Set<SIMD2<UInt64>> = []
            for part in state.parts {
                for place in 0..<part.count where part.segment.member(at: place).person == person {
                    registrations.insert(part.segment.member(at: place).registration)
                }
            }
            return registrations.reduce(0) { $0 + state.remove($1, dimension: dimension) }
        }
    }

    /// The members whose templates are the most similar, the most similar first; of a registration with several templates the
    /// best counts. Computes for as long as it takes to read the gallery's bytes: call it from an engine worker.
    /// - Parameters:
    ///   - limit: of registrations.
    ///   - similarity: the least that counts.
    ///   - counts: whether a member is looked for at all; asked of those alone who may be among the first.
    /// - Throws: `differentModels` for a template of another model or form.
    package func search(
        _ template: FaceTemplate, limit: Int, atLeast similarity: Double = -1,
        where counts: (GalleryMember) -> Bool = { _ in true }
    ) throws(FaceComparisonError) -> GallerySearchResult {
        guard template.model == model, template.values.count == dimension else {
            throw .differentModels(template.model, model)
        }
        return GallerySearch(in: parts, for: template.values).best(limit, atLeast: similarity, where: counts)
    }

    /// Gives `body` the bytes that a search reads, a part at a time: for who measures how fast memory is.
    package func withScannedBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        for part in parts {
            withExtendedLifetime(part.segment) { body(part.segment.scannedBytes(of: part.count)) }
        }
    }
}

/// A template as a gallery keeps it.
private struct GalleryRow {
    let vector: [Float]
    let quantised: QuantisedVector
}

/// Where the templates of a registration are in a gallery, counted through all parts. Nearly all have one, which takes no memory
/// of its own.
private enum GalleryPlaces {
    case one(Int)
    case several([Int])

    /// Nil for none.
    init?(_ all: [Int]) {
        guard let first = all.first else { return nil }
        self = all.count == 1 ? .one(first) : .several(all)
    }

    var all: [Int] {
        switch self {
        case .one(let place): [place]
        case .several(let places): places
        }
    }
}

extension FaceGallery.State {
    fileprivate mutating func set(_ rows: [GalleryRow], of member: GalleryMember, dimension: Int) {
        var missing = rows
        while let place = excess(of: member, over: rows, leaving: &missing) { remove(at: place, dimension: dimension) }
        for row in missing { append(row, of: member, dimension: dimension) }
    }

    /// A place whose template is none of `rows`, or of another person.
    /// - Parameter missing: those of `rows` that have no place.
    private func excess(of member: GalleryMember, over rows: [GalleryRow], leaving missing: inout [GalleryRow]) -> Int?
    {
        missing = rows
        for place in places[member.registration]?.all ?? [] {
            let (part, index) = place.quotientAndRemainder(dividingBy: GallerySegment.greatestCapacity)
            let segment = parts[part].segment
            guard segment.member(at: index) == member,
                let match = missing.firstIndex(where: { segment.holds($0.vector, at: index) })
            else { return place }
            missing.remove(at: match)
        }
        return nil
    }

    private mutating func append(_ row: GalleryRow, of member: GalleryMember, dimension: Int) {
        if parts.last.map({ $0.count == GallerySegment.greatestCapacity }) ?? true {
            parts.append(.init(segment: GallerySegment(roomFor: 1, dimension: dimension), count: 0))
        }
        let last = parts.count - 1
        let count = parts[last].count
        if count == parts[last].segment.capacity {
            parts[last].segment = GallerySegment(copying: parts[last].segment, first: count, roomFor: count + 1)
        }
        parts[last].segment.write(row.vector, as: row.quantised, of: member, at: count)
        parts[last].count = count + 1
        let known = places[member.registration]?.all ?? []
        places[member.registration] = GalleryPlaces(known + [last * GallerySegment.greatestCapacity + count])
        if !known.isEmpty { countFurther(1, of: member.person) }
    }

    private mutating func countFurther(_ change: Int, of person: SIMD2<UInt64>) {
        furtherTemplates += change
        let count = (furtherTemplatesOfPersons[person] ?? 0) + change
        furtherTemplatesOfPersons[person] = count > 0 ? count : nil
    }

    fileprivate mutating func remove(_ registration: SIMD2<UInt64>, dimension: Int) -> Int {
        var count = 0
        while let place = places[registration]?.all.last {
            remove(at: place, dimension: dimension)
            count += 1
        }
        return count
    }

    /// Puts the last template of all in the place of the one that goes. Both parts are copied, because searches read them.
    private mutating func remove(at place: Int, dimension: Int) {
        let (part, index) = place.quotientAndRemainder(dividingBy: GallerySegment.greatestCapacity)
        let member = parts[part].segment.member(at: index)
        let left = (places[member.registration]?.all ?? []).filter { $0 != place }
        places[member.registration] = GalleryPlaces(left)
        if !left.isEmpty { countFurther(-1, of: member.person) }

        let last = parts.count - 1
        let (lastSegment, kept) = (parts[last].segment, parts[last].count - 1)
        if part != last || index != kept {
            let copy = GallerySegment(
                copying: parts[part].segment, first: parts[part].count, roomFor: parts[part].count)
            copy.copy(lastSegment, from: kept, count: 1, to: index)
            parts[part].segment = copy
            let moved = copy.member(at: index).registration
            let lastPlace = last * GallerySegment.greatestCapacity + kept
            places[moved] = GalleryPlaces((places[moved]?.all ?? []).map { $0 == lastPlace ? place : $0 })
        }
        if kept == 0 {
            parts.removeLast()
        } else {
            // The last part of all may be the one that was copied just now, which nobody reads yet.
            if part != last || index == kept {
                parts[last].segment = GallerySegment(copying: parts[last].segment, first: kept, roomFor: kept)
            }
            parts[last].count = kept
        }
    }
}
