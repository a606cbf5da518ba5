package import OnboardingCore

extension Authentications {
    /// All that a tenant's own client is told of one time that a registered person came back.
    package struct Detail: Sendable {
        package let id: AuthenticationID
        /// The registration.
        package let enrollmentID: EnrollmentID
        package let purpose: AuthenticationPurpose
        package let standing: AuthenticationStanding
        package let registrationCode: String?
        package let username: String
        /// What the tenant calls it by; nil where it did not say.
        package let reference: String?
        /// When the registration opens again, because authentications failed too often; nil where it does.
        package let retryAt: Instant?
        /// Whether the tenant is a test tenant.
        package let isTest: Bool
        /// What the accepted checks came to, as far as it is kept; empty where whoever asks may not see it.
        package internal(set) var measured: [AuthenticationCheck: Measured] = [:]
    }

    package struct Measured: Equatable, Sendable {
        /// Of a face, 0 … 100.
        package var scoreInPercent: Double?
        /// How many of a hundred living people score lower.
        package var falseRejectionInPercent: Double?
        /// −log10 of the false match rate of what was shown and the registered face.
        package var matchScore: Double?
    }

    package struct Page: Sendable {
        /// The newest first, without what was measured.
        package let entries: [Detail]
        /// Where the next page begins; nil at the end.
        package let cursor: String?
    }
}
