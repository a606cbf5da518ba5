/// The items of a HEIF file (ISO/IEC 23008-12), HEIC and AVIF, walked without decoding: which are its primary image, where
/// they lie, and the size at which it is shown. Read here, because the library's own reader is for decoders alone, which hold
/// nothing.
struct HEIFItems {
    /// As its properties say that it is shown: cropped and turned.
    let size: ImageSize
    let format: ImageFormat
    /// Whether it says how it is turned, or mirrored.
    let statesOrientation: Bool
    /// All that the file's own table of items says is in it.
    let meta: Range<Int>
    /// Where the primary image lies, with all that it is made of.
    let kept: [Range<Int>]

    /// A phone's image of 48 megapixels has some two hundred.
    private static let mostItems = 4096
    /// From items to others, and to properties.
    private static let mostLinks = 65_536
    /// In how many pieces they may lie, all together.
    private static let mostExtents = 16_384

    /// Whether a file calls itself one, also of a form that is refused.
    static func begins(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
        return brands.contains { bytes[8..<12].elementsEqual($0.utf8) }
    }

    /// Images, then sequences of them.
    private static let brands = ["heic", "heix", "mif1", "avif", "heim", "heis", "heif", "miaf"] + sequences
    private static let sequences = ["avis", "hevc", "hevx", "msf1"]

    /// - Throws: `notAnImage` for a sequence, and for images of other codecs; `corrupt` where the boxes do not lead to an image.
    init(of bytes: [UInt8]) throws(ImageError) {
        guard !Self.sequences.contains(where: { bytes[8..<12].elementsEqual($0.utf8) }) else { throw .notAnImage }
        var boxes = ISOBoxes(in: bytes, bytes.indices)
        var meta: Range<Int>?
        while meta == nil, let box = try boxes.next() {
            if box.isOf("meta") { meta = box.content }
        }
        guard let meta else { throw .corrupt }
        let table = try Table(of: bytes, in: meta)
        guard let primary = table.primary else { throw .corrupt }

        var kept = Set<Int>()
        try table.add(primary, to: &kept)
        let codecs = Set(kept.compactMap { table.types[$0] }).subtracting(Self.derived)
        switch codecs {
        case [ISOBoxes.number("hvc1")]: format = .heic
        case [ISOBoxes.number("av01")]: format = .avif
        default: throw .notAnImage
        }
        (size, statesOrientation) = try Self.shown(primary, table)
        for item in table.transparencies(of: kept) { try table.add(item, to: &kept) }
        self.meta = meta
        var places: [Range<Int>] = []
        for item in kept { places += try table.places(of: item, in: bytes.count) }
        guard Self.areOfImages(places, in: bytes, table) else { throw .corrupt }
        self.kept = places
    }

    /// Whether each lies in a box for the bytes of images. One that lies elsewhere would be a part of something else as well, and of
    /// that nothing could be taken away.
    private static func areOfImages(_ places: [Range<Int>], in bytes: [UInt8], _ table: Table) -> Bool {
        var contents = [table.data].compactMap(\.self)
        var boxes = ISOBoxes(in: bytes, bytes.indices)
        while contents.count <= maximumDataBoxes, let box = try? boxes.next() {
            if box.isOf("mdat") { contents.append(box.content) }
        }
        return places.allSatisfy { place in
            contents.contains { $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound }
        }
    }

    /// Writers have one.
    private static let maximumDataBoxes = 16

    /// Made of other items: side by side, one above the other, turned.
    fileprivate static let derived: Set = [ISOBoxes.number("grid"), ISOBoxes.number("iovl"), ISOBoxes.number("iden")]

    /// What its properties make of it, one after the other (ISO/IEC 23008-12 §6.5).
    private static func shown(_ item: Int, _ table: Table) throws(ImageError) -> (ImageSize, statesOrientation: Bool) {
        var size: ImageSize?
        var statesOrientation = false
        for index in table.properties[item] ?? [] {
            // Numbered from 1; 0 stands for none.
            guard index > 0 else { continue }
            guard index <= table.allProperties.count else { throw .corrupt }
            let property = table.allProperties[index - 1]
            var reader = ISOReader(table.bytes, property.content)
            if property.isOf("ispe") {
                try reader.skip(4)
                let (width, height) = (try reader.number(4), try reader.number(4))
                guard size == nil, width > 0, height > 0 else { throw .corrupt }
                size = ImageSize(width: width, height: height)
            } else if property.isOf("irot") {
                statesOrientation = true
                if try reader.number(1) & 1 == 1 { size = size?.turned }
            } else if property.isOf("imir") {
                statesOrientation = true
            } else if property.isOf("clap") {
                guard let whole = size else { throw .corrupt }
                let width = try cropped(whole.width, &reader)
                let height = try cropped(whole.height, &reader)
                try checkOffset(&reader, whole.width - width)
                try checkOffset(&reader, whole.height - height)
                size = ImageSize(width: width, height: height)
            }
        }
        guard let size else { throw .corrupt }
        return (size, statesOrientation)
    }

