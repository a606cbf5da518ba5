import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// What is measured of an image is what was done to it.
@Suite(.serialized) struct QualityMeasurementTests {
    private func figures(_ image: Image) throws -> [QualityFigure] {
        try #require(try BoundsBench.shared.get().record(of: image).image.quality)
    }

    private func figure(
        _ criterion: QualityFigure.Criterion, of part: QualityFigure.Part = .document, in figures: [QualityFigure]
    ) throws -> QualityFigure {
        try #require(figures.first { $0.criterion == criterion && $0.part == part })
    }

    private func page() throws -> Image { try BoundsBench.shared.get().page }

    @Test func aPageThatIsShownWellLacksNothing() throws {
        let all = try figures(PhotographedPage().image(of: page()))
        #expect(all.filter { !$0.holds } == [])
        #expect(Set(all.map(\.criterion)) == Set(QualityFigure.Criterion.allCases))
        // 744 pixels for 125 mm.
        let resolution = try figure(.resolution, in: all).measured
        #expect(abs(resolution - 0.62 * 1200 / 125) < 0.1)
    }

    /// Blurs of known width, in pixels of a page with 8 pixels a millimetre.
    @Test(arguments: [1.0, 2, 3]) func theBlurIsMeasuredInMillimetres(sigma: Double) throws {
        let image = try page().reduced(toLongestSide: 1000).blurred(sigma: sigma)
        let measured = try figure(.focus, in: figures(image)).measured
        // Strokes thinner than the blur look a third less blurred; the page's own edges and the pixels' width add to it.
        let least = sigma / 8
        #expect(measured > 0.6 * least && measured < 1.3 * (least * least + 0.09 * 0.09).squareRoot())
    }

    @Test func blurIsToldFromSharpnessByTheWantedValue() throws {
        let sharp = try page().reduced(toLongestSide: 1000)
        let (one, other) = (
            try figure(.focus, in: figures(sharp)), try figure(.focus, in: figures(sharp.blurred(sigma: 2.4)))
        )
        #expect(one.holds && !other.holds)
    }

    /// An ellipse of white on the page, as a lamp makes it.
    @Test func glareIsTheShareOfItsPartThatIsBlownOut() throws {
        let page = try page()
        let scale = Double(page.size.width) / 125
        var pixels = page.pixels
        for y in 0..<page.size.height {
            for x in 0..<page.size.width {
                let (u, v) = ((Double(x) / scale - 62) / 15, (Double(y) / scale - 40) / 10)
                guard u * u + v * v <= 1 else { continue }
                for channel in 0..<3 { pixels[(y * page.size.width + x) * 3 + channel] = 255 }
            }
        }
        let all = try figures(PhotographedPage().image(of: Image(size: page.size, pixels: pixels)))
        let glare = try figure(.glare, in: all)
        #expect(abs(glare.measured - Double.pi * 15 * 10 / (125 * 88)) < 0.006)
        #expect(!glare.holds && glare.wanted == 0.01)
        #expect(try figure(.glare, of: .mrz, in: all).measured == 0)
    }

    @Test func aDarkImageIsTold() throws {
        let bright = PhotographedPage().image(of: try page())
        let dark = Image(size: bright.size, pixels: bright.pixels.map { $0 / 5 })
        let (one, other) = (
            try figure(.brightness, in: figures(bright)), try figure(.brightness, in: figures(dark))
        )
        #expect(one.holds && !other.holds && abs(one.measured / 5 - other.measured) < 3)
    }

    @Test func aTiltIsToldInDegrees() throws {
        var page = PhotographedPage()
        (page.tiltInDegrees, page.directionInDegrees) = (26, 90)
        let perspective = try figure(.perspective, in: figures(page.image(of: try self.page())))
        #expect(abs(perspective.measured - 26) < 3 && !perspective.holds && perspective.unit == .degrees)
    }

    @Test func whatIsNoNumberIsNoFigure() {
        #expect(QualityFigure(.glare, .nan) == nil && QualityFigure(.focus, .infinity) == nil)
    }
}
