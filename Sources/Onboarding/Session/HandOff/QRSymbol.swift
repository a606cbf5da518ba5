internal import CQRencode
internal import Vision

/// A QR symbol (ISO/IEC 18004) that a phone reads from a screen.
package struct QRSymbol: Sendable {
    enum Failure: Error {
        case textTooLong
    }

    /// Whole pixels a module, or edges would blur.
    static let pixelsPerModule = 6
    static let quietZoneInModules = 4

    /// Modules of one side, without the quiet zone.
    private let width: Int
    /// Row by row; true is dark.
    private let isDark: [Bool]

    /// Error correction M, which survives a glare on the screen; L for texts so long that small modules would cost
    /// more than the correction gives.
    package init(text: String) throws {
        let level = text.utf8.count > 600 ? QR_ECLEVEL_L : QR_ECLEVEL_M
        guard let code = QRcode_encodeString8bit(text, 0, level) else { throw Failure.textTooLong }
        defer { QRcode_free(code) }
        width = Int(code.pointee.width)
        isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Modules of one side with the quiet zone: the size of the drawing that `path` belongs to.
    package var side: Int { width + 2 * Self.quietZoneInModules }

    /// The dark modules as the path of an SVG drawing (SVG 2 §9.3), one unit a module: a run of a row is one rectangle.
    package var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                guard isDark[row * width + column] else {
                    column += 1
                    continue
                }
                let start = column
                while column < width, isDark[row * width + column] { column += 1 }
                let (x, y) = (start + Self.quietZoneInModules, row + Self.quietZoneInModules)
                path += "M\(x) \(y)h\(column - start)v1h-\(column - start)z"
            }
        }
        return path
    }

    var image: GreyImage {
        let side = side * Self.pixelsPerModule
        var pixels = [UInt8](repeating: 255, count: side * side)
        for row in 0..<width {
            for column in 0..<width where isDark[row * width + column] {
                let top = (row + Self.quietZoneInModules) * Self.pixelsPerModule
                let left = (column + Self.quietZoneInModules) * Self.pixelsPerModule
                for y in top..<top + Self.pixelsPerModule {
                    for x in left..<left + Self.pixelsPerModule { pixels[y * side + x] = 0 }
                }
            }
        }
        return GreyImage(size: ImageSize(width: side, height: side), pixels: pixels)
    }
}