    /// A whole number of pixels within the image, as a fraction.
    private static func cropped(_ side: Int, _ reader: inout ISOReader) throws(ImageError) -> Int {
        let (numerator, denominator) = (try reader.number(4), try reader.number(4))
        guard denominator > 0, numerator % denominator == 0, (1...side).contains(numerator / denominator) else {
            throw .corrupt
        }
        return numerator / denominator
    }

    /// From the middle of the image to that of what is shown, which must not leave it.
    /// - Parameter margin: by how much the one is longer than the other.
    private static func checkOffset(_ reader: inout ISOReader, _ margin: Int) throws(ImageError) {
        let numerator = Int(Int32(truncatingIfNeeded: try reader.number(4)))
        let denominator = try reader.number(4)
        guard denominator > 0, 2 * abs(numerator) <= margin * denominator else { throw .corrupt }
    }
}

extension HEIFItems {
    /// What the box `meta` says of all items.
    private struct Table {
        let bytes: [UInt8]
        private(set) var primary: Int?
        private(set) var types: [Int: UInt32] = [:]
        private(set) var allProperties: [ISOBoxes.Box] = []
        /// Of each item, by their numbers, in their order.
        private(set) var properties: [Int: [Int]] = [:]
        private var locations: [Int: Location] = [:]
        /// Of each item, those that it is made of.
        private var sources: [Int: [Int]] = [:]
        /// Of each item that says more of others, such as how transparent they are: those.
        private var mainItems: [Int: [Int]] = [:]
        private(set) var data: Range<Int>?
        private var linksLeft = HEIFItems.mostLinks

        private struct Location {
            /// 0: in the file; 1: in the box `idat`; 2: in another item.
            let method: Int
            let extents: [(offset: Int, length: Int)]
        }

        init(of bytes: [UInt8], in meta: Range<Int>) throws(ImageError) {
            self.bytes = bytes
            guard meta.count >= 4 else { throw .corrupt }
            var boxes = ISOBoxes(in: bytes, meta.dropFirst(4))
            while let box = try boxes.next() {
                if box.isOf("pitm") {
                    var reader = ISOReader(bytes, box.content)
                    primary = try reader.number(try reader.version() == 0 ? 2 : 4)
                } else if box.isOf("iinf") {
                    try readTypes(box.content)
                } else if box.isOf("iloc") {
                    try readLocations(ISOReader(bytes, box.content))
                } else if box.isOf("iref") {
                    try readReferences(box.content)
                } else if box.isOf("iprp") {
                    try readProperties(box.content)
                } else if box.isOf("idat") {
                    data = box.content
                }
            }
        }

        private mutating func readTypes(_ content: Range<Int>) throws(ImageError) {
            var reader = ISOReader(bytes, content)
            _ = try reader.number(try reader.version() == 0 ? 2 : 4)
            var boxes = ISOBoxes(in: bytes, reader.position..<content.upperBound)
            while let box = try boxes.next() {
                guard box.isOf("infe") else { continue }
                var entry = ISOReader(bytes, box.content)
                let version = try entry.version()
                guard version >= 2 else { throw .corrupt }
                let item = try entry.number(version == 2 ? 2 : 4)
                try entry.skip(2)
                types[item] = UInt32(truncatingIfNeeded: try entry.number(4))
                guard types.count <= HEIFItems.mostItems else { throw .corrupt }
            }
        }

        private mutating func readLocations(_ start: ISOReader) throws(ImageError) {
            var reader = start
            let version = try reader.version()
            guard version <= 2 else { throw .corrupt }
            let lengths = try reader.number(2)
            let (offsetLength, lengthLength) = (lengths >> 12, lengths >> 8 & 15)
            let (baseLength, indexLength) = (lengths >> 4 & 15, version == 0 ? 0 : lengths & 15)
            guard [offsetLength, lengthLength, baseLength, indexLength].allSatisfy([0, 4, 8].contains) else {
                throw .corrupt
            }
            let count = try reader.number(version == 2 ? 4 : 2)
            guard count <= HEIFItems.mostItems else { throw .corrupt }
            var extentsLeft = HEIFItems.mostExtents
            for _ in 0..<count {
                let item = try reader.number(version == 2 ? 4 : 2)
                let method = version == 0 ? 0 : try reader.number(2) & 15
                try reader.skip(2)
                let base = try reader.number(baseLength)
                let extentCount = try reader.number(2)
                extentsLeft -= extentCount
                guard extentsLeft >= 0 else { throw .corrupt }
                var extents: [(Int, Int)] = []
                for _ in 0..<extentCount {
                    try reader.skip(indexLength)
                    let (offset, overflows) = base.addingReportingOverflow(try reader.number(offsetLength))
                    guard !overflows else { throw .corrupt }
                    extents.append((offset, try reader.number(lengthLength)))
                }
                locations[item] = Location(method: method, extents: extents)
            }
        }

