internal import Foundation
public import FaceEngine
public import Vision

/// The data page of a passport of the fictitious state Utopia (UTO), 125 × 88 mm at 300 dots an inch, marked
/// as a specimen: something to put before a document reader without anyone's papers.
public struct PassportPage: Sendable {
    public let holder: PassportHolder
    public let mrz: PassportMRZ
    /// The page as a flat scan, upright, cut at its edges.
    public let image: Image

    static let widthInMillimetres = 125.0
    static let heightInMillimetres = 88.0
    static let pixelsPerMillimetre = 300 / 25.4

    /// Where the portrait is printed, in millimetres from the page's upper left corner.
    static let portraitPlace = ImageRectangle(x: 5.4, y: 15.6, width: 34.2, height: 44)
    /// The feet of the two lines' letters, and where their first column begins, in millimetres.
    static let baselines = [73.4, 79.75]
    static let pitchInMillimetres = 2.54
    static let beginOfLines = (widthInMillimetres - 44 * pitchInMillimetres) / 2

    /// Prints a page for `holder` with the face in `photograph` as its portrait.
    ///
    /// - Throws: `.noFaceInPhotograph`, `.holderNotPrintable`, `.typefaceMissing`.
    public init(holder: PassportHolder, photograph: Image, engine: FaceEngine) throws(DemoMaterialError) {
        try self.init(holder: holder, portrait: PassportPortrait(from: photograph, engine: engine).image)
    }

    /// Prints a page with `portrait` (7 : 9) as it is.
    init(holder: PassportHolder, portrait: Image) throws(DemoMaterialError) {
        self.holder = holder
        mrz = try PassportMRZ(holder)
        let scale = Self.pixelsPerMillimetre
        let pattern = SecurityPattern(pixelsPerMillimetre: scale)
        var canvas = pattern.background(
            width: Int((Self.widthInMillimetres * scale).rounded()),
            height: Int((Self.heightInMillimetres * scale).rounded()))
        try Self.printSpecimenMark(on: &canvas)
        try Self.printHeader(on: &canvas, pattern: pattern)
        Self.print(portrait, on: &canvas)
        try Self.printFields(of: holder, on: &canvas)
        try Self.print(mrz, on: &canvas)
        image = canvas.image
    }

    private static let black = Ink(24, 24, 30)
    private static let labelInk = Ink(58, 76, 112)
    private static let navy = Ink(30, 48, 96)
    private static let red = Ink(190, 34, 44)

    private static func printSpecimenMark(on canvas: inout Canvas) throws(DemoMaterialError) {
        let typeface = try Typeface(.sansBold)
        let size = 13.5 * pixelsPerMillimetre
        canvas.draw(
            typeface.glyphs(
                of: "SPECIMEN", at: (46 * pixelsPerMillimetre, 62 * pixelsPerMillimetre), size: size, tracking: 0.02,
                angleInDegrees: 27),
            ink: red, opacity: 0.11)
    }

    private static func printHeader(on canvas: inout Canvas, pattern: SecurityPattern) throws(DemoMaterialError) {
        pattern.emblem(on: &canvas, centre: (9.6, 7.6), radius: 4.6)
        let serif = try Typeface(.serifBold)
        let sans = try Typeface(.sansBold)
        let small = try Typeface(.sansCondensed)
        let scale = pixelsPerMillimetre
        canvas.draw(
            serif.glyphs(of: "UTOPIA", at: (16.4 * scale, 8.2 * scale), size: 5.6 * scale, tracking: 0.1), ink: navy)
        canvas.draw(
            small.glyphs(
                of: "Fictitious state · no travel document", at: (16.5 * scale, 11.4 * scale), size: 2.1 * scale),
            ink: labelInk)
        draw(
            "PASSPORT", endingAt: 119.6, baseline: 7.4, size: 4.6, tracking: 0.08, typeface: sans, ink: navy,
            on: &canvas)
        draw(
            "PASSEPORT", endingAt: 119.6, baseline: 11.2, size: 2.7, tracking: 0.12, typeface: sans, ink: navy,
            on: &canvas)
        canvas.draw(
            sans.glyphs(of: "SPECIMEN", at: (57 * scale, 8.1 * scale), size: 3.6 * scale, tracking: 0.1), ink: red,
            opacity: 0.9)
        canvas.stroke(
            [(5.4 * scale, 13.1 * scale), (119.6 * scale, 13.1 * scale)], widthInPixels: 2, ink: navy, opacity: 0.7)
    }

    private static func draw(
        _ text: String, endingAt right: Double, baseline: Double, size: Double, tracking: Double,
        typeface: borrowing Typeface, ink: Ink, on canvas: inout Canvas
    ) {
        let scale = pixelsPerMillimetre
        let width = typeface.width(of: text, size: size * scale, tracking: tracking)
        canvas.draw(
            typeface.glyphs(
                of: text, at: (right * scale - width, baseline * scale), size: size * scale, tracking: tracking),
            ink: ink)
    }

