internal import Tenancy

extension Tenant {
    /// A text of the pages in the tenant's own words, for who reads that language; nil where the pages' own counts.
    func wording(_ text: KeyPath<PageWording, LocalizedText>, in language: Language) -> String? {
        settings.pages.wording[keyPath: text].text(in: language.rawValue)?.replacing("{tenant}", with: displayName)
    }
}
