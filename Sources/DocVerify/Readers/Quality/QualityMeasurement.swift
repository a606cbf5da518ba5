internal import Foundation
internal import Vision

/// Measures how well an image shows a document.
struct QualityMeasurement {
    private let levels: ImageLevels
    private let document: LocatedDocument
    /// Places of the straightened document, in cells, to the image's.
    private let map: Homography
    private let cells: ImageSize

    /// The straightened document is looked at in so many cells along its longer side: 3 for a millimetre of a passport's page.
    private static let longestSide = 375.0
    /// Lighter in every colour than this is blown out.
    private static let blownOut: UInt8 = 250
    /// Print leaves no white spot so wide, in cells.
    private static let leastSpot = 5

    /// Nil where the document's corners are no quadrilateral.
    init?(of document: LocatedDocument, in levels: ImageLevels) {
        let quadrilateral = document.quadrilateral
        let wide = (quadrilateral.length(of: .top) + quadrilateral.length(of: .bottom)) / 2
        let high = (quadrilateral.length(of: .left) + quadrilateral.length(of: .right)) / 2
        let format = document.format ?? LocatedDocument.Format(width: wide, height: high)
        let scale = Self.longestSide / max(format.width, format.height, 1e-6)
        let size = ImageSize(
            width: max(8, Int((format.width * scale).rounded())), height: max(8, Int((format.height * scale).rounded()))
        )
        guard format.width > 0, format.height > 0, size.longestSide <= 1_000,
            let map = quadrilateral.homography(fromWidth: Double(size.width), height: Double(size.height)),
            let back = map.inverse, (map.values + back.values).allSatisfy(\.isFinite)
        else { return nil }
        (self.levels, self.document, self.map, cells) = (levels, document, map, size)
    }

    /// - Parameters:
    ///   - print: of the MRZ, as it was located.
    ///   - face: of the portrait, in pixels of the image.
    func figures(print: DocumentPrint?, face: Quadrilateral?) -> [QualityFigure] {
        let size = levels.image.size
        let straightened = levels.image.warped(
            by: map.inverse ?? Homography(values: [1, 0, 0, 0, 1, 0, 0, 0, 1]), to: cells, border: .black)
        let spots = Self.spots(in: straightened)
        var figures: [QualityFigure?] = []
        if let perMillimetre = document.pixelsPerMillimetre {
            figures.append(blurInPixels().flatMap { QualityFigure(.focus, $0 / perMillimetre) })
        }
        if let print = print?.legibility {
            figures.append(
                QualityFigure(.focus, of: .mrz, print.focus, .atLeast, print.leastFocus, .scale))
            figures.append(
                QualityFigure(.resolution, of: .mrz, print.pitchInPixels, .atLeast, print.leastPitch, .pixels))
        }
        figures.append(QualityFigure(.glare, share(of: spots) { _ in true }))
        if let print, let format = document.format {
            let top = format.height - print.layout.lowerMargin - print.layout.printHeight
            let scale = Double(cells.height) / format.height
            figures.append(QualityFigure(.glare, of: .mrz, share(of: spots) { $0.y >= top * scale }))
        }
        if let face, let back = map.inverse {
            let place = face.moved(back.apply)
            if place.isConvex {
                figures.append(QualityFigure(.glare, of: .portrait, share(of: spots, where: place.holds)))
            }
        }
        figures.append(document.pixelsPerMillimetre.flatMap { QualityFigure(.resolution, $0) })
        figures.append(document.tiltInDegrees(in: size).flatMap { QualityFigure(.perspective, $0) })
        figures.append(QualityFigure(.brightness, Self.paper(of: straightened)))
        figures.append(QualityFigure(.bounds, Double(document.cutOff.count)))
        return figures.compactMap(\.self)
    }

    // Focus.

    private static let tilesAcross = 12
    private static let tilesDown = 8
    private static let tileSide = 36
    /// Between the darkest and the lightest of a tile, in grey levels: print on paper.
    private static let leastContrast = 40
    /// Of tiles with print; the others may show an image or a pattern that is soft itself.
    private static let sharpShare = 0.25

