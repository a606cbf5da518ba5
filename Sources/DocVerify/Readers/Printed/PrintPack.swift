internal import Foundation
internal import OnboardingCrypto
internal import Vision

/// The networks that find and read print of any kind: PP-OCRv6 small of PaddleOCR, as RapidOCR converted it to ONNX.
struct PrintPack: Sendable {
    private static let folder = "document-text-v6"
    private static let finderFile = "PP-OCRv6_det_small.onnx"
    private static let recogniserFile = "PP-OCRv6_rec_small.onnx"

    let finder: Network
    let recogniser: Network
    /// Of the recogniser's classes, the first of which is none.
    let alphabet: [String]
    /// What a record names the networks by: name and SHA-256.
    let identities: [String]

    /// - Parameter workers: how many threads will read at one time.
    init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        var identities: [String] = []
        var networks: [Network] = []
        var alphabet: [String]?
        for file in [Self.finderFile, Self.recogniserFile] {
            do {
                let path = Self.folder + "/" + file
                let bytes = try models.contents(of: path)
                identities.append(file + " " + Digest.hex(bytes))
                if file == Self.recogniserFile { alphabet = PrintAlphabet.characters(ofModel: bytes) }
                networks.append(
                    try Network(file: try models.file(path), callers: workers, kept: models.compiled))
            } catch {
                throw .modelUnavailable
            }
        }
        guard let alphabet else { throw .modelUnavailable }
        (finder, recogniser, self.alphabet, self.identities) = (networks[0], networks[1], alphabet, identities)
    }
}

extension ImageEncoding {
    /// What PP-OCR's networks take: blue, green, red, each from −1 to 1.
    static let print = ImageEncoding(
        channelOrder: .bgr, layout: .nchw, mean: [127.5, 127.5, 127.5], scale: [1 / 127.5, 1 / 127.5, 1 / 127.5])
}

/// The characters that a recogniser tells apart, as its file names them: ONNX keeps free text beside the network
/// (`ModelProto.metadata_props`, field 14 of the protocol buffer; each an entry of key 1 and value 2), and here the entry
/// `character` has one character a line, in the order of the network's classes.
enum PrintAlphabet {
    /// The classes by number: none, the characters, a space. Nil for a file that names none.
    static func characters(ofModel bytes: [UInt8]) -> [String]? {
        var message = ProtocolBuffer(bytes[...])
        while let (field, value) = message.next() {
            guard field == 14, let value else { continue }
            var entry = ProtocolBuffer(value)
            var (key, text): (ArraySlice<UInt8>?, ArraySlice<UInt8>?)
            while let (field, value) = entry.next() {
                if field == 1 { key = value }
                if field == 2 { text = value }
            }
            guard let key, let text, String(decoding: key, as: UTF8.self) == "character" else { continue }
            let characters = String(decoding: text, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            return [""] + characters.map(String.init) + [" "]
        }
        return nil
    }
}

/// The fields of a message of Google's protocol buffers, one after the other; what is not well-formed ends them.
private struct ProtocolBuffer {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// A field's number, and its bytes where it has a length.
    mutating func next() -> (field: UInt64, value: ArraySlice<UInt8>?)? {
        guard let tag = number() else { return nil }
        switch tag & 7 {
        case 0: return number().map { _ in (tag >> 3, nil) }
        case 1: return taken(8).map { _ in (tag >> 3, nil) }
        case 2: return number().flatMap { Int(exactly: $0) }.flatMap { taken($0) }.map { (tag >> 3, $0) }
        case 5: return taken(4).map { _ in (tag >> 3, nil) }
        default: return nil
        }
    }

    private mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private mutating func taken(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
