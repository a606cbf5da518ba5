import Vision

extension FuzzTarget {
    /// What an image says of itself before it is decoded, and the cutting of metadata, which walks the same segments.
    static let imageHeader = FuzzTarget(
        name: "image-header", dictionary: imageWords,
        costliestInputs: [
            costly { [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: fileLimit - 2) },
            costly { [0xFF, 0xD8] + repeated([0xFF, 0xE1, 0, 8] + Array("Exif\0\0".utf8), to: fileLimit - 2) },
            costly {
                PNGFile.signature + PNGFile.chunk("IHDR", [0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0])
                    + repeated(PNGFile.chunk("tEXt", []), to: fileLimit - 33)
            },
            costly {
                Array("RIFF\0\0\0\0WEBPVP8X".utf8) + [10, 0, 0, 0, 8, 0, 0, 0, 63, 0, 0, 63, 0, 0]
                    + repeated(Array("XXXX".utf8) + [0, 0, 0, 0], to: fileLimit - 30)
            },
            costly { heifHead + repeated(box("free", []), to: fileLimit - heifHead.count) },
            costly {
                let entries = repeated(
                    box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1\0".utf8)), to: fileLimit - 64)
                return heifHead + box("meta", [0, 0, 0, 0] + box("iinf", [0, 0, 0, 0, 0, 1] + entries))
            },
        ],
        check: { input throws(Finding) in
            var isTaken = false
            for limits in [ImageLimits.standard, .anything] {
                guard let header = try? ImageHeader(of: input, limits: limits) else { continue }
                isTaken = true
                let size = header.size
                try promise(min(size.width, size.height) >= limits.minimumSide, "a side is below the limit")
                try promise(size.width * size.height <= limits.maximumPixels, "there are more pixels than admitted")
                try promise((1...8).contains(header.orientation), "orientation \(header.orientation) does not exist")
                try promise(header.statesOrientation || header.orientation == 1, "an orientation came from nowhere")
            }
            try checkStripping(input)
            try checkBlanking(input)
            return isTaken
        },
        planted: { input throws(Finding) in
            // A directory of EXIF read to its stated number of entries, wherever its block ends.
            guard (try? ImageHeader(of: input, limits: .anything)) != nil, let block = firstTIFFBlock(in: input)
            else {
                return
            }
            let end = endOfDirectory(in: block)
            try promise(end <= block.count, "reads \(end - block.count) bytes behind the EXIF block")
        })
}

private let fileLimit = ImageLimits.standard.maximumBytes

private func costly(_ input: @escaping @Sendable () -> [UInt8]) -> CostliestInput {
    CostliestInput(input: input) { input in
        _ = try? ImageHeader(of: input)
        _ = strippingMetadata(of: input)
    }
}

private let heifHead = box("ftyp", Array("heic\0\0\0\0mif1".utf8))

private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(content.count + 8).bigEndian, Array.init) + type.utf8 + content
}

let imageWords: [[UInt8]] =
    words(
        "Exif\0\0", "II*\0", "MM\0*", "JFIF\0", "Adobe", "IHDR", "IDAT", "IEND", "eXIf", "acTL", "tRNS", "PLTE", "gAMA")
    + words("RIFF", "WEBP", "VP8 ", "VP8L", "VP8X", "EXIF", "ANIM", "ALPH")
    + words(
        "ftyp", "heic", "avif", "mif1", "meta", "pitm", "iinf", "infe", "iloc", "iref", "dimg", "auxl", "iprp", "ipco",
        "ipma",
        "ispe", "irot", "imir", "clap", "colr", "nclx", "auxC", "hvcC", "av1C", "hvc1", "av01", "grid", "idat", "mdat")
    + [
        [0xFF, 0xD8], [0xFF, 0xD9], [0xFF, 0xDA], [0xFF, 0xC0], [0xFF, 0xC2], [0xFF, 0xC4], [0xFF, 0xDB], [0xFF, 0xDD],
        [0xFF, 0xE0], [0xFF, 0xE1], [0xFF, 0xEE], [0xFF, 0xFE], [0xFF, 0xD0], [0xFF, 0x00], [0x01, 0x12], [0x12, 0x01],
    ]

extension ImageLimits {
    /// What can be refused is refused by the parser itself.
    static let anything = ImageLimits(minimumSide: 1, maximumPixels: 32_000 * 32_000, maximumBytes: .max)
}

