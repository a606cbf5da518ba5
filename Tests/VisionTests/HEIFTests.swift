import Testing

@testable import Vision

@Suite struct HEIFTests {
    /// The colours of the four quarters of an image, from the top left one on by rows.
    private func quarters(_ image: Image) -> [[UInt8]] {
        let (x, y) = (image.size.width / 4, image.size.height / 4)
        return [(x, y), (3 * x, y), (x, 3 * y), (3 * x, 3 * y)].map { image.pixel($0.0, $0.1) }
    }

    private func isNear(_ pixel: [UInt8], _ colour: [Int]) -> Bool {
        zip(pixel, colour).allSatisfy { abs(Int($0) - $1) <= 6 }
    }

    private static let colours = [[40, 40, 200], [80, 160, 40], [200, 80, 40], [224, 224, 224]]

    @Test(arguments: [(SmallImages.heic, ImageFormat.heic), (SmallImages.avif, .avif)])
    func theImageIsDecoded(file: [UInt8], format: ImageFormat) throws {
        #expect(try ImageHeader(of: file).format == format)
        let image = try Image(decoding: file)
        #expect(image.size == ImageSize(width: 64, height: 64))
        for (pixel, colour) in zip(quarters(image), Self.colours) { #expect(isNear(pixel, colour)) }
    }

    @Test(arguments: [SmallImages.translucentHEIC, SmallImages.translucentAVIF])
    func aTransparentPartBecomesWhite(file: [UInt8]) throws {
        let pixels = quarters(try Image(decoding: file))
        #expect(isNear(pixels[0], Self.colours[0]) && isNear(pixels[1], Self.colours[1]))
        #expect(pixels[2...].allSatisfy { isNear($0, [255, 255, 255]) })
    }

    @Test func tilesAreJoined() throws {
        let small = try Image(decoding: SmallImages.smallGridHEIC, limits: ImageLimits(minimumSide: 16))
        #expect(small.size == ImageSize(width: 16, height: 16))
        let tile = try HandmadeHEIF.coded(in: SmallImages.heic)
        let grid = HandmadeHEIF.Item(
            type: "grid", content: HandmadeHEIF.grid(2, 2, 100, 120), properties: [HandmadeHEIF.ispe(100, 120)],
            sources: [2, 2, 3, 2])
        let image = try Image(decoding: HandmadeHEIF(items: [grid, tile, tile]).bytes)
        #expect(image.size == ImageSize(width: 100, height: 120))
        for (x, y) in [(0, 0), (64, 0), (0, 64)] { #expect(isNear(image.pixel(x + 16, y + 16), Self.colours[0])) }
        #expect(isNear(image.pixel(90, 110), Self.colours[2]) && isNear(image.pixel(40, 110), Self.colours[3]))
    }

    /// Two tiles wide, so that each turn gives another size.
    private func wide(_ properties: [[UInt8]]) throws -> [UInt8] {
        let tile = try HandmadeHEIF.coded(in: SmallImages.heic)
        let grid = HandmadeHEIF.Item(
            type: "grid", content: HandmadeHEIF.grid(2, 1, 128, 64),
            properties: [HandmadeHEIF.ispe(128, 64)] + properties, sources: [2, 3])
        return HandmadeHEIF(items: [grid, tile, tile]).bytes
    }

    @Test(arguments: 0...3) func theImageIsTurnedOnce(counterclockwiseQuarters: UInt8) throws {
        let plain = try Image(decoding: wide([]))
        let file = try wide([HandmadeHEIF.irot(counterclockwiseQuarters)])
        let turned = plain.turned(clockwiseQuarterTurns: (4 - Int(counterclockwiseQuarters)) % 4)
        #expect(try Image(decoding: file) == turned)
        let header = try ImageHeader(of: file)
        #expect(header.size == turned.size)
        #expect(header.orientation == 1 && header.statesOrientation)
        #expect(try !ImageHeader(of: wide([])).statesOrientation)
    }

    /// Mode 0 exchanges above and below, mode 1 left and right (ISO/IEC 23008-12 §6.5.12).
    @Test func theImageIsMirrored() throws {
        let plain = try Image(decoding: wide([]))
        #expect(try Image(decoding: wide([HandmadeHEIF.imir(1)])) == plain.mirrored())
        #expect(
            try Image(decoding: wide([HandmadeHEIF.imir(0)]))
                == plain.turned(clockwiseQuarterTurns: 2).mirrored())
        #expect(
            try Image(decoding: wide([HandmadeHEIF.irot(3), HandmadeHEIF.imir(1)]))
                == plain.turned(clockwiseQuarterTurns: 1).mirrored())
    }

