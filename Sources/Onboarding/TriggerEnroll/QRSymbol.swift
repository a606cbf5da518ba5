internal import CQRencode
internal import Vision

/// A QR symbol (ISO/IEC 18004) as an image that a phone reads from a screen.
struct QRSymbol {
    enum Failure: Error {
        case textTooLong
    }

    /// Whole pixels a module, or edges would blur.
    static let pixelsPerModule = 6
    static let quietZoneInModules = 4

    let image: GreyImage

    /// Error correction M, which survives a glare on the screen; L for texts so long that small modules would cost
    /// more than the correction gives.
    init(text: String) throws {
        let level = text.utf8.count > 600 ? QR_ECLEVEL_L : QR_ECLEVEL_M
        guard let code = QRcode_encodeString8bit(text, 0, level) else { throw Failure.textTooLong }
        defer { QRcode_free(code) }
        let modules = Int(code.pointee.width)
        let side = (modules + 2 * Self.quietZoneInModules) * Self.pixelsPerModule
        var pixels = [UInt8](repeating: 255, count: side * side)
        for row in 0..<modules {
            for column in 0..<modules where code.pointee.data[row * modules + column] & 1 == 1 {
                let top = (row + Self.quietZoneInModules) * Self.pixelsPerModule
                let left = (column + Self.quietZoneInModules) * Self.pixelsPerModule
                for y in top..<top + Self.pixelsPerModule {
                    for x in left..<left + Self.pixelsPerModule { pixels[y * side + x] = 0 }
                }
            }
        }
        image = GreyImage(size: ImageSize(width: side, height: side), pixels: pixels)
    }
}
