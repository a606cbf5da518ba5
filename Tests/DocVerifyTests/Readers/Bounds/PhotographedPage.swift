import Foundation
import TestSupport
import Testing
import Vision

@testable import DemoMaterial
@testable import DocVerify

/// A flat document laid into a scene, seen by a pinhole camera: what the scene is made of, and where the corners must be found.
struct PhotographedPage {
    enum Ground: CaseIterable {
        case dark, grained, chequered, uneven
    }

    var tiltInDegrees = 0.0
    /// In which direction it is tilted.
    var directionInDegrees = 0.0
    /// Clockwise, in the image.
    var rollInDegrees = 0.0
    /// The width of the document beside the image's longest side, as it were seen without a tilt.
    var share = 0.62
    /// Of the document's middle beside the image's, in shares of the longest side.
    var shift = Point(x: 0, y: 0)
    /// In longest sides of the image.
    var focalLength = 1.0
    var ground = Ground.dark
    var size = ImageSize(width: 1200, height: 900)
    var seed: UInt64 = 1

    let widthInMillimetres: Double
    let heightInMillimetres: Double

    init(width: Double = 125, height: Double = 88) { (widthInMillimetres, heightInMillimetres) = (width, height) }

    /// As photographs of a hand: tilts to 35°, any turn, any ground.
    static func random(using generator: inout SeededGenerator) -> PhotographedPage {
        var page = PhotographedPage()
        page.tiltInDegrees = Double.random(in: 0...35, using: &generator)
        page.directionInDegrees = Double.random(in: 0..<360, using: &generator)
        page.rollInDegrees =
            Double(Int.random(in: 0..<4, using: &generator)) * 90 + Double.random(in: -12...12, using: &generator)
        page.share = Double.random(in: 0.48...0.6, using: &generator)
        page.shift = Point(
            x: Double.random(in: -0.04...0.04, using: &generator), y: Double.random(in: -0.04...0.04, using: &generator)
        )
        page.focalLength = Double.random(in: 0.7...1.6, using: &generator)
        page.ground = Ground.allCases.randomElement(using: &generator) ?? .dark
        page.seed = generator.next()
        return page
    }

    /// Millimetres from the document's upper left corner to pixels of the image.
    var fromMillimetres: Homography {
        let longest = Double(size.longestSide)
        let focal = focalLength * longest
        let (tilt, direction, roll) = (
            tiltInDegrees * .pi / 180, directionInDegrees * .pi / 180, rollInDegrees * .pi / 180
        )
        // About an axis in the plane, then about the camera's own.
        func turned(_ x: Double, _ y: Double) -> (Double, Double, Double) {
            let (along, across) = (
                x * cos(direction) + y * sin(direction), -x * sin(direction) + y * cos(direction)
            )
            let (near, depth) = (across * cos(tilt), across * sin(tilt))
            let (u, v) = (
                along * cos(direction) - near * sin(direction), along * sin(direction) + near * cos(direction)
            )
            return (u * cos(roll) - v * sin(roll), u * sin(roll) + v * cos(roll), depth)
        }
        let (one, two) = (turned(1, 0), turned(0, 1))
        let middle = turned(-widthInMillimetres / 2, -heightInMillimetres / 2)
        let distance = focal * widthInMillimetres / (share * longest)
        let (x, y, depth) = (Double(size.width) / 2, Double(size.height) / 2, middle.2 + distance)
        let aside = distance * longest / focal
        let (right, below) = (middle.0 + shift.x * aside, middle.1 + shift.y * aside)
        return Homography(values: [
            focal * one.0 + x * one.2, focal * two.0 + x * two.2, focal * right + x * depth,
            focal * one.1 + y * one.2, focal * two.1 + y * two.2, focal * below + y * depth,
            one.2, two.2, depth,
        ])
    }

    /// Upper left, upper right, lower right, lower left.
    var corners: [Point] {
        [(0.0, 0.0), (widthInMillimetres, 0), (widthInMillimetres, heightInMillimetres), (0, heightInMillimetres)].map {
            fromMillimetres.apply(Point(x: $0.0, y: $0.1))
        }
    }