        private mutating func readReferences(_ content: Range<Int>) throws(ImageError) {
            var reader = ISOReader(bytes, content)
            let length = try reader.version() == 0 ? 2 : 4
            var boxes = ISOBoxes(in: bytes, reader.position..<content.upperBound)
            while let box = try boxes.next() {
                var references = ISOReader(bytes, box.content)
                let from = try references.number(length)
                let count = try references.number(2)
                linksLeft -= count
                guard linksLeft >= 0 else { throw .corrupt }
                for _ in 0..<count {
                    let to = try references.number(length)
                    if box.isOf("dimg") { sources[from, default: []].append(to) }
                    if box.isOf("auxl") { mainItems[from, default: []].append(to) }
                }
            }
        }

        private mutating func readProperties(_ content: Range<Int>) throws(ImageError) {
            var boxes = ISOBoxes(in: bytes, content)
            while let box = try boxes.next() {
                if box.isOf("ipco") {
                    var properties = ISOBoxes(in: bytes, box.content)
                    while let property = try properties.next() {
                        allProperties.append(property)
                        guard allProperties.count <= HEIFItems.mostItems else { throw .corrupt }
                    }
                } else if box.isOf("ipma") {
                    var reader = ISOReader(bytes, box.content)
                    let version = try reader.number(1)
                    let hasLongNumbers = try reader.number(3) & 1 == 1
                    let entryCount = try reader.number(4)
                    guard entryCount <= HEIFItems.mostItems else { throw .corrupt }
                    for _ in 0..<entryCount {
                        let item = try reader.number(version == 0 ? 2 : 4)
                        let count = try reader.number(1)
                        linksLeft -= count
                        guard linksLeft >= 0 else { throw .corrupt }
                        for _ in 0..<count {
                            // The highest bit says whether a reader must know the property.
                            let number = try reader.number(hasLongNumbers ? 2 : 1) & (hasLongNumbers ? 0x7FFF : 0x7F)
                            properties[item, default: []].append(number)
                        }
                    }
                }
            }
        }

        /// An item and all that it is made of.
        func add(_ item: Int, to items: inout Set<Int>) throws(ImageError) {
            var waiting = [item]
            while let item = waiting.popLast() {
                guard items.insert(item).inserted else { continue }
                guard let type = types[item] else { throw .corrupt }
                guard HEIFItems.derived.contains(type) else { continue }
                guard let parts = sources[item] else { throw .corrupt }
                waiting += parts
            }
        }

        /// The items that say where some of these are transparent.
        func transparencies(of items: Set<Int>) -> [Int] {
            let names = Set(allProperties.indices.filter { isOfTransparency(allProperties[$0]) }.map { $0 + 1 })
            return properties.filter { auxiliary, own in
                types[auxiliary] != nil && !names.isDisjoint(with: own)
                    && !items.isDisjoint(with: mainItems[auxiliary] ?? [])
            }.map(\.key)
        }

        private func isOfTransparency(_ property: ISOBoxes.Box) -> Bool {
            let name = bytes[property.content].dropFirst(4)
            return property.isOf("auxC") && Self.names.contains { name.starts(with: $0) }
        }

        /// Of an auxiliary image that holds how opaque another is: by HEVC's number, and by name.
        private static let names = [
            "urn:mpeg:hevc:2015:auxid:1\0", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0",
        ].map { Array($0.utf8) }

        /// - Parameter count: of the file's bytes.
        func places(of item: Int, in count: Int) throws(ImageError) -> [Range<Int>] {
            guard let location = locations[item] else { throw .corrupt }
            let container: Range<Int>
            switch location.method {
            case 0: container = 0..<count
            case 1:
                guard let data else { throw .corrupt }
                container = data
            default: throw .corrupt
            }
            return try location.extents.map { extent throws(ImageError) in
                guard extent.length > 0, extent.offset <= container.count,
                    extent.length <= container.count - extent.offset
                else { throw .corrupt }
                let start = container.lowerBound + extent.offset
                return start..<(start + extent.length)
            }
        }
    }
}

extension ISOReader {
    /// What the content of many boxes begins with; three bytes of flags follow.
    mutating func version() throws(ImageError) -> Int { try number(4) >> 24 }
}
