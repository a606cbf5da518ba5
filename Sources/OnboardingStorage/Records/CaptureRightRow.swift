package import OnboardingCore

/// A device's right to go on with an enrollment, or with an authentication of it: of a browser on the capture page, or of a phone
/// that has a bearer.
package struct CaptureRightRow: Equatable, Sendable {
    package let enrollmentID: EnrollmentID
    /// Nil for the enrollment itself.
    package let authenticationID: AuthenticationID?
    /// SHA-256 of what the device holds.
    package let digest: [UInt8]
    /// The thumbprint of the key that the device proves it holds; nil of one that has none.
    package let keyThumbprint: [UInt8]?
    /// The session token, sealed; nil once another device has the right, and of a phone that has a bearer.
    package let sealedSession: [UInt8]?
    package let takenAt: Instant
    /// When another device took it; nil for the one that has it.
    package let supersededAt: Instant?

    package init(
        enrollmentID: EnrollmentID, authenticationID: AuthenticationID? = nil, digest: [UInt8],
        keyThumbprint: [UInt8]? = nil, sealedSession: [UInt8]?, takenAt: Instant, supersededAt: Instant? = nil
    ) {
        self.enrollmentID = enrollmentID
        self.authenticationID = authenticationID
        self.digest = digest
        self.keyThumbprint = keyThumbprint
        self.sealedSession = sealedSession
        self.takenAt = takenAt
        self.supersededAt = supersededAt
    }
}

/// What came of asking for a right.
package enum CaptureRightTaking: Equatable, Sendable {
    case taken
    /// The device has it already, and nothing was written.
    case held
    /// Another device has it, and nothing was written.
    case elsewhere
}
