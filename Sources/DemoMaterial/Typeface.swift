internal import CFreeType
internal import Foundation

/// The typefaces of the printed page, as Debian installs them.
enum TypefaceName: String, Sendable {
    case machineReadable = "opentype/ocr-b/OCRB.otf"
    case sansBold = "truetype/dejavu/DejaVuSans-Bold.ttf"
    case sansCondensed = "truetype/dejavu/DejaVuSansCondensed.ttf"
    case serifBold = "truetype/dejavu/DejaVuSerif-Bold.ttf"

    var path: String { "/usr/share/fonts/" + rawValue }
}

/// One opened typeface. FreeType: an `FT_Library` and its faces belong to one thread at a time; this value is made,
/// used and freed within one function.
struct Typeface: ~Copyable {
    private let library: FT_Library
    private let face: FT_Face

    init(_ name: TypefaceName) throws(DemoMaterialError) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { throw .typefaceMissing(name.rawValue) }
        var face: FT_Face?
        guard FT_New_Face(library, name.path, 0, &face) == 0, let face else {
            FT_Done_FreeType(library)
            throw .typefaceMissing(name.rawValue)
        }
        self.library = library
        self.face = face
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// One glyph's coverage where it falls on the image.
    struct Glyph {
        let left: Int
        let top: Int
        let width: Int
        let height: Int
        /// 0 outside the letter, 255 inside, rows top to bottom.
        let coverage: [UInt8]
    }

    /// The letters of `text` set from `origin` on.
    ///
    /// - Parameters:
    ///   - origin: start of the base line in pixels.
    ///   - size: of the em square in pixels.
    ///   - pitch: distance from letter to letter in pixels where all are the same, as in a machine readable MRZ;
    ///     otherwise the typeface's own widths count.
    ///   - tracking: added to the width of each letter, in em.
    ///   - angleInDegrees: of the base line, counter-clockwise as seen.
    func glyphs(
        of text: String, at origin: (x: Double, y: Double), size: Double, pitch: Double? = nil, tracking: Double = 0,
        angleInDegrees: Double = 0
    ) -> [Glyph] {
        guard FT_Set_Char_Size(face, 0, FT_F26Dot6((size * 64).rounded()), 72, 72) == 0 else { return [] }
        let angle = angleInDegrees * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        var matrix = FT_Matrix(
            xx: Self.fixed(cosine), xy: Self.fixed(-sine), yx: Self.fixed(sine), yy: Self.fixed(cosine))
        var glyphs: [Glyph] = []
        var advanced = 0.0
        for letter in text.unicodeScalars {
            let x = origin.x + advanced * cosine
            let y = origin.y - advanced * sine
            // The whole pixels place the bitmap, the rest moves the outline before it is drawn.
            var rest = FT_Vector(
                x: FT_Pos(((x - x.rounded(.down)) * 64).rounded()),
                y: FT_Pos(((y.rounded(.up) - y) * 64).rounded()))
            FT_Set_Transform(face, &matrix, &rest)
            let flags = FT_Int32(FT_LOAD_RENDER | FT_LOAD_NO_HINTING)
            guard FT_Load_Char(face, FT_ULong(letter.value), flags) == 0, let slot = face.pointee.glyph else {
                continue
            }
            let bitmap = slot.pointee.bitmap
            let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
            if let buffer = bitmap.buffer, width > 0, height > 0, bitmap.pitch >= 0 {
                var coverage: [UInt8] = []
                coverage.reserveCapacity(width * height)
                for row in 0..<height {
                    coverage.append(
                        contentsOf: UnsafeBufferPointer(start: buffer + row * Int(bitmap.pitch), count: width))
                }
                glyphs.append(
                    Glyph(
                        left: Int(x.rounded(.down)) + Int(slot.pointee.bitmap_left),
                        top: Int(y.rounded(.up)) - Int(slot.pointee.bitmap_top),
                        width: width, height: height, coverage: coverage))
            }
            advanced += pitch ?? (Double(slot.pointee.linearHoriAdvance) / 65536 + tracking * size)
        }
        return glyphs
    }

    /// How far `text` reaches along its base line, in pixels.
    func width(of text: String, size: Double, tracking: Double = 0) -> Double {
        guard FT_Set_Char_Size(face, 0, FT_F26Dot6((size * 64).rounded()), 72, 72) == 0 else { return 0 }
        FT_Set_Transform(face, nil, nil)
        return text.unicodeScalars.reduce(0.0) { sum, letter in
            guard FT_Load_Char(face, FT_ULong(letter.value), FT_Int32(FT_LOAD_NO_HINTING)) == 0,
                let slot = face.pointee.glyph
            else { return sum }
            return sum + Double(slot.pointee.linearHoriAdvance) / 65536 + tracking * size
        }
    }

    private static func fixed(_ value: Double) -> FT_Fixed {
        FT_Fixed((value * 65536).rounded())
    }
}
