package import OnboardingCore

/// What stays for a time of whoever withdrew their consent: the evidence of captures that were judged attacks, sealed anew under a
/// key of its own, and digests of the images that were seen. Of the person nothing stays.
package struct FraudHold: Equatable, Sendable {
    /// The enrollment that was erased.
    package let enrollmentID: EnrollmentID
    package let tenantID: TenantID
    /// By which the key store knows the key of the evidence; nil where there is no evidence.
    package let keyID: EnrollmentID?
    package let until: Instant
    /// How many objects of evidence there are.
    package let count: Int

    package init(enrollmentID: EnrollmentID, tenantID: TenantID, keyID: EnrollmentID?, until: Instant, count: Int) {
        (self.enrollmentID, self.tenantID, self.keyID) = (enrollmentID, tenantID, keyID)
        (self.until, self.count) = (until, count)
    }
}

/// A hold that begins with an erasure, and the evidence that it keeps.
package struct FraudHoldWrite: Sendable {
    package let hold: FraudHold
    /// What the tenant has set.
    package let days: Int
    package let evidence: [EvidenceRow]

    package init(hold: FraudHold, days: Int, evidence: [EvidenceRow]) {
        (self.hold, self.days, self.evidence) = (hold, days, evidence)
    }
}

extension EvidenceRow {
    /// What the kinds of evidence begin with that is locked away; the rest is what it was.
    package static let lockedPrefix = "locked-"

    package var isLockedAway: Bool { kind.hasPrefix(Self.lockedPrefix) }
}
