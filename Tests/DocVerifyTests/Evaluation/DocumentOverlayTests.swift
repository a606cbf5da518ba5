import Testing
import Vision

@testable import DocVerify

@Suite struct DocumentOverlayTests {
    @Test func whatWasFoundIsOutlinedWhereItIs() throws {
        let size = ImageSize(width: 400, height: 200)
        let bytes = try Image(size: size, blue: 90, green: 90, red: 90).png()
        let place = MRZPlace(
            corners: [Point(x: 0.25, y: 0.5), Point(x: 0.75, y: 0.5), Point(x: 0.75, y: 1.5), Point(x: 0.25, y: 1.5)],
            middles: [])
        let reading = MRZEvidence.ImageReading(
            image: 1, lines: [], confidences: [], corrections: [], gridFit: 0, perspectiveInColumns: 0,
            pitchInPixels: 20, focus: 1, angleInDegrees: 0, isChecked: false, places: [place])
        let source = SourceReading(
            mrz: nil, isChecked: false, readability: .absent,
            evidence: MRZEvidence(images: [reading], mrz: nil, coveredBar: 0.5, uncoveredBar: 0.95, models: []))
        let evidence = DocumentEvidence(
            today: MRZExamplesTests.today, images: [], sources: [source], portrait: nil)
        let images = [0, 1].map { _ in DocumentImage(bytes: bytes, isCropped: false) }
        let drawn = try DocumentOverlay.image(of: images, evidence: evidence)
        #expect(drawn.size == ImageSize(width: 400, height: 400))
        func isGrey(_ x: Int, _ y: Int) -> Bool { drawn.pixels[(y * 400 + x) * 3] == 90 }
        // The line stands on the second image, and its lower edge lies beyond it.
        #expect((0..<200).allSatisfy { y in (0..<400).allSatisfy { isGrey($0, y) } })
        #expect(!isGrey(200, 300) && !isGrey(100, 350) && !isGrey(300, 350))
        #expect(isGrey(200, 350) && isGrey(200, 398) && isGrey(50, 300))
    }
}
