package import OnboardingCore

extension Enroll {
    package struct Request: Sendable {
        package enum Subject: Sendable {
            case ofSession(token: String)
            /// Somebody who is registered, for another device, and what the tenant calls this re-enrollment by.
            case registered(code: String, reference: String? = nil)
            /// Username and e-mail must be there.
            case named(
                username: String?, email: String?, firstName: String?, lastName: String?, phoneNumber: String?,
                reference: String?)
        }

        let person: Subject
        let consent: Consent?

        package init(person: Subject, consent: Consent?) {
            self.person = person
            self.consent = consent
        }
    }
}
