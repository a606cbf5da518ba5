internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// The colours of a tenant as a style sheet: the custom properties of `site.css`, for both schemes. No page may hold a style, so
/// it has an address of its own, which bears its digest and no name.
struct BrandStylesheet: Sendable {
    let text: String
    /// First digits of a SHA-256 over the text.
    let digest: String

    /// Nil where the pages' own colours count.
    init?(_ pages: PageSettings) {
        guard pages.primaryColor != nil || pages.accentColor != nil else { return nil }
        func declarations(_ scheme: PageScheme) -> String {
            let palette = BrandPalette(primary: pages.primaryColor, accent: pages.accentColor, in: scheme)
            let primary = palette.primary.map {
                "--accent: \($0.color.text); --accent-ink: \($0.ink.text); --accent-soft: \($0.soft.text);"
            }
            return [primary, palette.accent.map { "--progress: \($0.text);" }].compactMap(\.self)
                .joined(separator: " ")
        }
        let (light, dark) = (declarations(.light), declarations(.dark))
        // On paper there are no colours. The classes are those of the preview, which shows both schemes at once.
        text = """
            @media screen {
            :root, .scheme-light { \(light) }
            .scheme-dark { \(dark) }
            }
            @media screen and (prefers-color-scheme: dark) {
            :root { \(dark) }
            }

            """
        digest = String(Hexadecimal.encode(Digest.sha256([UInt8](text.utf8))).prefix(32))
    }
}
