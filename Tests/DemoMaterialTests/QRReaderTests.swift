import Testing
import Vision

@testable import DemoMaterial

@Suite struct QRReaderTests {
    /// Version 2, error correction M, of the text below.
    private static let text = "A phone reads this."
    private static let symbol = """
        #######.######....#######
        #.....#...##.#..#.#.....#
        #.###.#.#.##.#.##.#.###.#
        #.###.#...##.#.#..#.###.#
        #.###.#..###..#...#.###.#
        #.....#.####.##...#.....#
        #######.#.#.#.#.#.#######
        .........####............
        #.#...##.#..###.#..#..#.#
        .#..#...##..##.##.##...##
        #####.##..#....##.##.##.#
        ..#.#...#....#..##...#...
        .#.#..####.###.#..#..#.##
        ...#.#.#..#.#..##.##..#.#
        ##..#.##....#############
        ...##..######.#..#...#.#.
        ###...##..#..#########.##
        ........#....##.#...###..
        #######.####....#.#.#...#
        #.....#..#...#..#...##.##
        #.###.#...####.#######.##
        #.###.#..#..#..###..####.
        #.###.#.#.#.######.###.##
        #.....#....##.####.#.#...
        #######.###..##.###.##..#
        """

    private static func drawn(pixelsPerModule: Int) -> Image {
        let rows = symbol.split(separator: "\n").map { Array($0) }
        let side = (rows.count + 8) * pixelsPerModule
        var pixels = [UInt8](repeating: 255, count: side * side * 3)
        for row in 0..<(rows.count * pixelsPerModule) {
            for column in 0..<(rows.count * pixelsPerModule)
            where rows[row / pixelsPerModule][column / pixelsPerModule] == "#" {
                let start = ((row + 4 * pixelsPerModule) * side + column + 4 * pixelsPerModule) * 3
                for offset in start..<(start + 3) { pixels[offset] = 0 }
            }
        }
        return Image(size: ImageSize(width: side, height: side), pixels: pixels)
    }

    @Test(arguments: [0, 1, 2, 3])
    func aSymbolIsReadWhicheverWayItIsTurned(quarterTurns: Int) throws {
        let image = Self.drawn(pixelsPerModule: 4).turned(clockwiseQuarterTurns: quarterTurns)
        #expect(try QRReader.content(ofImage: image.png()) == Array(Self.text.utf8))
    }

    @Test func aSymbolIsReadFromASoftJPEG() throws {
        let image = Self.drawn(pixelsPerModule: 5).blurred(sigma: 1)
        #expect(try QRReader.content(ofImage: image.jpeg(quality: 60)) == Array(Self.text.utf8))
    }

    @Test func anImageWithoutSymbolHasNoContent() throws {
        let wall = Image(size: ImageSize(width: 100, height: 100), blue: 200, green: 200, red: 200)
        #expect(try QRReader.content(ofImage: wall.png()) == nil)
    }

    @Test func bytesThatAreNoImageAreRefused() {
        #expect(throws: ImageError.notAnImage) { try QRReader.content(ofImage: Array("no image".utf8)) }
    }
}