    /// What cameras write beside `irot` says the same once more.
    @Test func anExifBlockTurnsNothing() throws {
        var file = try HandmadeHEIF.quarters([HandmadeHEIF.irot(3)])
        let block = [0, 0, 0, 6] + Array("Exif\0\0".utf8) + ExifOrientation.tiff(stating: 6)
        file.items.append(HandmadeHEIF.Item(type: "Exif", content: block, mainItem: 1))
        #expect(try Image(decoding: file.bytes) == Image(decoding: HandmadeHEIF.quarters([HandmadeHEIF.irot(3)]).bytes))
        #expect(try ImageHeader(of: file.bytes).orientation == 1)
    }

    @Test func theImageIsCropped() throws {
        let limits = ImageLimits(minimumSide: 1)
        // 40 × 20 pixels, 5 from the left and 40 from above: their middle lies 7 left of the image's and 18 below.
        let file = try HandmadeHEIF.quarters([HandmadeHEIF.clap([40, 1, 20, 1, -7, 1, 18, 1])]).bytes
        #expect(try ImageHeader(of: file, limits: limits).size == ImageSize(width: 40, height: 20))
        let (image, whole) = (try Image(decoding: file, limits: limits), try Image(decoding: SmallImages.heic))
        for (x, y) in [(0, 0), (39, 19), (26, 3), (27, 3)] { #expect(image.pixel(x, y) == whole.pixel(x + 5, y + 40)) }
        let odd = try HandmadeHEIF.quarters([HandmadeHEIF.clap([63, 1, 63, 1, -1, 2, 1, 2])]).bytes
        #expect(try Image(decoding: odd, limits: limits).size == ImageSize(width: 63, height: 63))
        for fields in [
            [65, 1, 20, 1, 0, 1, 0, 1], [40, 1, 20, 1, 13, 1, 0, 1], [0, 1, 20, 1, 0, 1, 0, 1],
            [40, 0, 20, 1, 0, 1, 0, 1],
            [40, 1, 20, 1, 0, 0, 0, 1], [81, 2, 20, 1, 0, 1, 0, 1],
        ] {
            let file = try HandmadeHEIF.quarters([HandmadeHEIF.clap(fields)]).bytes
            #expect(throws: ImageError.corrupt) { try ImageHeader(of: file, limits: limits) }
        }
    }

    @Test(arguments: [(64, 65), (65, 64), (128, 128), (3000, 64)]) func aLieAboutTheSizeIsDamage(
        width: Int, height: Int
    ) throws {
        var file = try HandmadeHEIF.quarters()
        file.items[0].properties[1] = HandmadeHEIF.ispe(width, height)
        #expect(try ImageHeader(of: file.bytes).size == ImageSize(width: width, height: height))
        #expect(throws: ImageError.corrupt) { try Image(decoding: file.bytes) }
    }

    @Test func limitsHoldBeforeAnythingIsDecoded() throws {
        var file = try HandmadeHEIF.quarters()
        file.items[0].properties[1] = HandmadeHEIF.ispe(5001, 5000)
        #expect(throws: ImageError.tooLarge) { try ImageHeader(of: file.bytes) }
        file.items[0].properties[1] = HandmadeHEIF.ispe(63, 64)
        #expect(throws: ImageError.tooSmall) { try ImageHeader(of: file.bytes) }
        file.items[0].properties[1] = HandmadeHEIF.ispe(0x7FFF_FFFF, 0x7FFF_FFFF)
        #expect(throws: ImageError.tooLarge) {
            try ImageHeader(of: file.bytes, limits: ImageLimits(maximumPixels: .max))
        }
    }

