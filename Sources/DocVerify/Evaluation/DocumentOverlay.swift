package import Vision

/// The images of a document with what was found on them drawn in: MRZs blue, print green, barcodes orange, the portrait
/// magenta, other faces grey.
package enum DocumentOverlay {
    private static let portrait = OutlineCanvas.Ink(blue: 200, green: 0, red: 230)
    private static let otherFace = OutlineCanvas.Ink(blue: 128, green: 128, red: 128)

    private static func ink(of source: SourceKind) -> OutlineCanvas.Ink {
        switch source {
        case .mrz: OutlineCanvas.Ink(blue: 230, green: 90, red: 0)
        case .visualInspectionZone: OutlineCanvas.Ink(blue: 40, green: 160, red: 0)
        case .barcode: OutlineCanvas.Ink(blue: 0, green: 130, red: 255)
        case .chip: OutlineCanvas.Ink(blue: 0, green: 0, red: 0)
        }
    }

    /// One image for each of the document, one below the other where there are several, upright as they were decoded.
    /// - Throws: as `DocumentReader.read` does for bytes that are no image.
    package static func image(of images: [DocumentImage], evidence: DocumentEvidence) throws(DocumentError) -> Image {
        var drawn: [Image] = []
        for (index, image) in images.enumerated() {
            drawn.append(marked(try DocumentImage.decode(image.bytes, index: index), number: index, evidence))
        }
        return stacked(drawn)
    }

    private static func marked(_ image: Image, number: Int, _ evidence: DocumentEvidence) -> Image {
        var canvas = OutlineCanvas(image)
        for source in evidence.sources {
            for place in source.details?.places ?? [] where place.image == number {
                let corners = place.corners.map {
                    Point(x: $0.x * Double(image.size.width), y: $0.y * Double(image.size.height))
                }
                canvas.outline(corners, ink(of: source.kind))
            }
        }
        if let found = evidence.portrait, found.imageIndex == number {
            let others = (found.faces ?? []).dropFirst().map { ($0.box, otherFace) }
            for (box, ink) in others + [(found.box, portrait)] {
                let (right, bottom) = (box.x + box.width, box.y + box.height)
                let corners = [(box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)].map { x, y in
                    Point(x: x, y: y)
                        .turnedBack(clockwiseQuarterTurns: found.clockwiseQuarterTurns, to: image.size)
                }
                canvas.outline(corners, ink)
            }
        }
        return canvas.image
    }

    private static func stacked(_ images: [Image]) -> Image {
        guard let first = images.first, images.count > 1 else {
            return images.first ?? Image(size: ImageSize(width: 1, height: 1), blue: 0, green: 0, red: 0)
        }
        let width = images.map(\.size.width).max() ?? first.size.width
        var pixels: [UInt8] = []
        for image in images {
            let row = image.size.width * 3
            for y in 0..<image.size.height {
                pixels += image.pixels[(y * row)..<((y + 1) * row)]
                pixels += [UInt8](repeating: 255, count: width * 3 - row)
            }
        }
        return Image(size: ImageSize(width: width, height: pixels.count / (width * 3)), pixels: pixels)
    }
}

/// Draws outlines on an image.
private struct OutlineCanvas {
    /// A colour as images hold it.
    struct Ink {
        let blue: UInt8
        let green: UInt8
        let red: UInt8
    }

    /// Of an image of 1000 pixels.
    private static let widthPerMille = 3.0

    private let size: ImageSize
    private var pixels: [UInt8]

    init(_ image: Image) {
        size = image.size
        pixels = image.pixels
    }

    var image: Image { Image(size: size, pixels: pixels) }

    mutating func outline(_ corners: [Point], _ ink: Ink) {
        guard let last = corners.last else { return }
        var start = last
        for end in corners {
            line(from: start, to: end, ink)
            start = end
        }
    }

    private static func inside(_ start: Int, _ end: Int, _ count: Int) -> Range<Int> {
        let first = min(max(0, start), count)
        return first..<max(first, min(count, end))
    }

    private mutating func line(from start: Point, to end: Point, _ ink: Ink) {
        let reach = max(1, Double(size.longestSide) * Self.widthPerMille / 2000)
        let along = end - start
        let length = max(1, (along.x * along.x + along.y * along.y).squareRoot())
        // A line may begin far outside of the image.
        let steps = Int(min(length * 2, 40_000))
        for step in 0...steps {
            let place = start + along * (Double(step) / Double(steps))
            let (left, right) = (Int((place.x - reach).rounded()), Int((place.x + reach).rounded()))
            let (top, bottom) = (Int((place.y - reach).rounded()), Int((place.y + reach).rounded()))
            for y in Self.inside(top, bottom, size.height) {
                for x in Self.inside(left, right, size.width) {
                    let at = (y * size.width + x) * 3
                    (pixels[at], pixels[at + 1], pixels[at + 2]) = (ink.blue, ink.green, ink.red)
                }
            }
        }
    }
}
