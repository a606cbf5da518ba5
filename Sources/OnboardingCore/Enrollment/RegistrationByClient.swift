/// Registers somebody by images that a tenant's own client hands in: no phone was there, no document, and nobody has judged
/// whether the face is a living one's. The client vouches for the person and for their consent (decision 0111).
package struct RegistrationByClient: Sendable {
    package let consent: Consent?
    package let faces: Int
    /// Another registration with the face, where the tenant is told of it.
    package let duplicate: EnrollmentID?

    package init(consent: Consent?, faces: Int, duplicate: EnrollmentID? = nil) {
        self.consent = consent
        self.faces = faces
        self.duplicate = duplicate
    }

    /// Nothing is asked of such a person but a face.
    package static let policy = Policy(requiredChecks: [.addFace], lifetimeInSeconds: 1)

    /// All that happens to such an enrollment, in its order.
    package func events(registrationCode: String, at now: Instant) -> [Event] {
        let deadline = now.adding(seconds: Self.policy.lifetimeInSeconds)
        let start: [Event] = [
            .triggered(until: deadline), .codeReserved(registrationCode: registrationCode),
            .started(Self.policy, deadline: deadline),
        ]
        return start + (consent.map { [.consentGiven($0)] } ?? [])
            + [.facesTaken(count: faces)] + (duplicate.map { [.duplicateFound(of: $0)] } ?? [])
            + [.completed(registrationCode: registrationCode)]
    }
}
