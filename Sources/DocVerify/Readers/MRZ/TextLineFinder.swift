internal import Vision

/// Finds lines of text with PP-OCRv4's detector: a network that says for every pixel whether it lies inside text.
struct TextLineFinder: Sendable {
    private let network: Network

    /// Above this a pixel counts as text; below `minimumMean` on average a line is dropped; a line found is thinner than
    /// its text and is grown by `growth` × area / perimeter. All three are the values that the network was trained for.
    private static let threshold: Float = 0.3
    private static let minimumMean = 0.5
    private static let growth = 1.6

    init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        network = try .textNetwork("ch_PP-OCRv4_det_infer.onnx", models: models, workers: workers)
    }

    /// The lines in `image`, longest first.
    ///
    /// - Parameter longestSide: the size that the network looks at, in pixels. At 736 the MRZ of a page that fills the
    ///   image is found; small print needs more.
    func lines(in image: Image, longestSide: Int) throws(NetworkError) -> [TextLine] {
        let scale = Double(longestSide) / Double(image.size.longestSide)
        // The network takes multiples of 32. The runtime keeps a plan for every size, so the shorter side has
        // multiples of 64 only; the proportions change by a few per cent, which the detector does not mind.
        func rounded(_ side: Int) -> Int {
            let unit = side == image.size.longestSide ? 32 : 64
            return max(1, Int((Double(side) * scale / Double(unit)).rounded())) * unit
        }
        let size = ImageSize(width: rounded(image.size.width), height: rounded(image.size.height))
        let output = try network.run(image.resized(to: size), encodedAs: .text)
        guard let map = output.first, map.values.count == size.width * size.height else { throw .runFailed }
        let horizontal = Double(image.size.width) / Double(size.width)
        let vertical = Double(image.size.height) / Double(size.height)
        return Self.regions(of: map.values, size: size).compactMap { region in
            let outline = region.outline.map { Point(x: $0.x * horizontal, y: $0.y * vertical) }
            guard let line = TextLine(around: convexHull(of: outline)) else { return nil }
            let margin = Self.growth * line.length * line.height / (2 * (line.length + line.height))
            return line.grown(by: margin)
        }
        .sorted { $0.length > $1.length }
    }

    /// A connected set of text pixels.
    struct Region {
        /// The corners of its pixels at the left and right end of every row.
        var outline: [Point]
    }

    /// The sets of pixels above the threshold that touch by side or corner and are text on average.
    static func regions(of probabilities: [Float], size: ImageSize) -> [Region] {
        var isOpen = probabilities.map { $0 > threshold }
        var regions: [Region] = []
        var waiting: [Int] = []
        for start in isOpen.indices where isOpen[start] {
            isOpen[start] = false
            waiting.append(start)
            var rows: [Int: (left: Int, right: Int)] = [:]
            var sum = 0.0
            var count = 0
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
            guard count >= 12, sum / Double(count) >= minimumMean else { continue }
            let outline = rows.flatMap { row, extent in
                [
                    Point(x: Double(extent.left), y: Double(row)), Point(x: Double(extent.right + 1), y: Double(row)),
                    Point(x: Double(extent.left), y: Double(row + 1)),
                    Point(x: Double(extent.right + 1), y: Double(row + 1)),
                ]
            }
            regions.append(Region(outline: outline))
        }
        return regions
    }
}
