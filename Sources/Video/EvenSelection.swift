/// Keeps some of many elements, evenly spread, without knowing beforehand how many will come: every second one goes
/// whenever there are twice as many as wanted.
public struct EvenSelection<Element> {
    private let wanted: Int
    private var kept: [Element] = []
    private var stride = 1
    private var count = 0

    /// - Parameter wanted: at least 1.
    public init(atMost wanted: Int) {
        self.wanted = max(1, wanted)
    }

    /// - Parameter element: made only if it is kept for now.
    public mutating func offer<Failure: Error>(_ element: () throws(Failure) -> Element) throws(Failure) {
        defer { count += 1 }
        guard count.isMultiple(of: stride) else { return }
        if kept.count == 2 * wanted {
            kept = kept.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            stride *= 2
            guard count.isMultiple(of: stride) else { return }
        }
        kept.append(try element())
    }

    /// At most as many as wanted, in order, the first offered among them.
    public var elements: [Element] {
        guard kept.count > wanted else { return kept }
        guard wanted > 1 else { return Array(kept.prefix(1)) }
        return (0..<wanted).map { kept[$0 * (kept.count - 1) / (wanted - 1)] }
    }
}
