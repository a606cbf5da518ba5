extension [Double] {
    /// The indices of the values from the least to the greatest, of equal values in their own order, so that equal values
    /// give equal bits. By their digits, in a quarter of the time that comparing them takes.
    ///
    /// For numbers of 0 or more; what is no number comes last.
    var ascendingOrder: [Int] {
        // Bits of numbers from 0 on rise with them; adding 0 makes one zero of both.
        var (sorted, next) = (
            indices.map { (bits: (self[$0] + 0).bitPattern, index: $0) }, [(bits: UInt64, index: Int)]()
        )
        next = sorted
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            var places = [Int](repeating: 0, count: 257)
            for entry in sorted { places[Int(entry.bits >> shift & 0xFF) + 1] += 1 }
            for digit in 1..<257 { places[digit] += places[digit - 1] }
            for entry in sorted {
                let digit = Int(entry.bits >> shift & 0xFF)
                next[places[digit]] = entry
                places[digit] += 1
            }
            swap(&sorted, &next)
        }
        return sorted.map(\.index)
    }
}
