import TestSupport
import Vision

extension FuzzTarget {
    /// Whole decoding by the C libraries, of pictures so small that many fit into a second.
    static let pictureDecoding = FuzzTarget(
        name: "picture-decoding", dictionary: pictureWords,
        costliestInputs: [
            costly { ProgressiveJPEG.grey(width: 5_000, height: 5_000, refinements: 490) },
            costly { ProgressiveJPEG.grey(width: 5_000, height: 5_000, refinements: 31) },
            costly { PNGFile.black(width: 5_000, height: 5_000, bitDepth: 16, colourType: 6, isInterlaced: true) },
            costly { PNGFile.black(width: 781, height: 32_000, bitDepth: 8, colourType: 2, isInterlaced: false) },
            costly {
                PNGFile.black(
                    width: 480, height: 640, bitDepth: 8, colourType: 2, isInterlaced: false, surplus: 1_600_000_000)
            },
            costly {
                let text = PNGFile.compressedText(count: 1_600_000)
                return PNGFile.black(
                    width: 480, height: 640, bitDepth: 8, colourType: 2, isInterlaced: false,
                    chunks: (0..<1_000).flatMap { _ in text })
            },
        ],
        check: { input throws(Finding) in
            let repaired = PNGFile.repaired(input)
            let isTaken = try checkDecoding(input)
            return repaired == input ? isTaken : try checkDecoding(repaired)
        },
        planted: { input throws(Finding) in
            // Rows taken to lie at multiples of four bytes, as they do in all pictures of the corpus.
            let file = PNGFile.repaired(input)
            guard file.starts(with: PNGFile.signature), let picture = try? Picture(decoding: file, limits: limits)
            else {
                return
            }
            let rowBytes = picture.size.width * 3
            try promise(rowBytes.isMultiple(of: 4), "writes behind a row of \(rowBytes) bytes")
        })
}

private func costly(_ input: @escaping @Sendable () -> [UInt8]) -> CostliestInput {
    CostliestInput(input: input) { _ = try? Picture(decoding: $0) }
}

/// What is larger costs more than it is worth here.
private let limits = PictureLimits(minimumSide: 1, maximumPixels: 10_000)

private func checkDecoding(_ input: [UInt8]) throws(Finding) -> Bool {
    guard let picture = try? Picture(decoding: input, limits: limits) else { return false }
    guard let header = try? PictureHeader(of: input, limits: limits) else {
        throw Finding("a picture without a header")
    }
    try promise(picture.size == header.size, "the picture has another size than its header says")
    let pixelCount = picture.size.width * picture.size.height
    try promise(picture.pixels.count == pixelCount * 3, "the picture has \(picture.pixels.count) bytes")

    let side = max(1, picture.size.longestSide / 3)
    guard let reduced = try? Picture(decoding: input, limits: limits, atLeast: side) else {
        throw Finding("a picture that decodes whole does not decode reduced")
    }
    try promise(reduced.size.longestSide >= side, "a reduced picture is smaller than was asked for")

    if header.format == .jpeg {
        let stripped = strippingMetadata(jpeg: input)
        try promise((try? Picture(decoding: stripped, limits: limits)) == picture, "cutting metadata changed pixels")
        let markers = jpegMarkers(of: stripped)
        try promise(!markers.contains { $0.code == 0xFE || $0.code == 0xE2 }, "a picture kept its metadata")
    }
    guard let file = try? picture.png() else { throw Finding("a picture cannot be written") }
    try promise((try? Picture(decoding: file, limits: limits)) == picture, "a picture written is another one")
    return true
}
