import Testing

@testable import Vision

/// HEIF files of one coded image of 64 × 64 pixels and of whatever else a test says about it.
struct HandmadeHEIF {
    struct Item {
        var type = "hvc1"
        var name = ""
        var content: [UInt8] = []
        /// Boxes, in the order in which they apply.
        var properties: [[UInt8]] = []
        /// Items that it is made of, by their numbers.
        var sources: [Int] = []
        /// The item that it says more of.
        var mainItem: Int?
    }

    var brand = "heic"
    /// Numbered from 1; the first is the primary one.
    var items: [Item]
    /// Behind all others.
    var boxes: [UInt8] = []
    var handlerName = ""

    /// The coded image of a file that holds nothing else.
    static func coded(in file: [UInt8]) throws -> Item {
        let items = try HEIFItems(of: file)
        let configuration = try #require(["hvcC", "av1C"].compactMap { box($0, in: file) }.first)
        let isHEVC = configuration[4] == UInt8(ascii: "h")
        let codedRange = try #require(items.kept.first)
        return Item(
            type: isHEVC ? "hvc1" : "av01", content: Array(file[codedRange]),
            properties: [configuration, ispe(64, 64)])
    }

    /// Of four quarters (`SmallImages.heic`), with more properties.
    static func quarters(_ properties: [[UInt8]] = []) throws -> HandmadeHEIF {
        var item = try coded(in: SmallImages.heic)
        item.properties += properties
        return HandmadeHEIF(items: [item])
    }

    static func ispe(_ width: Int, _ height: Int) -> [UInt8] { box("ispe", number(0) + number(width) + number(height)) }
    static func irot(_ counterclockwiseQuarters: UInt8) -> [UInt8] { box("irot", [counterclockwiseQuarters]) }
    static func imir(_ mode: UInt8) -> [UInt8] { box("imir", [mode]) }
    /// - Parameter fields: width, height, and the way from the middle of the image to its own, each as a fraction.
    static func clap(_ fields: [Int]) -> [UInt8] { box("clap", fields.flatMap { number($0) }) }
    /// The content of an item that puts others side by side.
    static func grid(_ columns: Int, _ rows: Int, _ width: Int, _ height: Int) -> [UInt8] {
        [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + number(width, 2) + number(height, 2)
    }

    static func number(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { number(content.count + 8) + type.utf8 + content }

    /// The first box of a type, found by its letters.
    static func box(_ type: String, in file: [UInt8]) -> [UInt8]? {
        file.indices.dropFirst(4).dropLast(3).first { file[$0..<($0 + 4)].elementsEqual(type.utf8) }.map { place in
            let length = file[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
            return Array(file[(place - 4)..<(place - 4 + length)])
        }
    }

    var bytes: [UInt8] {
        let type = Self.box("ftyp", Array(brand.utf8) + Self.number(0) + Array("mif1".utf8))
        let length = type.count + meta(at: 0).count
        return type + meta(at: length + 8) + Self.box("mdat", items.flatMap(\.content)) + boxes
    }

    /// - Parameter start: of the first item.
    private func meta(at start: Int) -> [UInt8] {
        var (names, places, links, references) = ([UInt8](), [UInt8](), [UInt8](), [UInt8]())
        var properties: [[UInt8]] = []
        var offset = start
        for (number, item) in zip(1..., items) {
            let name = Array((item.name + "\0").utf8) + (item.type == "mime" ? Array("application/rdf+xml\0".utf8) : [])
            names += Self.box("infe", [2, 0, 0, 0] + Self.number(number, 2) + [0, 0] + item.type.utf8 + name)
            places += Self.number(number, 2) + [0, 0, 0, 1] + Self.number(offset) + Self.number(item.content.count)
            offset += item.content.count
            let first = properties.count + 1
            properties += item.properties
            links += Self.number(number, 2) + [UInt8(item.properties.count)]
            links += item.properties.indices.map { UInt8(first + $0) | 0x80 }
            if !item.sources.isEmpty {
                references += Self.box(
                    "dimg",
                    Self.number(number, 2) + Self.number(item.sources.count, 2)
                        + item.sources.flatMap { Self.number($0, 2) })
            }
            if let main = item.mainItem {
                let says =
                    switch item.type {
                    case "Exif", "mime": "cdsc"
                    default: item.properties.contains { $0[4..<8].elementsEqual("auxC".utf8) } ? "auxl" : "thmb"
                    }
                references += Self.box(says, Self.number(number, 2) + [0, 1] + Self.number(main, 2))
            }
        }
        let count = Self.number(items.count, 2)
        let handler = Self.box(
            "hdlr",
            [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 12)
                + Array((handlerName + "\0").utf8))
        return Self.box(
            "meta",
            Self.number(0) + handler + Self.box("pitm", Self.number(0) + [0, 1])
                + Self.box("iinf", Self.number(0) + count + names)
                + Self.box("iloc", Self.number(0) + [0x44, 0] + count + places)
                + Self.box("iref", Self.number(0) + references)
                + Self.box(
                    "iprp",
                    Self.box("ipco", properties.flatMap { $0 })
                        + Self.box("ipma", Self.number(0) + Self.number(items.count) + links)))
    }
}
