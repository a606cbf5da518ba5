import Foundation
import OnboardingCore
import TestSupport
import Testing

@Suite struct ColorTests {
    private static let colors = 3000

    private func color(_ text: String) throws -> Color { try #require(Color(text)) }

    @Test func aColorIsReadFromItsSixDigitsAndNothingElse() throws {
        let read = try color("#1A56db")
        #expect(read == Color(red: 0x1a, green: 0x56, blue: 0xdb) && read.text == "#1a56db")
        #expect(Color(red: 0, green: 5, blue: 255).text == "#0005ff")
        let wrong = [
            "", "#", "1a56db", "#1a56d", "#1a56db0", "#1a56dg", "# a56db", "#1a5", "rgb(0,0,0)", "#١a56d",
            "#12345é", "#1a56db;}", "red", "#1a56db\n", "#+a56db",
        ]
        for text in wrong { #expect(Color(text) == nil, "\(text)") }
    }

    /// Ratios that published tools give for these pairs.
    @Test(arguments: [
        ("#777777", "#ffffff", "4.47"), ("#767676", "#ffffff", "4.54"), ("#000000", "#ffffff", "21.00"),
        ("#ffffff", "#ffffff", "1.00"), ("#0000ff", "#ffffff", "8.59"), ("#ff0000", "#ffffff", "3.99"),
        ("#00ff00", "#ffffff", "1.37"), ("#959595", "#ffffff", "2.99"), ("#949494", "#ffffff", "3.03"),
        ("#0000ff", "#000000", "2.44"),
    ]) func theContrastIsThatOfTheStandard(first: String, second: String, ratio: String) throws {
        let (first, second) = (try color(first), try color(second))
        #expect(ContrastShortfall.text(of: first.contrast(with: second)) == ratio)
        #expect(first.contrast(with: second) == second.contrast(with: first))
    }

    @Test func theCurveOfEveryChannelIsThatOfTheStandard() {
        for value in UInt8.min...UInt8.max {
            let share = Double(value) / 255
            let linear = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            let grey = Color(red: value, green: value, blue: value)
            #expect(abs(grey.luminance - linear) < 1e-12, "\(value)")
        }
    }

    @Test func wordsOnAnyColorAreRead() {
        everyColor { color in
            color.contrast(with: color.ink) >= ColorUse.text.leastContrast ? nil : "its ink is not read"
        }
    }

    @Test func whateverWasChosenIsReadAndSeenInBothSchemes() {
        everyColor { color in
            for scheme in PageScheme.allCases {
                let palette = BrandPalette(primary: color, accent: color, in: scheme)
                guard let primary = palette.primary, let accent = palette.accent else { return "no palette" }
                if scheme.shortfall(of: primary.color, as: .text) != nil { return "\(scheme): links are not read" }
                if scheme.shortfall(of: accent, as: .sign) != nil { return "\(scheme): signs are not seen" }
                if primary.color.contrast(with: primary.ink) < 4.5 { return "\(scheme): buttons are not read" }
                if primary.color.contrast(with: primary.soft) < 4.5 { return "\(scheme): it is not read on its tint" }
            }
            return nil
        }
    }

    @Test func inLightAColorThatIsReadIsTheOneThatWasChosen() {
        everyColor { color in
            let palette = BrandPalette(primary: color, accent: color, in: .light)
            if PageScheme.light.shortfall(of: color, as: .text) == nil, palette.primary?.color != color {
                return "the primary one is another"
            }
            if PageScheme.light.shortfall(of: color, as: .sign) == nil, palette.accent != color {
                return "the accent is another"
            }
            return nil
        }
    }

    @Test func inTheDarkTheHueStays() {
        everyColor { color in
            guard let shown = BrandPalette(primary: color, accent: nil, in: .dark).primary?.color else { return "none" }
            // Towards white the differences of channels shrink by one factor: no channel overtakes another.
            let pairs = zip(channels(color), channels(shown))
            for (first, second) in zip(pairs, pairs.dropFirst()) where first.0 > second.0 && first.1 < second.1 {
                return "\(shown.text) has another order of channels"
            }
            return nil
        }
    }

    @Test func theSameColorsAlwaysMakeTheSamePalette() throws {
        let color = try color("#1a56db")
        let dark = try #require(BrandPalette(primary: color, accent: nil, in: .dark).primary)
        #expect(dark == BrandPalette(primary: color, accent: nil, in: .dark).primary)
        #expect(dark.ink == .black)
        #expect(BrandPalette(primary: color, accent: nil, in: .light).primary?.ink == .white)
        #expect(
            BrandPalette(primary: nil, accent: nil, in: .light) == BrandPalette(primary: nil, accent: nil, in: .dark))
    }

    @Test func whatIsLackingNamesTheWorstBackgroundAndNeverReadsAsEnough() throws {
        let shortfall = try #require(PageScheme.light.shortfall(of: try color("#767676"), as: .text))
        #expect(shortfall.background.text == "#eaeef3" && shortfall.needed == 4.5)
        #expect(ContrastShortfall.text(of: shortfall.found) == "3.89")
        #expect(ContrastShortfall.text(of: 4.4999) == "4.49" && ContrastShortfall.text(of: 4.5) == "4.50")
        #expect(ContrastShortfall.text(of: 3.05) == "3.05" && ContrastShortfall.text(of: 21) == "21.00")
    }

    private func channels(_ color: Color) -> [UInt8] { [color.red, color.green, color.blue] }

    /// Runs `check` on the corners of the cube and on many colours between them; it says what is wrong, or nil.
    private func everyColor(_ test: String = #function, _ check: (Color) -> String?) {
        var generator = SeededGenerator.announced(test)
        let ends: [UInt8] = [0, 255]
        let corners = ends.flatMap { red in
            ends.flatMap { green in ends.map { Color(red: red, green: green, blue: $0) } }
        }
        let others = (0..<Self.colors).map { _ in
            Color(
                red: .random(in: .min ... .max, using: &generator),
                green: .random(in: .min ... .max, using: &generator),
                blue: .random(in: .min ... .max, using: &generator))
        }
        for color in corners + others {
            if let problem = check(color) {
                Issue.record("\(color.text) of seed \(generator.seed): \(problem)")
                return
            }
        }
    }
}
