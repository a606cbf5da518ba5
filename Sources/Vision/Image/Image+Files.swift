internal import CVision

extension Image {
    /// Decodes a JPEG, PNG, still WebP, HEIC or AVIF and turns it upright as its EXIF orientation says, or as HEIF's own
    /// properties do. Transparent parts become white, grey becomes three equal channels, 16 bits become 8. Embedded colour
    /// profiles are ignored.
    ///
    /// - Parameters:
    ///   - longestSide: where the caller needs no more than this many pixels along the longest side, a JPEG is decoded
    ///     at a half, quarter or eighth of its size, as long as the result's longest side is not below it. Other formats
    ///     come at full size. What has more pixels than the limits admit is reduced in any case (`ImageHeader.reduction`).
    ///   - decoder: nil for that of this process.
    /// - Throws: what `ImageHeader` throws, `corrupt` for any missing or damaged part, and `notAnImage` for a JPEG in
    ///   more scans than any encoder writes.
    public init(
        decoding bytes: [UInt8], limits: ImageLimits = .standard, atLeast longestSide: Int? = nil,
        by decoder: ImageDecoder? = nil
    ) throws(ImageError) {
        let header = try ImageHeader(of: bytes, limits: limits)
        var size = header.storedSize
        var isCMYKInverted = false
        var denominator = header.reduction
        var byteCount = bytes.count
        if header.format == .jpeg {
            let outline = try JPEGOutline(of: bytes)
            guard outline.scanCount <= JPEGOutline.maximumScans else { throw .notAnImage }
            // Of several scans the library keeps the whole image.
            guard header.reduction == 1 || outline.scanCount == 1 else { throw .tooLarge }
            byteCount = outline.byteCount
            isCMYKInverted = try JPEGSegments(headerOf: bytes).hasAdobeMarker
            if let longestSide {
                var further = 1
                while denominator < 8, size.longestSide / (further * 2) >= max(1, longestSide) {
                    (denominator, further) = (denominator * 2, further * 2)
                }
                size = size.reduced(by: further)
            }
        }
        let order = DecodingOrder(
            format: header.format, byteCount: byteCount, size: size, denominator: denominator,
            isCMYKInverted: isCMYKInverted)
        let pixels = try (decoder ?? .current).decode(order, bytes)
        guard pixels.count == order.pixelByteCount else { throw .corrupt }
        self = Image(size: size, pixels: pixels).upright(from: header.orientation)
    }

    /// The image as it is to be shown, its rows stored in the given EXIF orientation.
    func upright(from orientation: Int) -> Image {
        switch orientation {
        case 2: mirrored()
        case 3: turned(clockwiseQuarterTurns: 2)
        case 4: turned(clockwiseQuarterTurns: 2).mirrored()
        case 5: turned(clockwiseQuarterTurns: 1).mirrored()
        case 6: turned(clockwiseQuarterTurns: 1)
        case 7: turned(clockwiseQuarterTurns: 3).mirrored()
        case 8: turned(clockwiseQuarterTurns: 3)
        default: self
        }
    }

    /// A baseline JPEG, 4:2:0, without metadata. `quality` is taken as 1 to 100.
    /// - Throws: `corrupt` where the library refuses (for want of memory).
    public func jpeg(quality: Int) throws(ImageError) -> [UInt8] {
        try encodedJPEG(pixels, size, channels: 3, quality: quality)
    }

    /// An 8-bit PNG without metadata: the pixels exactly.
    public func png() throws(ImageError) -> [UInt8] {
        try encodedPNG(pixels, size, channels: 3)
    }
}

func encodedJPEG(_ pixels: [UInt8], _ size: ImageSize, channels: Int, quality: Int) throws(ImageError) -> [UInt8] {
    let (width, height) = (Int32(size.width), Int32(size.height))
    return try encoded(capacity: cvision_jpeg_capacity(width, height, Int32(channels))) { target, capacity, written in
        cvision_encode_jpeg(
            pixels, pixels.count, width, height, Int32(channels), Int32(min(max(quality, 1), 100)), target, capacity,
            written)
    }
}

func encodedPNG(_ pixels: [UInt8], _ size: ImageSize, channels: Int) throws(ImageError) -> [UInt8] {
    let (width, height) = (Int32(size.width), Int32(size.height))
    return try encoded(capacity: cvision_png_capacity(width, height, Int32(channels))) { target, capacity, written in
        cvision_encode_png(pixels, pixels.count, width, height, Int32(channels), target, capacity, written)
    }
}

/// Bytes that an encoder writes. The buffer of the worst case is given back; what is returned is as long as the file.
private func encoded(
    capacity: Int, _ write: (UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>) -> cvision_status
) throws(ImageError) -> [UInt8] {
    guard capacity > 0 else { throw .tooLarge }
    var status = CVISION_FAILED
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, initializedCount in
        var written = 0
        status = write(target.baseAddress, capacity, &written)
        initializedCount = status == CVISION_OK ? written : 0
    }
    guard status == CVISION_OK else { throw .corrupt }
    return Array(bytes[...])
}
