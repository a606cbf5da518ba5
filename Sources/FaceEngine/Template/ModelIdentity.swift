/// Which networks made a template, a score or a reading. Templates compare only where this is equal. Stored with these
/// names.
public struct ModelIdentity: Codable, Hashable, Sendable {
    /// For people, for example `r95+mfn-1`.
    public let name: String
    /// SHA-256 in lower-case hexadecimal over the lower-case hexadecimal digests of its files as the pack's manifest states
    /// them (SHA-256, else SHA-384), in the manifest's order, each followed by a line feed.
    public let digest: String

    package init(name: String, digest: String) {
        self.name = name
        self.digest = digest
    }

    private enum CodingKeys: String, CodingKey {
        case name, digest
    }
}