private func repeated(_ piece: [UInt8], to size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while bytes.count + piece.count <= size { bytes += piece }
    return bytes
}

private func checkStripping(_ input: [UInt8]) throws(Finding) {
    let stripped = strippingMetadata(jpeg: input)
    guard stripped != input else { return }
    guard let before = try? ImageHeader(of: input, limits: .anything),
        let after = try? ImageHeader(of: stripped, limits: .anything)
    else {
        // A side of 32,001 pixels and more is refused by every limit, before and after.
        try promise((try? ImageHeader(of: stripped, limits: .anything)) == nil, "cutting metadata made an image")
        return
    }
    try promise(after.format == .jpeg && after.size == before.size, "cutting metadata changed the size")
    try promise(after.orientation == before.orientation, "cutting metadata changed the orientation")
    try promise(strippingMetadata(jpeg: stripped) == stripped, "cutting metadata twice cuts more")
    try promise(stripped.count <= input.count + 36, "cutting metadata added \(stripped.count - input.count) bytes")
    let kept = jpegMarkers(of: stripped).filter { (0xE0...0xEF).contains($0.code) || $0.code == 0xFE }
    for segment in kept {
        // JFIF without a thumbnail, Adobe's colours, an orientation of 36 bytes.
        let isKnown =
            (segment.code == 0xE0 && segment.byteCount == 18) || segment.code == 0xEE
            || (segment.code == 0xE1 && segment.byteCount == 36)
        try promise(isKnown, "a segment \(String(segment.code, radix: 16)) of \(segment.byteCount) bytes was kept")
    }
}

/// A HEIF file keeps its length and what is said of its image; what is not kept is zeros, or a box of type `free`.
private func checkBlanking(_ input: [UInt8]) throws(Finding) {
    guard let before = try? ImageHeader(of: input, limits: .anything), [.heic, .avif].contains(before.format) else {
        return
    }
    let blanked = strippingMetadata(of: input)
    try promise((try? ImageHeader(of: blanked, limits: .anything)) == before, "cutting metadata changed the header")
    try promise(strippingMetadata(of: blanked) == blanked, "cutting metadata twice cuts more")
    try promise(blanked.count == input.count, "cutting metadata changed the length")
    let isKnown = zip(input, blanked).allSatisfy { $0 == $1 || $1 == 0 || "free".utf8.contains($1) }
    try promise(isKnown, "cutting metadata wrote something of its own")
}

/// The markers of a JPEG up to its end (ITU-T T.81 §B.1), read apart from the product: one search for every FF.
func jpegMarkers(of bytes: [UInt8]) -> [(code: UInt8, offset: Int, byteCount: Int)] {
    var markers: [(code: UInt8, offset: Int, byteCount: Int)] = []
    var index = 2
    while index + 1 < bytes.count {
        let code = bytes[index + 1]
        guard bytes[index] == 0xFF, code != 0, code != 0xFF else {
            index += 1
            continue
        }
        switch code {
        case 0xD9: return markers + [(code, index, 2)]
        case 0x01, 0xD0...0xD8:
            markers.append((code, index, 2))
            index += 2
        default:
            guard index + 3 < bytes.count else { return markers }
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            markers.append((code, index, length + 2))
            index += 2 + max(length, 2)
        }
    }
    return markers
}

/// The TIFF block behind the first `Exif\0\0` of a file, up to the end of the segment's length before it.
private func firstTIFFBlock(in file: [UInt8]) -> ArraySlice<UInt8>? {
    guard file.starts(with: [0xFF, 0xD8]),
        let segment = jpegMarkers(of: file).first(where: { $0.code == 0xE1 && $0.byteCount >= 18 })
    else { return nil }
    let content = file[(segment.offset + 4)..<min(file.count, segment.offset + segment.byteCount)]
    return content.starts(with: Array("Exif\0\0".utf8)) ? content.dropFirst(6) : nil
}

/// Where the first directory of a TIFF block ends by its own statement; 0 where there is no directory.
private func endOfDirectory(in block: ArraySlice<UInt8>) -> Int {
    let bytes = Array(block)
    guard bytes.count >= 8, bytes.starts(with: Array("MM\0*".utf8)) else { return 0 }
    let directory = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
    guard directory <= bytes.count - 2 else { return 0 }
    let entryCount = Int(bytes[directory]) << 8 | Int(bytes[directory + 1])
    return directory + 2 + entryCount * 12
}
