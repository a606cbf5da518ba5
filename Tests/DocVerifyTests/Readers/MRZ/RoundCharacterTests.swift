import Testing
import Vision

@testable import DemoMaterial
@testable import DocVerify

/// The outlines of zeros and O's, measured on printed pages.
@Suite struct RoundCharacterTests {
    private static let lowerLine = (baseline: 79.75, columns: 44, pitch: 2.54)

    @Test(arguments: [9.0, 14, 22]) func zerosAndLettersOAreToldByTheirOutlines(pitchInPixels: Double) throws {
        for number in ["O0O00OO0O", "0O0OO00O0"] {
            var holder = PassportHolder.fictitious(today: PageDate(year: 2026, month: 11, day: 21))
            holder.documentNumber = number
            let portrait = Image(size: ImageSize(width: 7, height: 9), pixels: [UInt8](repeating: 150, count: 189))
            let page = try PassportPage(holder: holder, portrait: portrait)
            let scale = pitchInPixels / Self.lowerLine.pitch
            let image = page.image.resized(
                to: ImageSize(
                    width: Int(PassportPage.widthInMillimetres * scale),
                    height: Int(PassportPage.heightInMillimetres * scale))
            ).blurred(sigma: 0.7)
            let line = TextLine(
                center: Point(
                    x: PassportPage.widthInMillimetres / 2 * scale, y: (Self.lowerLine.baseline - 1.3) * scale),
                angleInRadians: 0.01, length: Double(Self.lowerLine.columns) * pitchInPixels,
                height: 1.5 * pitchInPixels)
            let strip = OutlineStrip(line, columnCount: Self.lowerLine.columns, in: ImageLevels(image))
            let outlines = (0..<Self.lowerLine.columns).map { column in
                strip.outline(at: Double(column) - Double(Self.lowerLine.columns - 1) / 2)
            }
            let heights = [13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27].compactMap { outlines[$0]?.height }
                .sorted()
            let digitHeight = try #require(heights.isEmpty ? nil : heights[heights.count / 2])
            for (column, character) in number.enumerated() {
                let outline = try #require(outlines[column])
                let shown = RoundCharacter(outline, digitHeight: digitHeight)
                #expect(shown == (character == "0" ? .zero : .letterO), "column \(column): \(outline)")
            }
        }
    }

    @Test func paperAndAnImageOfOneColourHaveNoOutline() {
        let size = ImageSize(width: 400, height: 60)
        let paper = Image(size: size, pixels: [UInt8](repeating: 200, count: size.width * size.height * 3))
        let line = TextLine(center: Point(x: 200, y: 30), angleInRadians: 0, length: 300, height: 20)
        let strip = OutlineStrip(line, columnCount: 20, in: ImageLevels(paper))
        #expect(strip.outline(at: 0) == nil)
        #expect(strip.outline(at: 300) == nil)
    }
}
