@testable import OnboardingCrypto
import TestSupport
import Vision

/// The binary files that the corpus in `fixtures/fuzz` began with, made anew by `FuzzRunner --write-corpus FOLDER`. The text
/// files there were written by hand; what findings added is neither.
public enum SeedCorpus {
    public struct File: Sendable {
        public let target: String
        public let name: String
        public let bytes: [UInt8]
    }

    public static var files: [File] {
        headers + images + evidence + contents + keys + signatures + templates
    }

    private static func file(_ target: FuzzTarget, _ name: String, _ bytes: [UInt8]) -> File {
        File(target: target.name, name: name, bytes: bytes)
    }

    private static var headers: [File] {
        let jpeg = gradient(width: 72, height: 64, quality: 20)
        let wave = PNGFile.black(width: 80, height: 64, bitDepth: 8, colourType: 2, isInterlaced: false)
        return [
            file(.imageHeader, "big-endian-exif.jpg", jpeg.withSegments(exif(6, isBigEndian: true))),
            file(.imageHeader, "little-endian-exif.jpg", jpeg.withSegments(exif(3, isBigEndian: false))),
            file(.imageHeader, "metadata.jpg", jpeg.withSegments(comment + exif(1, isBigEndian: true) + profile)),
            file(.imageHeader, "inks.jpg", TestKeys.base64(invertedInks)),
            file(.imageHeader, "progressive.jpg", ProgressiveJPEG.grey(width: 64, height: 64, refinements: 6)),
            file(.imageHeader, "exif.png", png(wave, with: PNGFile.chunk("eXIf", tiff(8, isBigEndian: true)))),
            file(
                .imageHeader, "refused-animated.png",
                png(wave, with: PNGFile.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]))),
            file(.imageHeader, "exif.webp", webpWithExif),
            file(.imageHeader, "lossless.webp", TestKeys.base64(losslessWebP)),
        ]
    }

    private static var images: [File] {
        let colour = gradient(width: 24, height: 16, quality: 60)
        var files = [
            file(.imageDecoding, "colour.jpg", colour),
            file(.imageDecoding, "turned.jpg", colour.withSegments(exif(6, isBigEndian: true) + comment)),
            file(.imageDecoding, "inks.jpg", TestKeys.base64(invertedInks)),
            file(.imageDecoding, "progressive.jpg", ProgressiveJPEG.grey(width: 24, height: 16, refinements: 4)),
            file(.imageDecoding, "lossless.webp", TestKeys.base64(losslessWebP)),
            file(.imageDecoding, "lossy.webp", TestKeys.base64(lossyWebP)),
            file(.imageDecoding, "translucent.webp", TestKeys.base64(translucentWebP)),
        ]
        let forms: [(name: String, depth: Int, type: UInt8, isInterlaced: Bool)] = [
            ("grey", 8, 0, false), ("grey-alpha", 8, 4, false), ("colour", 8, 2, false), ("colour-alpha", 8, 6, false),
            ("colour-16", 16, 2, false), ("interlaced", 8, 2, true), ("interlaced-alpha-16", 16, 6, true),
        ]
        for form in forms {
            let black = PNGFile.black(
                width: 12, height: 8, bitDepth: form.depth, colourType: form.type, isInterlaced: form.isInterlaced)
            files.append(file(.imageDecoding, form.name + ".png", black))
        }
        let grey = PNGFile.black(width: 12, height: 8, bitDepth: 8, colourType: 0, isInterlaced: false)
        var palette = png(grey, with: PNGFile.chunk("PLTE", [10, 20, 30, 200, 100, 0]) + PNGFile.chunk("tRNS", [128]))
        palette[25] = 3
        files.append(file(.imageDecoding, "palette.png", PNGFile.repaired(palette)))
        let extras = PNGFile.chunk("gAMA", [0, 0, 0xB1, 0x8F]) + PNGFile.chunk("eXIf", tiff(5, isBigEndian: false))
        files.append(file(.imageDecoding, "turned.png", png(grey, with: extras)))
        return files
    }

    private static var evidence: [File] {
        let passport = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"
        let misread = passport.replacing("\nL89", with: "\n1B9")
        let card = "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<"
        let french = "IDFRADOUEL<<<<<<<<<<<<<<<<<<<<932013\n0506932020438CHRISTIANE<<NI2906209F3"
        // Column 44 is the first of the second line; symbol 21 is L, 8 is 8.
        return [
            file(.mrzTranscription, "passport", Array(passport.utf8) + [0]),
            file(.mrzTranscription, "unsure", Array(passport.utf8) + [0, 45, 11, 100, 140, 6, 24, 120, 130]),
            file(.mrzTranscription, "misread", Array(misread.utf8) + [0, 44, 21, 90, 150, 45, 8, 90, 150]),
            file(
                .mrzTranscription, "one-misread",
                Array(passport.replacing("\nL", with: "\n1").utf8) + [0, 44, 21, 90, 150]),
            file(.mrzTranscription, "card", Array(card.utf8) + [0, 5, 0, 127, 128]),
            file(.mrzTranscription, "french", Array(french.utf8) + [0, 36, 24, 127, 128]),
        ]
    }

    private static var contents: [File] {
        let text = Array(
            "{\"video\":{\"workflow_data\":{\"workflow\":\"charlie4\",\"rotation\":90,\"frames\":[]}}}".utf8)
        return [
            file(.packageContent, "v2", Array("0ab".utf8) + text),
            file(.packageContent, "oaep-sha256", Array("3ab".utf8) + text),
            file(.packageContent, "oaep-sha1", Array("1\0\u{1}".utf8) + text),
            file(.packageContent, "pkcs1", Array("2\u{8}\u{7F}".utf8) + text + [0x20, 0x0A]),
            file(.packageContent, "refused-no-object", Array("2ab[1]".utf8)),
            file(.packageContent, "refused-empty", Array("0ab".utf8)),
        ]
    }

    private static var keys: [File] {
        let ec = TestKeys.ec.publicKeyDER
        let compressed = ec.prefix(23) + [0x22, 0x00, 0x02] + TestKeys.ec.publicKey.x
        return [
            file(.publicKey, "p256.der", ec),
            file(.publicKey, "refused-p256-compressed.der", [0x30, 0x39] + compressed.dropFirst(2)),
            file(.publicKey, "refused-p256-explicit.der", TestKeys.base64(explicitCurve)),
            file(.publicKey, "refused-p384.der", TestKeys.base64(otherCurve)),
            file(.publicKey, "refused-ed25519.der", TestKeys.base64(edwardsCurve)),
            file(.publicKey, "rsa-2048.der", TestKeys.qrPublicKey.spkiDER),
            file(.publicKey, "refused-rsa-1024.der", TestKeys.base64(shortRSA)),
        ]
    }

    private static var signatures: [File] {
        let raw = FuzzTarget.knownSignature
        let der = ECDSASignature.der(fromRaw: raw) ?? []
        return [
            file(.signature, "raw", Array("r".utf8) + raw), file(.signature, "der", Array("d".utf8) + der),
            file(.signature, "refused-raw-zeros", Array("r".utf8) + [UInt8](repeating: 0, count: 64)),
            file(.signature, "refused-der-negative", Array("d".utf8) + [0x30, 6, 2, 1, 0x80, 2, 1, 0xFF]),
        ]
    }

    private static var templates: [File] {
        func template(name: String, parts: [[Float]]) -> [UInt8] {
            let digest = [UInt8](0..<32)
            let start = Array("FTPL".utf8) + [1, UInt8(name.utf8.count)] + Array(name.utf8) + digest
            let lengths = parts.flatMap { [UInt8($0.count & 0xFF), UInt8($0.count >> 8)] }
            let numbers = parts.joined().flatMap { value in
                [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value.bitPattern >> $0) }
            }
            return start + [UInt8(parts.count)] + lengths + numbers
        }
        return [
            file(.faceTemplate, "one-part", template(name: "m", parts: [[0.6, -0.8, 0, 0]])),
            file(.faceTemplate, "two-parts", template(name: "r95+mfn-1", parts: [[0.6], [0.48, 0.64]])),
            file(.faceTemplate, "sixteen-parts", template(name: "é", parts: Array(repeating: [0.25], count: 16))),
            file(.faceTemplate, "long", template(name: "dlib-resnet", parts: [[Float](repeating: 0.125, count: 64)])),
        ]
    }

    private static func gradient(width: Int, height: Int, quality: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += [x * 3, y * 3, x + y].map { UInt8(truncatingIfNeeded: $0) } }
        }
        let image = Image(size: ImageSize(width: width, height: height), pixels: pixels)
        return (try? image.jpeg(quality: quality)) ?? []
    }

    /// A TIFF block of two entries, the second of which is the orientation.
    private static func tiff(_ orientation: Int, isBigEndian: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        return Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
            + number(0x010F, 2) + number(2, 2) + number(4, 4) + Array("abc\0".utf8)
            + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0] + number(0, 4)
    }

    private static func exif(_ orientation: Int, isBigEndian: Bool) -> [UInt8] {
        segment(0xE1, Array("Exif\0\0".utf8) + tiff(orientation, isBigEndian: isBigEndian))
    }

    private static let comment = segment(0xFE, Array("a comment".utf8))
    private static let profile = segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8))

    private static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, code, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// Chunks put between the header and the image.
    private static func png(_ file: [UInt8], with chunks: [UInt8]) -> [UInt8] {
        Array(file.prefix(33)) + chunks + file.dropFirst(33)
    }

    private static var webpWithExif: [UInt8] {
        let image = TestKeys.base64(lossyWebP).dropFirst(12)
        let block = tiff(6, isBigEndian: true)
        let body =
            Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 8, 0, 0, 0, 15, 0, 0, 15, 0, 0] + image + Array("EXIF".utf8)
            + [UInt8(block.count), 0, 0, 0] + block
        return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
    }

    // What no encoder here writes: made with libjpeg-turbo 2.1.5, libwebp 1.2.4 and OpenSSL 3.0. The private keys were not
    // kept.

    private static let invertedInks = """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwLCgwJ
        CgoK/8AAFAgAQABABEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAE
        EQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6
        g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkA
        SwAAPwD9kK4evzjr9hKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK
        KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK
        KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK//9k=
        """
    private static let losslessWebP = """
        UklGRlIAAABXRUJQVlA4TEUAAAAvD8ADABmFAAKgoInof7yJgkT/AwratmHMH3h3AZANUDg9V2tjIG2bXUL8e32DbNImneopfobIZJcV06gK1dXn
        Peu/YwQA
        """
    private static let lossyWebP =
        "UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoQABAACsBoJbACdLoBEgARcgD+7uQ8PU9Zci+wMYRx/D/8l9NEPjyzmAA="
    private static let translucentWebP = """
        UklGRngAAABXRUJQVlA4WAoAAAAQAAAADwAADwAAQUxQSCIAAAAFF0CQbRvaduxHRMxDQSQb1HsI4Gn0619MgYj+V6A6dPkoVlA4IDAAAADQAQCd
        ASoQABAACsBoJbACdLoBEgARcgD+7uQ8PU9Zci+wMYRx/D/8l9NEPjyzmAA=
        """
    private static let otherCurve = """
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEv105/uVW9ImY82GlFSDLFiKXJbxsH6AK1sbBKj46cSO5fca5WegpwMvsEswnwl9ORtoV5gLpaHMi4tPS
        38Rw1K4XGBxG7qbct84mj+WWTMULSH/+bR8xhc1aIiQeLvF5
        """
    private static let edwardsCurve = "MCowBQYDK2VwAyEAD3Om0FV6JdD9npGEOTfhWyuAhb7ahfy/1LocanzT0Gg="
    private static let explicitCurve = """
        MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAA
        AAAAAAAAAAAA///////////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSdNgiG5wSTamZ44ROdJreBn36QBEEEaxfR
        8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA//////////+85vqt
        pxeehPO5ysL8YyVRAgEBA0IABDQjHYaLO+bMF+digzrgP24/R2SCXYCjXxa0pvDWOUBBMdS6SPw/SXRfGEdb3+8PoCvACUNnBdy13LKWssLrin0=
        """
    private static let shortRSA = """
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDXcsrS0P6LwekUiX7ScePlIJ91qmSi7tQzllcWt+06f3zGAR+fIv++q7Hc2ggfZHOjQ/vxsJkU
        JzybF09StO0TlmhBflPvHteZdY5Kg26HvMQVjrCNyM52vXrdZP1hsw7Tot0c8izZQCW+d7qFMSMai+iNnkeF5VljdXaAxT7yAwIDAQAB
        """
}

extension [UInt8] {
    /// A JPEG with segments behind its first marker.
    fileprivate func withSegments(_ segments: [UInt8]) -> [UInt8] { Array(prefix(2)) + segments + dropFirst(2) }
}