    /// The portrait, 34.2 × 44 mm, fading into the paper at its rim.
    private static func print(_ portrait: Image, on canvas: inout Canvas) {
        let scale = pixelsPerMillimetre
        let place = portraitPlace
        let size = ImageSize(width: Int(place.width * scale), height: Int(place.height * scale))
        let fitted = portrait.resized(to: size)
        let rim = 0.5 * scale
        canvas.paste(fitted, column: Int(place.x * scale), row: Int(place.y * scale)) { x, y in
            let inside = Double(min(min(x, size.width - 1 - x), min(y, size.height - 1 - y)))
            return 0.97 * min(max(inside / rim, 0), 1)
        }
    }

    private struct Field {
        let label: String
        let value: String
        /// Left edge in millimetres.
        let x: Double
        let row: Int
    }

    private static func printFields(of holder: PassportHolder, on canvas: inout Canvas) throws(DemoMaterialError) {
        let (left, middle, right) = (44.0, 66.0, 88.0)
        let fields = [
            Field(label: "Type / Type", value: "P", x: left, row: 0),
            Field(label: "Code / Code", value: PassportMRZ.state, x: middle, row: 0),
            Field(label: "Passport No. / Passeport nº", value: holder.documentNumber.uppercased(), x: right, row: 0),
            Field(label: "Surname / Nom", value: holder.surname.uppercased(), x: left, row: 1),
            Field(label: "Given names / Prénoms", value: holder.givenNames.uppercased(), x: left, row: 2),
            Field(label: "Nationality / Nationalité", value: "UTOPIAN", x: left, row: 3),
            Field(label: "Personal No. / Nº personnel", value: holder.personalNumber.uppercased(), x: right, row: 3),
            Field(label: "Date of birth / Date de naissance", value: holder.dateOfBirth.printedForm, x: left, row: 4),
            Field(label: "Sex / Sexe", value: holder.sex.rawValue, x: left, row: 5),
            Field(
                label: "Place of birth / Lieu de naissance", value: holder.placeOfBirth.uppercased(), x: middle, row: 5),
            Field(label: "Date of issue / Date de délivrance", value: holder.dateOfIssue.printedForm, x: left, row: 6),
            Field(label: "Authority / Autorité", value: "PASSPORT OFFICE", x: right, row: 6),
            Field(label: "Date of expiry / Date d'expiration", value: holder.dateOfExpiry.printedForm, x: left, row: 7),
            Field(label: "Holder's signature / Signature", value: "", x: right, row: 7),
        ]
        let labels = try Typeface(.sansCondensed)
        let values = try Typeface(.sansBold)
        let scale = pixelsPerMillimetre
        for field in fields where !field.value.isEmpty || field.row == 7 {
            let top = 15.6 + Double(field.row) * 5.95
            canvas.draw(
                labels.glyphs(of: field.label, at: (field.x * scale, (top + 1.4) * scale), size: 1.75 * scale),
                ink: labelInk)
            canvas.draw(
                values.glyphs(of: field.value, at: (field.x * scale, (top + 4.3) * scale), size: 3.05 * scale),
                ink: black)
        }
        signature(on: &canvas, from: (right + 1, 15.6 + 7 * 5.95 + 3.6))
    }

    /// A flourish that is nobody's name.
    private static func signature(on canvas: inout Canvas, from start: (x: Double, y: Double)) {
        let points = (0...240).map { step -> (x: Double, y: Double) in
            let t = Double(step) / 240
            let x = start.x + 24 * t + 1.5 * sin(23 * t)
            let y = start.y + 0.6 - 2.1 * (1 - 0.72 * t) * sin(29 * t + 0.4) * (0.55 + 0.45 * cos(9 * t)) - 0.8 * t
            return (x * pixelsPerMillimetre, y * pixelsPerMillimetre)
        }
        canvas.stroke(points, widthInPixels: 3.2, ink: Ink(28, 38, 96), opacity: 0.9)
    }

    /// Both lines in OCR-B, ten characters an inch, 6.35 mm apart, on a lighter ground (ICAO 9303-3 §4, 9303-4 §3).
    private static func print(_ mrz: PassportMRZ, on canvas: inout Canvas) throws(DemoMaterialError) {
        let scale = pixelsPerMillimetre
        canvas.cover(columns: 0..<canvas.width, rows: Int(64.8 * scale)..<canvas.height, with: Ink(247, 248, 246)) {
            _, y in
            0.72 * min(max((y / scale - 64.8) / 2.5, 0), 1)
        }
        let typeface = try Typeface(.machineReadable)
        let pitch = pitchInMillimetres * scale
        let left = beginOfLines * scale
        for (line, baseline) in zip([mrz.upperLine, mrz.lowerLine], baselines) {
            canvas.draw(
                typeface.glyphs(of: line, at: (left, baseline * scale), size: machineReadableSize, pitch: pitch),
                ink: black)
        }
    }

    /// Of the em square, in pixels: the size at which the typeface's own width is the pitch.
    private static var machineReadableSize: Double { 2.54 / 0.723 * pixelsPerMillimetre }
}
