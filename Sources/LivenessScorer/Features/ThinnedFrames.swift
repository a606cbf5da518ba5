extension [Int] {
    /// At most `count` of them, evenly spread, the first and the last and as many of `kept` as there is room for among
    /// them. Each of `kept` takes the place of the nearest one between the ends that is not kept itself.
    func thinned(to count: Int, keeping kept: [Int]) -> [Int] {
        guard self.count > count, count > 2 else { return self }
        var chosen = (0..<count).map { self[$0 * (self.count - 1) / (count - 1)] }
        for frame in kept where !chosen.contains(frame) {
            let replaceable = chosen.indices.dropFirst().dropLast().filter { !kept.contains(chosen[$0]) }
            guard let nearest = replaceable.min(by: { abs(chosen[$0] - frame) < abs(chosen[$1] - frame) }) else {
                break
            }
            chosen[nearest] = frame
        }
        return chosen.sorted()
    }
}
