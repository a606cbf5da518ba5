/// The request that a command came by; with the digest of its body it says which request this was.
package enum Step: String, CaseIterable, Codable, Sendable {
    case enroll, giveConsent, addDevice, addFace, addDocument, cancel, requestReview, review
    case authenticate, verifyDevice, verifyFace, replaceDevice
}

/// A request that was answered, so that the same request again gets the same answer.
package struct IdempotencyRecord: Codable, Hashable, Sendable {
    package let step: Step
    /// Keyed digest of the raw body, hexadecimal.
    package let requestDigest: String

    package init(step: Step, requestDigest: String) {
        self.step = step
        self.requestDigest = requestDigest
    }

    private enum CodingKeys: String, CodingKey {
        case step, requestDigest
    }
}
