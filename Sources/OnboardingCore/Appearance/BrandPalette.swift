/// What the two colours of a tenant become in one scheme, so that everything made of them is read and seen.
///
/// In the light scheme they are what the tenant has set, which is refused where it stands out too little. In the dark one
/// nobody is asked for further colours: the same hue is brightened until it stands out. What was stored is held to the same in
/// both, should the backgrounds change.
package struct BrandPalette: Equatable, Sendable {
    /// Of what is read or pressed: links, buttons, the outline of what has the focus.
    package struct Primary: Equatable, Sendable {
        package let color: Color
        /// Of words on it.
        package let ink: Color
        /// A tint on which the colour is read as well.
        package let soft: Color
    }

    /// Nil where the pages' own counts.
    package let primary: Primary?
    /// Of what shows how far something has come; nil where it is the primary one.
    package let accent: Color?

    package init(primary: Color?, accent: Color?, in scheme: PageScheme) {
        self.primary = primary.map { Primary($0, in: scheme) }
        self.accent = accent.map { scheme.standingOut($0, contrast: Self.contrast(of: .sign, in: scheme)) }
    }

    /// The dark one has a third more than needed: there a colour is ours to choose, and leaves room for a tint beneath.
    fileprivate static func contrast(of use: ColorUse, in scheme: PageScheme) -> Double {
        scheme == .light ? use.leastContrast : use.leastContrast * 4 / 3
    }
}

extension BrandPalette.Primary {
    /// Of 256: a tint is no more than a tenth of its colour in light, and a little more in the dark.
    private static let tint = (light: 26, dark: 40)

    fileprivate init(_ chosen: Color, in scheme: PageScheme) {
        let color = scheme.standingOut(chosen, contrast: BrandPalette.contrast(of: .text, in: scheme))
        self.color = color
        ink = color.ink
        let most = scheme == .light ? Self.tint.light : Self.tint.dark
        let tints = (0...most).reversed().lazy.map { scheme.surface.mixed(with: color, parts: $0) }
        soft = tints.first { color.contrast(with: $0) >= ColorUse.text.leastContrast } ?? scheme.surface
    }
}
