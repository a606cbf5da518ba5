package import OnboardingCore

/// That an operator began an enrollment, and what hands it over to a phone.
package struct TriggerWrite: Equatable, Sendable {
    package var operatorID: OperatorID
    /// Under the data key of the enrollment.
    package var sealedHandOff: [UInt8]

    package init(operatorID: OperatorID, sealedHandOff: [UInt8]) {
        self.operatorID = operatorID
        self.sealedHandOff = sealedHandOff
    }
}

/// The same as it is found again.
package struct StoredTrigger: Equatable, Sendable {
    package let enrollmentID: EnrollmentID
    package let operatorID: OperatorID
    package let at: Instant
    package let sealedHandOff: [UInt8]
}
