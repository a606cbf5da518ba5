internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore

/// The steps of an enrollment, on both prefixes and in both spellings that clients in the field use.
enum EnrollmentRoutes {
    private static let audience = Audience.clientOrPhone(.enroll)

    static func all(_ person: PersonUseCases) -> [Route] {
        ["/onboarding/enrollment", "/b2c/onboarding/enrollment"].flatMap { prefix in
            let steps = EnrollmentSteps(prefix, for: audience, person)
            return [
                steps.enroll, steps.addDevice, steps.challengeFace, steps.addFace, steps.addDocument(),
                // The guide's own misspelling, which real clients send.
                steps.addDocument("addDcoumentOCR"), steps.consent, steps.withdrawConsent, steps.requestReview,
                steps.cancel,
            ]
        } + [
            Route(.get, "/b2c/sdk/getSessionId", for: audience) { request in
                let id = try person.beginCapture.perform(by: try request.authenticated, at: request.now)
                return try .json(CaptureSessionResponse(sessionID: id.text))
            }
        ]
    }
}
