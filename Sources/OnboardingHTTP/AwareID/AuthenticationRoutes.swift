internal import Casework
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore

/// The steps of somebody who comes back: an authentication on both prefixes, a re-enrollment on the one that it has.
enum AuthenticationRoutes {
    private static let audience = Audience.clientOrPhone(.enroll)

    static func all(_ portal: PortalUseCases, _ person: PersonUseCases) -> [Route] {
        let authentication = ["/onboarding/authentication", "/b2c/onboarding/authentication"].flatMap { prefix in
            let steps = AuthenticationSteps(prefix, for: audience, person)
            return [steps.authenticate, steps.verifyDevice] + steps.ofAuthentication
        }
        let reEnrollment = AuthenticationSteps("/onboarding/reEnrollment", for: audience, person)
        return authentication + reEnrollment.ofReEnrollment + [
            reEnrollment.completeReEnroll,
            Route(.post, "/onboarding/b2c/triggerAuthenticate", for: .client(.enroll)) { request in
                let session = try await portal.triggerAuthenticate.perform(
                    try request.read(TriggerAuthenticateRequest.self).request(mayNotify: true),
                    bodyDigest: request.bodyDigest, key: try request.idempotencyKey, by: try request.authenticated,
                    at: request.now)
                return try .json(TriggerResponse(session))
            },
        ]
    }
}
