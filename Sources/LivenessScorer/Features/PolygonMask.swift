internal import Foundation
internal import Vision

extension ImageSize {
    /// The pixels whose middle lies inside a polygon, row by row (index = row × width + column), by the even-odd rule.
    func pixels(inside polygon: [Point]) -> [Int] {
        guard polygon.count >= 3, polygon.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return [] }
        var inside: [Int] = []
        for row in 0..<height {
            let y = Double(row)
            let crossings = zip(polygon, polygon.dropFirst() + polygon.prefix(1)).compactMap { start, end -> Double? in
                guard (start.y > y) != (end.y > y) else { return nil }
                return start.x + (y - start.y) * (end.x - start.x) / (end.y - start.y)
            }.sorted()
            for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                // Beyond the image there is nothing to mark, and a number too large for an integer.
                let first = Int(min(max(crossings[pair].rounded(.up), 0), Double(width)))
                let end = Int(min(max(crossings[pair + 1].rounded(.up), 0), Double(width)))
                inside += (row * width + first)..<(row * width + max(first, end))
            }
        }
        return inside
    }
}
