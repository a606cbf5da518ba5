extension HEIFItems {
    /// The file with zeros in the place of all but the primary image and what decoding it needs: EXIF, XMP, thumbnails, maps of
    /// depth and brightness, names, colour profiles, boxes that are not known, whatever follows the end. Nothing moves, so what
    /// is kept is what was sent. Bytes that are no whole image come back as they are.
    static func strippingMetadata(of bytes: [UInt8]) -> [UInt8] {
        guard let items = try? HEIFItems(of: bytes) else { return bytes }
        var copy = BlankedCopy(of: bytes)
        copy.keepBoxes(in: bytes.indices) { box, copy in
            switch box.type {
            case ISOBoxes.number("ftyp"): copy.keep(box.content)
            case ISOBoxes.number("mdat"): break
            case ISOBoxes.number("meta") where box.content == items.meta: copy.keepMeta(box.content)
            default: copy.free(box)
            }
        }
        for place in items.kept { copy.keep(place) }
        return copy.blanked
    }
}

/// A file of boxes of which some is kept.
private struct BlankedCopy {
    private let bytes: [UInt8]
    private(set) var blanked: [UInt8]

    init(of bytes: [UInt8]) {
        self.bytes = bytes
        blanked = [UInt8](repeating: 0, count: bytes.count)
    }

    mutating func keep(_ range: Range<Int>) {
        blanked.replaceSubrange(range, with: bytes[range])
    }

    /// So that it is passed over.
    mutating func free(_ box: ISOBoxes.Box) {
        let type = (box.whole.lowerBound + 4)..<(box.whole.lowerBound + 8)
        blanked.replaceSubrange(type, with: "free".utf8)
    }

    /// Keeps length and type of each, up to the first that is none. Zeros up to the end are one, of which nothing is kept.
    mutating func keepBoxes(in range: Range<Int>, _ keepContent: (ISOBoxes.Box, inout BlankedCopy) -> Void) {
        var boxes = ISOBoxes(in: bytes, range)
        while let box = try? boxes.next(), box.type != 0 || box.whole.upperBound < range.upperBound {
            keep(box.whole.lowerBound..<box.content.lowerBound)
            keepContent(box, &self)
        }
    }

    mutating func keepMeta(_ content: Range<Int>) {
        keep(content.prefix(4))
        keepBoxes(in: content.dropFirst(4)) { box, copy in
            switch box.type {
            case ISOBoxes.number("pitm"), ISOBoxes.number("iloc"), ISOBoxes.number("iref"): copy.keep(box.content)
            // Up to its name.
            case ISOBoxes.number("hdlr"): copy.keep(box.content.prefix(24))
            case ISOBoxes.number("iinf"): copy.keepItems(box.content)
            case ISOBoxes.number("iprp"): copy.keepProperties(box.content)
            // Of items in it, those are kept that are wanted.
            case ISOBoxes.number("idat"): break
            default: copy.free(box)
            }
        }
    }

    /// Numbers and types; not their names, nor what is said of a text.
    private mutating func keepItems(_ content: Range<Int>) {
        let start = content.prefix(bytes[content.lowerBound] == 0 ? 6 : 8)
        keep(start)
        keepBoxes(in: start.upperBound..<content.upperBound) { box, copy in
            guard box.isOf("infe") else { return copy.free(box) }
            copy.keep(box.content.prefix(copy.bytes[box.content.lowerBound] == 2 ? 12 : 14))
        }
    }

    private mutating func keepProperties(_ content: Range<Int>) {
        keepBoxes(in: content) { box, copy in
            switch box.type {
            case ISOBoxes.number("ipma"): copy.keep(box.content)
            case ISOBoxes.number("ipco"):
                copy.keepBoxes(in: box.content) { property, copy in
                    if copy.isOfPixels(property) { copy.keep(property.content) } else { copy.free(property) }
                }
            default: copy.free(box)
            }
        }
    }

    /// Whether a property is one that decoding asks for. A profile of colours is not, but where it is a few numbers (`nclx`).
    private func isOfPixels(_ property: ISOBoxes.Box) -> Bool {
        property.isOf("colr")
            ? bytes[property.content].starts(with: "nclx".utf8) : Self.propertiesOfPixels.contains(property.type)
    }

    private static let propertiesOfPixels = Set(
        (["ispe", "hvcC", "av1C", "pixi", "irot", "imir", "clap", "pasp", "auxC", "a1op", "lsel"] as [StaticString])
            .map(ISOBoxes.number))
}
