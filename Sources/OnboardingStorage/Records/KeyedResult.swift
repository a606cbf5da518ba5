package import OnboardingCore

/// What a client that named an idempotency key gets when it repeats the request.
package struct KeyedResultWrite: Equatable, Sendable {
    /// Keyed digest of the key and of who used it.
    package var keyDigest: [UInt8]
    /// Keyed digest of the request.
    package var requestDigest: [UInt8]
    /// Under the data key of the enrollment.
    package var sealedResult: [UInt8]
    /// The key is free again where it was used before.
    package var isFreeBefore: Instant

    package init(keyDigest: [UInt8], requestDigest: [UInt8], sealedResult: [UInt8], isFreeBefore: Instant) {
        self.keyDigest = keyDigest
        self.requestDigest = requestDigest
        self.sealedResult = sealedResult
        self.isFreeBefore = isFreeBefore
    }
}

/// The same as it is found again.
package struct StoredKeyedResult: Equatable, Sendable {
    package let enrollmentID: EnrollmentID
    package let requestDigest: [UInt8]
    package let sealed: [UInt8]
}
