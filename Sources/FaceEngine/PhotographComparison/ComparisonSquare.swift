internal import Vision

/// The square of pixels in which two faces are compared: upright, about 64 pixels from side to side, the resolution that
/// the faces of small printed portraits still have.
enum ComparisonSquare {
    static let side = 88
    static let size = ImageSize(width: side, height: side)
    static let pixelCount = side * side

    /// Where the five alignment points of a face are to lie: as in the aligned crops of face networks, at 0.77 of the size
    /// that those have at 112 pixels.
    static let points = [
        Point(x: 29.3, y: 34.0), Point(x: 57.8, y: 34.0), Point(x: 43.5, y: 50.3), Point(x: 31.9, y: 66.9),
        Point(x: 55.4, y: 66.9),
    ]

    /// The pixels of a face whose alignment points lie there: an ellipse without hair, ears and neck.
    static let ellipse: [Bool] = (0..<pixelCount).map { index in
        let middle = Double(side - 1) / 2
        let across = (Double(index % side) - middle) / 28
        let down = (Double(index / side) - middle) / 37
        return across * across + down * down <= 1
    }

    /// The pixels inside an outline, less those at its rim.
    static func inside(_ outline: [Point]) -> [Bool] {
        var isInside = [Bool](repeating: false, count: pixelCount)
        for row in 0..<side {
            let y = Double(row)
            var crossings: [Double] = []
            for (index, start) in outline.enumerated() {
                let end = outline[(index + 1) % outline.count]
                guard (start.y <= y) != (end.y <= y) else { continue }
                crossings.append(start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x))
            }
            guard let left = crossings.min(), let right = crossings.max(), left.isFinite, right.isFinite else {
                continue
            }
            for column in 0..<side where Double(column) >= left && Double(column) <= right {
                isInside[row * side + column] = true
            }
        }
        return (0..<pixelCount).map { index in
            let (row, column) = (index / side, index % side)
            guard row > 0, row < side - 1, column > 0, column < side - 1 else { return false }
            return isInside[index] && isInside[index - 1] && isInside[index + 1] && isInside[index - side]
                && isInside[index + side]
        }
    }
}
