package import OnboardingCore

/// The logo of a tenant, as pages are served it.
package struct LogoRow: Equatable, Sendable {
    package let mark: LogoMark
    package let file: [UInt8]
    package let setAt: Instant

    package init(mark: LogoMark, file: [UInt8], setAt: Instant) {
        self.mark = mark
        self.file = file
        self.setAt = setAt
    }
}

/// What a page has to know of a logo that it shows.
package struct LogoMark: Equatable, Sendable {
    /// SHA-256 of the file, in hexadecimal digits.
    package let digest: String
    /// Its media type.
    package let type: String
    /// In pixels.
    package let width: Int
    package let height: Int

    package init(digest: String, type: String, width: Int, height: Int) {
        self.digest = digest
        self.type = type
        self.width = width
        self.height = height
    }
}
