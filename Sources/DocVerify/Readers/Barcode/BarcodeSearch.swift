internal import Foundation
internal import Vision

/// Finds the barcodes of an image, at a usual size first, then closer where something looks like a PDF417 that was not read.
enum BarcodeSearch {
    /// Of the longest side in pixels. All formats are looked for at this size; what is smaller is a PDF417 or is not found.
    private static let usualSide = 1200
    /// A region is cut out so much longer and higher than it seems: the bars at its ends have few neighbours.
    private static let margin = 1.15
    /// A region is straightened to this length, in pixels: the widest symbols of licences have some 400 bars side by side.
    private static let leastLength = 900.0
    private static let mostLength = 1600.0
    /// Enlarging further shows nothing more.
    private static let mostEnlargement = 2.5
    /// Seen small, fine bars seem to lie more along the diagonals than they do, by up to six degrees: a region is turned again until it
    /// is straight, in radians.
    private static let leastTurn = 0.008
    private static let mostTurn = 0.3
    private static let mostTurns = 3
    /// Where that shows nothing, noise and blur are smoothed by looking at less.
    private static let secondLook = 0.6

    /// In pixels of the image, upright by its EXIF orientation. Looked for until the time is up (`Checkpoint`).
    static func symbols(in levels: ImageLevels) -> [BarcodeSymbol] {
        let size = levels.image.size
        let whole = levels.whole(longestSide: min(usualSide, size.longestSide))
        var symbols = SymbolReader.symbols(in: whole, formats: BarcodeSymbol.Format.allCases)
            .map { $0.moved { whole.place($0, in: size) } }
        var seen: [TextLine] = []
        for side in BarcodeRegions.sides where side == BarcodeRegions.sides.first || side * 5 <= size.longestSide * 4 {
            guard side == BarcodeRegions.sides.first || !symbols.contains(where: { $0.format == .pdf417 }) else {
                break
            }
            let overview = levels.whole(longestSide: min(side, size.longestSide))
            let scale = Double(size.longestSide) / Double(overview.size.longestSide)
            for region in BarcodeRegions.regions(in: overview) {
                let line = TextLine(
                    center: overview.place(region.center, in: size), angleInRadians: region.angleInRadians,
                    length: region.length * scale * margin, height: region.height * scale * margin)
                guard !symbols.contains(where: { $0.lies(in: line) }),
                    !seen.contains(where: { $0.holds(line.center) })
                else { continue }
                seen.append(line)
                for share in [1, secondLook] {
                    guard Checkpoint.givenUp == nil else { return symbols }
                    let found = self.symbols(in: line, of: levels, share: share)
                    // One of which an end was not seen at the usual size is found again, and then has its place.
                    symbols.removeAll { symbol in found.contains { $0.says(what: symbol) } }
                    symbols += found
                    if !found.isEmpty { break }
                }
            }
        }
        return symbols
    }

    /// The PDF417 of a region, straightened.
    private static func symbols(in region: TextLine, of levels: ImageLevels, share: Double) -> [BarcodeSymbol] {
        let length = min(mostLength, max(region.length, min(leastLength, region.length * mostEnlargement))) * share
        let scale = length / region.length
        let size = ImageSize(
            width: max(1, Int(length.rounded())),
            height: max(1, Int(min(mostLength, region.height * scale).rounded())))
        var line = region
        var straight = levels.cut(line, to: size)
        for _ in 0..<mostTurns {
            let turn = BarcodeRegions.direction(in: straight)
            guard abs(turn) > leastTurn, abs(turn) < mostTurn else { break }
            line.angleInRadians += turn
            straight = levels.cut(line, to: size)
        }
        return SymbolReader.symbols(in: straight, formats: [.pdf417])
            .map { symbol in
                var moved = symbol.moved { point in
                    line.global(
                        Point(
                            x: (point.x + 0.5 - Double(size.width) / 2) / scale,
                            y: (point.y + 0.5 - Double(size.height) / 2) / scale))
                }
                moved.angleInRadians += line.angleInRadians
                return moved
            }
    }
}

extension TextLine {
    fileprivate func holds(_ point: Point) -> Bool {
        let place = local(point)
        return abs(place.x) < length / 2 && abs(place.y) < height / 2
    }
}

extension GreyImage {
    /// Where a place of this image lies in the one that it was scaled from.
    fileprivate func place(_ point: Point, in original: ImageSize) -> Point {
        Point(
            x: (point.x + 0.5) * Double(original.width) / Double(size.width) - 0.5,
            y: (point.y + 0.5) * Double(original.height) / Double(size.height) - 0.5)
    }
}

extension BarcodeSymbol {
    fileprivate func moved(_ map: (Point) -> Point) -> BarcodeSymbol {
        var symbol = self
        symbol.corners = corners.map(map)
        return symbol
    }

    fileprivate func says(what other: BarcodeSymbol) -> Bool { format == other.format && contents == other.contents }

    /// Whether it was read where `region` is. One of which an end was not seen has no place.
    fileprivate func lies(in region: TextLine) -> Bool {
        guard !corners.isEmpty else { return false }
        let middle = corners.reduce(Point(x: 0, y: 0), +) * (1 / Double(corners.count))
        return region.holds(middle)
    }
}