    @Test(arguments: ["avis", "hevc", "msf1"]) func aSequenceIsNotAnImage(brand: String) throws {
        var file = try HandmadeHEIF.quarters()
        file.brand = brand
        #expect(throws: ImageError.notAnImage) { try ImageHeader(of: file.bytes) }
    }

    @Test(arguments: ["jpeg", "avc1", "j2k1", "vvc1", "unci"]) func anotherCodecIsNotRead(type: String) throws {
        var file = try HandmadeHEIF.quarters()
        file.items[0].type = type
        #expect(throws: ImageError.notAnImage) { try ImageHeader(of: file.bytes) }
    }

    @Test func boxesThatLeadToNoImageAreDamage() throws {
        var (noSize, noSource, circle) = (
            try HandmadeHEIF.quarters(), try HandmadeHEIF.quarters(), try HandmadeHEIF.quarters()
        )
        noSize.items[0].properties.removeLast()
        noSource.items[0].type = "grid"
        circle.items[0].type = "iden"
        circle.items[0].sources = [1]
        for file in [noSize, noSource] {
            #expect(throws: ImageError.corrupt) { try ImageHeader(of: file.bytes) }
        }
        #expect(throws: ImageError.self) { try ImageHeader(of: circle.bytes) }
    }

    @Test(arguments: [true, false]) func itLosesItsMetadataAndIsShownAsBefore(isTranslucent: Bool) throws {
        var file = try HandmadeHEIF.quarters([HandmadeHEIF.irot(1)])
        file.handlerName = "secret"
        file.items[0].name = "secret"
        file.items[0].properties += [
            HandmadeHEIF.box("colr", Array("profsecret".utf8)), HandmadeHEIF.box("udes", Array("secret".utf8)),
        ]
        file.items += [
            HandmadeHEIF.Item(type: "Exif", content: Array("\0\0\0\0secret".utf8), mainItem: 1),
            HandmadeHEIF.Item(type: "mime", name: "secret", content: Array("<x>secret</x>".utf8), mainItem: 1),
        ]
        var thumbnail = try HandmadeHEIF.coded(in: SmallImages.heic)
        thumbnail.content = Array("secret".utf8)
        thumbnail.mainItem = 1
        file.items.append(thumbnail)
        if isTranslucent {
            var transparency = try HandmadeHEIF.coded(in: SmallImages.heic)
            transparency.properties.append(
                HandmadeHEIF.box("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8)))
            transparency.mainItem = 1
            file.items.append(transparency)
        }
        file.boxes = HandmadeHEIF.box("uuid", Array("sixteen letters secret".utf8)) + Array("trailing secret".utf8)
        let plain = file.bytes
        let stripped = strippingMetadata(of: plain)
        #expect(stripped.count == plain.count)
        #expect(!String(decoding: stripped, as: UTF8.self).contains("secret"))
        #expect(try Image(decoding: stripped) == Image(decoding: plain))
        #expect(try ImageHeader(of: stripped) == ImageHeader(of: plain))
        #expect(strippingMetadata(of: stripped) == stripped)
        let isUntouched = zip(plain, stripped).allSatisfy { $0 == $1 || $1 == 0 || "free".utf8.contains($1) }
        #expect(isUntouched)
    }

    @Test(arguments: [SmallImages.heic, SmallImages.avif, SmallImages.translucentHEIC, SmallImages.smallGridHEIC])
    func whatAnEncoderWritesKeepsItsPixels(file: [UInt8]) throws {
        let limits = ImageLimits(minimumSide: 1)
        let stripped = strippingMetadata(of: file)
        #expect(try Image(decoding: stripped, limits: limits) == Image(decoding: file, limits: limits))
        #expect(strippingMetadata(of: Array(file.dropLast(4))) == Array(file.dropLast(4)), "no whole image")
    }
}
