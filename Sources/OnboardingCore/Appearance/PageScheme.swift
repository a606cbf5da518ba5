/// The two ways in which pages are shown, as the person's device asks for.
package enum PageScheme: CaseIterable, Sendable {
    case light, dark

    /// What text and signs stand on: `--paper`, `--surface` and `--sunken` of `web/static/site.css`, in that order; a test
    /// compares them.
    package var backgrounds: [Color] {
        switch self {
        case .light:
            [
                Color(red: 0xf4, green: 0xf6, blue: 0xf9), .white, Color(red: 0xea, green: 0xee, blue: 0xf3),
            ]
        case .dark:
            [
                Color(red: 0x0f, green: 0x15, blue: 0x1c), Color(red: 0x18, green: 0x21, blue: 0x2b),
                Color(red: 0x0b, green: 0x10, blue: 0x16),
            ]
        }
    }

    /// What cards and fields are.
    var surface: Color { backgrounds[1] }

    /// What stands out most from all of the backgrounds.
    private var extreme: Color { self == .light ? .black : .white }

    /// What a colour lacks to be read or seen on every background; nil where it lacks nothing.
    package func shortfall(of color: Color, as use: ColorUse) -> ContrastShortfall? {
        let worst = backgrounds.map { (background: $0, contrast: color.contrast(with: $0)) }
            .min { $0.contrast < $1.contrast }
        guard let worst, worst.contrast < use.leastContrast else { return nil }
        return ContrastShortfall(found: worst.contrast, needed: use.leastContrast, background: worst.background)
    }

    /// With the background on which it is least.
    package func leastContrast(of color: Color) -> Double {
        backgrounds.reduce(.infinity) { min($0, color.contrast(with: $1)) }
    }

    /// The colour itself where it stands out `contrast` from every background, or else the first that does on the way to black
    /// or white.
    func standingOut(_ color: Color, contrast: Double) -> Color {
        let way = (0...256).lazy.map { color.mixed(with: extreme, parts: $0) }
        return way.first { candidate in backgrounds.allSatisfy { candidate.contrast(with: $0) >= contrast } } ?? extreme
    }
}
