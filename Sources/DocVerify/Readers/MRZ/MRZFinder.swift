internal import Foundation
internal import Vision

/// Finds machine-readable zones in an image, whichever way up they lie, with a network of our own (`packs/documents`).
struct MRZFinder: Sendable {
    private let network: Network

    /// The size that the whole image is looked at, along its longest side in pixels, and those where nothing is found: of a card
    /// that fills the image the characters are too large at the usual one, of one in a large scene too small.
    static let usualSide = 640
    static let otherSides = [384, 1280]

    /// Characters lower than this, in pixels of the network's image, are looked at once more, larger.
    private static let smallCharacter = 11.0
    /// The most blocks of one image that are looked at closely.
    private static let mostBlocks = 6

    /// The runtime keeps a plan for every size: few sizes.
    private static let unit = 64
    /// What surrounds an image that does not fill the network's.
    private static let surroundings: Float = 128

    init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        network = try DocumentPack.network("mrz-finder", models: models, workers: workers)
    }

    /// The blocks, those with the longest lines first.
    func blocks(in levels: ImageLevels, longestSide: Int) throws(NetworkError) -> [MRZBlock] {
        let size = levels.image.size
        let grey = levels.whole(longestSide: longestSide)
        let scaleX = Double(size.width) / Double(grey.size.width)
        let scaleY = Double(size.height) / Double(grey.size.height)
        let lines = try lines(in: grey).map { curve in
            curve.moved { Point(x: ($0.x + 0.5) * scaleX - 0.5, y: ($0.y + 0.5) * scaleY - 0.5) }
        }
        var blocks: [MRZBlock] = []
        for block in MRZBlock.blocks(of: lines).prefix(Self.mostBlocks) {
            let closer = block.characterHeight / max(scaleX, scaleY) < Self.smallCharacter
            blocks += closer ? try self.blocks(around: block, in: levels) : [block]
        }
        // What was looked at from two neighbours is one block.
        var apart: [MRZBlock] = []
        for block in blocks where !apart.contains(where: { $0.coincides(with: block) }) { apart.append(block) }
        return apart
    }

    /// The lines of a neighbourhood, straightened and looked at larger; the block as it was where that shows less.
    private func blocks(around block: MRZBlock, in levels: ImageLevels) throws(NetworkError) -> [MRZBlock] {
        let region = block.neighbourhood
        let scale = region.length / Double(Self.usualSide)
        let height = min(Self.usualSide, max(Self.unit, Int((region.height / scale).rounded(.up))))
        var cut = region
        cut.height = Double(height) * scale
        let size = ImageSize(width: Self.usualSide, height: height)
        let lines = try lines(in: levels.cut(cut, to: size)).map { curve in
            curve.moved {
                cut.global(
                    Point(
                        x: ($0.x + 0.5 - Double(size.width) / 2) * scale,
                        y: ($0.y + 0.5 - Double(size.height) / 2) * scale))
            }
        }
        let found = MRZBlock.blocks(of: lines)
        return found.isEmpty ? [block] : found
    }

    /// The lines that the network sees, in pixels of `grey`.
    private func lines(in grey: GreyImage) throws(NetworkError) -> [TextCurve] {
        func padded(_ side: Int) -> Int { (side + Self.unit - 1) / Self.unit * Self.unit }
        let (width, height) = (padded(grey.size.width), padded(grey.size.height))
        var values = [Float](repeating: Self.surroundings, count: width * height)
        for row in 0..<grey.size.height {
            for column in 0..<grey.size.width {
                values[row * width + column] = Float(grey.pixels[row * grey.size.width + column])
            }
        }
        let output = try network.run(Tensor(shape: [1, 1, height, width], values: values))
        let cell = Int(MRZMaps.pixelsPerCell)
        guard let maps = output.first,
            let seen = MRZMaps(width: width / cell, height: height / cell, values: maps.values)
        else { throw .runFailed }
        return seen.lines()
    }
}

extension TextCurve {
    /// In another image, to whose places `map` brings those of this one: turned, shifted and scaled, not sheared.
    fileprivate func moved(_ map: (Point) -> Point) -> TextCurve {
        let ends = [-line.length / 2, line.length / 2].map { map(line.global(Point(x: $0, y: 0))) }
        let scale = ends[1].distance(to: ends[0]) / max(line.length, 1e-6)
        return TextCurve(line: TextLine(from: ends[0], to: ends[1], height: line.height * scale), sag: sag * scale)
    }
}
