internal import OnboardingStorage

/// What pages have to know of a tenant's logo; the file is read when it is asked for.
package struct TenantLogo: Equatable, Sendable {
    /// SHA-256 of the file, in hexadecimal digits.
    package let digest: String
    /// Of the file, in pixels.
    package let width: Int
    package let height: Int
}

extension TenantLogo {
    init(_ mark: LogoMark) {
        self.init(digest: mark.digest, width: mark.width, height: mark.height)
    }
}
