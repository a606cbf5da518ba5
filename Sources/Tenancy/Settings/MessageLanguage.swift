/// A language in which a tenant's messages to persons are written: a file of `web/texts`.
package enum MessageLanguage: String, CaseIterable, Codable, Sendable {
    case english = "en"
    case german = "de"
}
