import TestSupport
import Vision

extension FuzzTarget {
    /// Whole decoding by the C libraries, of images so small that many fit into a second.
    static let imageDecoding = FuzzTarget(
        name: "image-decoding", dictionary: imageWords,
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
            // Rows taken to lie at multiples of four bytes, as they do in all images of the corpus.
            let file = PNGFile.repaired(input)
            guard file.starts(with: PNGFile.signature), let image = try? Image(decoding: file, limits: limits)
            else {
                return
            }
            let rowBytes = image.size.width * 3
            try promise(rowBytes.isMultiple(of: 4), "writes behind a row of \(rowBytes) bytes")
        })
}

private func costly(_ input: @escaping @Sendable () -> [UInt8]) -> CostliestInput {
    CostliestInput(input: input) { _ = try? Image(decoding: $0) }
}

/// What is larger costs more than it is worth here.
private let limits = ImageLimits(minimumSide: 1, maximumPixels: 10_000)

private func checkDecoding(_ input: [UInt8]) throws(Finding) -> Bool {
    guard let image = try? Image(decoding: input, limits: limits) else { return false }
    guard let header = try? ImageHeader(of: input, limits: limits) else {
        throw Finding("an image without a header")
    }
    try promise(image.size == header.size, "the image has another size than its header says")
    let pixelCount = image.size.width * image.size.height
    try promise(image.pixels.count == pixelCount * 3, "the image has \(image.pixels.count) bytes")

    let side = max(1, image.size.longestSide / 3)
    guard let reduced = try? Image(decoding: input, limits: limits, atLeast: side) else {
        throw Finding("an image that decodes whole does not decode reduced")
    }
    try promise(reduced.size.longestSide >= side, "a reduced image is smaller than was asked for")

    if header.format == .jpeg {
        let stripped = strippingMetadata(jpeg: input)
        try promise((try? Image(decoding: stripped, limits: limits)) == image, "cutting metadata changed pixels")
        let markers = jpegMarkers(of: stripped)
        try promise(!markers.contains { $0.code == 0xFE || $0.code == 0xE2 }, "an image kept its metadata")
    }
    if [.heic, .avif].contains(header.format) {
        // What libde265 conceals of damage may depend on bytes that no image needs: of a damaged one the size alone is promised.
        let stripped = try? Image(decoding: strippingMetadata(of: input), limits: limits)
        try promise(stripped == nil || stripped?.size == image.size, "cutting metadata changed the size")
    }
    guard let file = try? image.png() else { throw Finding("an image cannot be written") }
    try promise((try? Image(decoding: file, limits: limits)) == image, "an image written is another one")
    return true
}
