/// How a face package may come; the raw values are those of the setting `acceptedPackageForms`.
public enum PackageForm: String, CaseIterable, Codable, Sendable {
    /// The JSON itself, protected by TLS alone.
    case plain
    /// `{"key","iv","p"}`: AES-CBC under a key wrapped by RSA-OAEP with SHA-256.
    case oaepSHA256CBC = "oaep-sha256-cbc"
    /// The same with SHA-1 in OAEP.
    case oaepSHA1CBC = "oaep-sha1-cbc"
    /// The same with PKCS#1 v1.5. Off unless a tenant's old clients need it.
    case pkcs1CBC = "pkcs1-cbc"
    /// `{"v":2,"kid","enc","ct"}`: HPKE.
    case v2

    /// Whether it is one of the vendor's sealed forms, which are not authenticated: what is wrong inside is not named.
    public var isCBC: Bool { [.oaepSHA256CBC, .oaepSHA1CBC, .pkcs1CBC].contains(self) }
}
