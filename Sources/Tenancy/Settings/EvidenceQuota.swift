/// How much evidence is kept as it came; beyond it, small copies of what is refused.
package struct EvidenceQuota: Equatable, Sendable {
    /// Of an enrollment and the authentications of its registration.
    package let ofCaseInBytes: Int
    /// Nil where there is none.
    package let ofTenantInBytes: Int?

    private static let megabyte = 1_000_000

    /// - Parameter ofTenantInMegabytes: 0 for none.
    package init(ofCaseInMegabytes: Int, ofTenantInMegabytes: Int) {
        ofCaseInBytes = ofCaseInMegabytes * Self.megabyte
        ofTenantInBytes = ofTenantInMegabytes == 0 ? nil : ofTenantInMegabytes * Self.megabyte
    }
}
