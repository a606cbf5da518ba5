package import OnboardingCore

/// The templates of a registration.
package struct RegisteredTemplates: Equatable, Sendable {
    /// The registration's place in the order of beginning.
    package let number: Int
    package let enrollmentID: EnrollmentID
    package let subjectID: SubjectID
    /// In the order of making, one at least.
    package var templates: [TemplateWrite]
}
