internal import Casework
internal import OnboardingAPI
internal import OnboardingCore

/// What the SuperID guide offers: attributes of a face. For a tenant's own client with a scope of its own, which no credential has
/// but by name.
package struct SuperIDRoutes: Sendable {
    let portal: PortalUseCases
    let throttle = PackageThrottle()

    var all: [Route] {
        [
            Route(
                .post, "/face/attributes", for: .client(.attributes), bodyLimit: .faceBody, effort: .pooled
            ) { request in
                let result = try await throttle.around(request) { principal in
                    try await portal.estimateFaceAttributes.perform(
                        request.incoming(FaceAttributesRequest.self) { $0.request }, by: principal, at: request.now)
                }
                return try .json(FaceAttributesResponse(result))
            }
        ]
    }
}