    /// Of an edge between two levels that a Gaussian blurs, the steepest step is their distance by √(2π) and its standard deviation. Of
    /// strokes thinner than the blur it comes to two thirds of that.
    private func blurInPixels() -> Double? {
        let grey = levels.grey
        var blurs: [Double] = []
        for row in 0..<Self.tilesDown {
            for column in 0..<Self.tilesAcross {
                let place = map.apply(
                    Point(
                        x: (Double(column) + 0.5) / Double(Self.tilesAcross) * Double(cells.width),
                        y: (Double(row) + 0.5) / Double(Self.tilesDown) * Double(cells.height)))
                guard let blur = Self.blur(of: grey, around: place) else { continue }
                blurs.append(blur)
            }
        }
        guard blurs.count >= 4 else { return nil }
        blurs.sort()
        return blurs[Int(Self.sharpShare * Double(blurs.count))]
    }

    private static func blur(of grey: GreyImage, around place: Point) -> Double? {
        guard place.x.isFinite, place.y.isFinite, abs(place.x) < 1e5, abs(place.y) < 1e5 else { return nil }
        let (left, top) = (Int(place.x) - tileSide / 2, Int(place.y) - tileSide / 2)
        let (width, height) = (grey.size.width, grey.size.height)
        guard left >= 1, top >= 1, left + tileSide < width - 1, top + tileSide < height - 1 else { return nil }
        var histogram = [Int](repeating: 0, count: 256)
        var steps: [Int32] = []
        steps.reserveCapacity(tileSide * tileSide)
        grey.pixels.withUnsafeBufferPointer { pixels in
            for y in top..<(top + tileSide) {
                for x in left..<(left + tileSide) {
                    let index = y * width + x
                    histogram[Int(pixels[index])] += 1
                    let across = Int32(pixels[index + 1]) - Int32(pixels[index - 1])
                    let down = Int32(pixels[index + width]) - Int32(pixels[index - width])
                    steps.append(across * across + down * down)
                }
            }
        }
        let all = tileSide * tileSide
        func level(_ share: Double) -> Int {
            var (sum, level) = (0, 0)
            while level < 255, sum + histogram[level] <= Int(share * Double(all)) {
                (sum, level) = (sum + histogram[level], level + 1)
            }
            return level
        }
        let contrast = level(0.98) - level(0.02)
        guard contrast >= leastContrast else { return nil }
        steps.sort()
        let steepest = Double(steps[all * 99 / 100]).squareRoot() / 2
        return Double(contrast) / max(1, steepest) / (2 * .pi).squareRoot()
    }

    // Glare and brightness.

    /// Cell by cell whether it lies in a spot that is blown out.
    private static func spots(in image: Image) -> [Bool] {
        let (width, height) = (image.size.width, image.size.height)
        let white = (0..<(width * height)).map { index in
            image.pixels[3 * index] >= blownOut && image.pixels[3 * index + 1] >= blownOut
                && image.pixels[3 * index + 2] >= blownOut
        }
        // What is left of runs along rows and columns that are long enough, grown back: cells of a square of white.
        func runs(_ cells: [Bool], along step: Int, _ count: Int, across: Int, _ lines: Int) -> [Bool] {
            var kept = [Bool](repeating: false, count: cells.count)
            for line in 0..<lines {
                var start = 0
                for place in 0...count {
                    if place < count, cells[line * across + place * step] { continue }
                    if place - start >= leastSpot {
                        for inside in start..<place { kept[line * across + inside * step] = true }
                    }
                    start = place + 1
                }
            }
            return kept
        }
        return runs(runs(white, along: 1, width, across: width, height), along: width, height, across: 1, width)
    }

    private func share(of spots: [Bool], where isMeant: (Point) -> Bool) -> Double {
        var (all, blown) = (0, 0)
        for row in 0..<cells.height {
            for column in 0..<cells.width where isMeant(Point(x: Double(column), y: Double(row))) {
                all += 1
                if spots[row * cells.width + column] { blown += 1 }
            }
        }
        return all == 0 ? .nan : Double(blown) / Double(all)
    }

    private static let paperShare = 0.9

    private static func paper(of image: Image) -> Double {
        var histogram = [Int](repeating: 0, count: 256)
        for pixel in image.grey.pixels { histogram[Int(pixel)] += 1 }
        let darker = Int(paperShare * Double(image.size.width * image.size.height))
        var (sum, level) = (0, 0)
        while level < 255, sum + histogram[level] <= darker { (sum, level) = (sum + histogram[level], level + 1) }
        return Double(level)
    }
}
