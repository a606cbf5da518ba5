internal import Vision

/// Finds lines of print with a network that says of every pixel whether it lies inside of print.
struct PrintFinder: Sendable {
    let network: Network

    /// Above this a pixel counts as print; below `minimumMean` on average a line is dropped; a line found is thinner than its
    /// print and is grown by `growth` × area / perimeter. All three are the values that the network's authors use it with.
    private static let threshold: Float = 0.3
    private static let minimumMean = 0.5
    private static let growth = 1.6
    /// Fewer pixels than this are no print.
    private static let fewestPixels = 12
    /// The most regions that are looked at: the pages of a booklet have some 150.
    private static let mostRegions = 400

    /// The lines in `image`, longest first.
    ///
    /// - Parameter longestSide: the size that the network looks at, in pixels.
    func lines(in image: Image, longestSide: Int) throws(NetworkError) -> [TextLine] {
        let scale = Double(longestSide) / Double(image.size.longestSide)
        // The network takes multiples of 32. The runtime keeps a plan for every size, so the shorter side has multiples of 64
        // only; the proportions change by a few per cent.
        func rounded(_ side: Int) -> Int {
            let unit = side == image.size.longestSide ? 32 : 64
            return max(1, Int((Double(side) * scale / Double(unit)).rounded())) * unit
        }
        let size = ImageSize(width: rounded(image.size.width), height: rounded(image.size.height))
        let output = try network.run(image.resized(to: size), encodedAs: .print)
        guard let map = output.first, map.values.count == size.width * size.height else { throw .runFailed }
        let horizontal = Double(image.size.width) / Double(size.width)
        let vertical = Double(image.size.height) / Double(size.height)
        return Self.outlines(of: map.values, size: size).compactMap { outline in
            let places = outline.map { Point(x: $0.x * horizontal, y: $0.y * vertical) }
            guard let line = TextLine(around: convexHull(of: places)) else { return nil }
            return line.grown(by: Self.growth * line.length * line.height / (2 * (line.length + line.height)))
        }
        .sorted { $0.length > $1.length }
    }

    /// Of the sets of pixels above the threshold that touch by side or corner and are print on average, the largest: the
    /// corners of their pixels at the left and right end of every row.
    static func outlines(of probabilities: [Float], size: ImageSize) -> [[Point]] {
        var isOpen = probabilities.map { $0 > threshold }
        var regions: [(count: Int, outline: [Point])] = []
        var waiting: [Int] = []
        for start in isOpen.indices where isOpen[start] {
            isOpen[start] = false
            waiting.append(start)
            var rows: [Int: (left: Int, right: Int)] = [:]
            var (sum, count) = (0.0, 0)
            while let pixel = waiting.popLast() {
                let (row, column) = (pixel / size.width, pixel % size.width)
                sum += Double(probabilities[pixel])
                count += 1
                let extent = rows[row] ?? (column, column)
                rows[row] = (min(extent.left, column), max(extent.right, column))
                for nextRow in max(0, row - 1)...min(size.height - 1, row + 1) {
                    for nextColumn in max(0, column - 1)...min(size.width - 1, column + 1) {
                        let next = nextRow * size.width + nextColumn
                        if isOpen[next] {
                            isOpen[next] = false
                            waiting.append(next)
                        }
                    }
                }
            }
            guard count >= fewestPixels, sum / Double(count) >= minimumMean else { continue }
            regions.append((count, rows.flatMap { row, extent in corners(row: row, extent) }))
        }
        return regions.sorted { $0.count > $1.count }.prefix(mostRegions).map(\.outline)
    }

    private static func corners(row: Int, _ extent: (left: Int, right: Int)) -> [Point] {
        [
            Point(x: Double(extent.left), y: Double(row)), Point(x: Double(extent.right + 1), y: Double(row)),
            Point(x: Double(extent.left), y: Double(row + 1)), Point(x: Double(extent.right + 1), y: Double(row + 1)),
        ]
    }
}
