internal import CZXing
internal import Foundation
internal import Vision

/// A barcode of an image.
struct BarcodeSymbol: Equatable, Sendable {
    /// Raw values are stored and never renamed.
    enum Format: String, Codable, CaseIterable, Sendable {
        case pdf417, qrCode, aztec, dataMatrix, code128
    }

    let format: Format
    /// Nil where an image holds more than is kept.
    let contents: [UInt8]?
    /// Of the contents, in bytes.
    let length: Int
    /// Upper left, upper right, lower right, lower left as the symbol reads, in pixels of its image; empty where an end of the symbol was
    /// not seen.
    var corners: [Point]
    /// From the image's x axis towards its y axis, the way the symbol reads.
    var angleInRadians: Double
}

/// Reads the barcodes of an image as it is, by ZXing. What is told was read surely: the error correction of the symbol holds (for Code
/// 128 its check digit alone).
enum SymbolReader {
    /// More symbols of one image are not told.
    static let mostSymbols = 16
    /// Of all contents of one image: the largest symbol has 7,089 (QR, version 40).
    static let mostBytes = 16_384

    /// Empty where there are none, and where the library cannot look at the image. Of PDF417 one is told.
    /// - Parameter formats: what is looked for.
    static func symbols(in image: GreyImage, formats: [BarcodeSymbol.Format]) -> [BarcodeSymbol] {
        guard let width = Int32(exactly: image.size.width), let height = Int32(exactly: image.size.height) else {
            return []
        }
        let wanted = formats.reduce(UInt32(0)) { $0 | $1.bit.rawValue }
        var symbols = [czxing_symbol](repeating: czxing_symbol(), count: mostSymbols)
        var count = 0
        let contents = [UInt8](unsafeUninitializedCapacity: mostBytes) { contents, used in
            guard let target = contents.baseAddress else { return }
            let status = czxing_read_symbols(
                image.pixels, width, height, wanted, &symbols, mostSymbols, &count, target, mostBytes)
            if status != CZXING_OK { count = 0 }
            used = symbols.prefix(count).filter(\.is_kept).map { $0.offset + $0.length }.max() ?? 0
        }
        return symbols.prefix(count).compactMap { BarcodeSymbol($0, contents: contents) }
    }
}

extension BarcodeSymbol.Format {
    fileprivate var bit: czxing_format {
        switch self {
        case .pdf417: CZXING_PDF417
        case .qrCode: CZXING_QR
        case .aztec: CZXING_AZTEC
        case .dataMatrix: CZXING_DATA_MATRIX
        case .code128: CZXING_CODE_128
        }
    }
}

extension BarcodeSymbol {
    /// - Parameter all: the contents of all symbols of the image.
    fileprivate init?(_ symbol: czxing_symbol, contents all: [UInt8]) {
        guard let format = Format.allCases.first(where: { Int32($0.bit.rawValue) == symbol.format }) else { return nil }
        let (x, y) = (symbol.x, symbol.y)
        let corners = [(x.0, y.0), (x.1, y.1), (x.2, y.2), (x.3, y.3)].map { Point(x: Double($0.0), y: Double($0.1)) }
        let range = symbol.offset..<(symbol.offset + symbol.length)
        self.init(
            format: format, contents: symbol.is_kept && range.upperBound <= all.count ? Array(all[range]) : nil,
            length: symbol.length, corners: Self.showsBothEnds(corners) ? corners : [],
            angleInRadians: Self.angle(of: corners))
    }

    private static func showsBothEnds(_ corners: [Point]) -> Bool {
        corners[0] != corners[3] && corners[1] != corners[2]
    }

    /// Along its upper edge, or where an end is not seen upright on the one that is.
    private static func angle(of corners: [Point]) -> Double {
        if showsBothEnds(corners) { return (corners[1] - corners[0]).angleInRadians }
        let end = corners[0] == corners[3] ? (corners[1], corners[2]) : (corners[0], corners[3])
        return (end.1 - end.0).angleInRadians - .pi / 2
    }
}

extension Point {
    fileprivate var angleInRadians: Double { atan2(y, x) }
}