    /// The scene with the document in it.
    func image(of document: Image) -> Image { laid(document, on: background) }

    func laid(_ document: Image, on background: Image) -> Image {
        let scale = AffineTransform(
            a: widthInMillimetres / Double(document.size.width), b: 0, tx: 0, c: 0,
            d: heightInMillimetres / Double(document.size.height), ty: 0)
        let map = Homography(scale).then(fromMillimetres)
        let smooth = document.blurred(sigma: 0.35 * Double(document.size.width) / (share * Double(size.longestSide)))
        let seen = smooth.warped(by: map, to: size, border: .black)
        let mask = Image(size: document.size, blue: 255, green: 255, red: 255)
            .warped(by: map, to: size, border: .black)
        let pixels = (0..<seen.pixels.count).map { index -> UInt8 in
            let share = Int(mask.pixels[index])
            return UInt8((Int(seen.pixels[index]) * share + Int(background.pixels[index]) * (255 - share)) / 255)
        }
        return Image(size: size, pixels: pixels).blurred(sigma: 0.5)
    }

    var background: Image {
        var generator = SeededGenerator(seed: seed)
        let (width, height) = (size.width, size.height)
        let noise = (0..<(width * height)).map { _ in Double.random(in: -1...1, using: &generator) }
        let hue = (0..<3).map { _ in Double.random(in: 0.75...1, using: &generator) }
        let slope = Double.random(in: -0.6...0.6, using: &generator)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) + slope * Double(y), Double(y) - slope * Double(x))
                let level =
                    switch ground {
                    case .dark: 46 + 5 * noise[y * width + x]
                    case .grained:
                        110 + 16 * sin(u / 23 + 1.5 * sin(v / 160)) + 10 * sin(u / 5.3) + 6 * noise[y * width + x]
                    case .chequered:
                        (Int(floor(u / 46)) + Int(floor(v / 46))) % 2 == 0 ? 118.0 : 76.0
                    case .uneven: 70 + 55 * Double(x) / Double(width) + 4 * noise[y * width + x]
                    }
                for channel in hue { pixels.append(UInt8(min(max(level * channel, 0), 255))) }
            }
        }
        return Image(size: size, pixels: pixels).blurred(sigma: 0.7)
    }
}

/// The rendered passport and the reader of MRZs, made once: loading the networks costs a second.
struct BoundsBench {
    let today: CalendarDate
    let reader: MRZReader
    let page: Image

    static let shared = Result {
        BoundsBench(
            today: try #require(CalendarDate(year: 2026, month: 11, day: 21)),
            reader: try MRZReader(models: ModelFolder(path: Material.models), workers: 1),
            page: try PassportPage(
                holder: .fictitious(today: PageDate(year: 2026, month: 11, day: 21)),
                // Nothing here looks for a face.
                portrait: Image(size: ImageSize(width: 350, height: 450), blue: 120, green: 140, red: 170)
            ).image)
    }

    /// What is recorded of an image.
    func record(
        of image: Image, isStatedCropped: Bool = false
    ) throws -> (image: DocumentEvidence.ReceivedImage, reading: SourceReading) {
        let levels = ImageLevels(image)
        let reading = try reader.read([levels], today: today)
        return (
            DocumentEvidence.ReceivedImage(
                sha256: "", levels: levels, statedCropped: isStatedCropped, print: reading.placements[0]?.print,
                face: nil), reading
        )
    }

    /// Distances of the corners from where they are, in millimetres.
    static func errors(_ found: DocumentBounds, of page: PhotographedPage) -> [Double] {
        let back = page.fromMillimetres.inverse
        let (width, height) = (page.widthInMillimetres, page.heightInMillimetres)
        let right = [Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: width, y: height), Point(x: 0, y: height)]
        return zip(found.corners, right).map { corner, right in
            let place = Point(
                x: corner.x * Double(page.size.width) - 0.5, y: corner.y * Double(page.size.height) - 0.5)
            return back?.apply(place).distance(to: right) ?? .infinity
        }
    }
}
