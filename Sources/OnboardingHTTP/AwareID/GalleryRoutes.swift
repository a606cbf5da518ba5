internal import Casework
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

/// Galleries: groups of registrations, among which a face is looked for.
enum GalleryRoutes {
    static func all(_ portal: PortalUseCases) -> [Route] {
        let (root, galleries) = ("/onboarding/gallery", portal.galleries)
        func change(
            _ name: String, _ perform: @escaping @Sendable (Request, Principal) async throws -> Void
        ) -> Route {
            Route(.post, "\(root)/\(name)", for: .client(.administerUsers)) { request in
                try await perform(request, try request.authenticated)
                return try .json(GalleryChangeResponse())
            }
        }
        return [
            Route(
                .post, root + "/registerUser", for: .client(.administerUsers), bodyLimit: .documentBody, effort: .pooled
            ) { request in
                let asked = try await portal.users.bodies.run(.body) {
                    try request.incoming(GalleryUserRequest.self) { $0 }.decode()
                }
                let user = Galleries.RegisteredUser(
                    username: asked.username, email: asked.email, firstName: asked.firstName, lastName: asked.lastName,
                    phoneNumber: asked.phoneNumber, consent: asked.consent.map(OnboardingCore.Consent.init),
                    image: asked.image.bytes)
                return try .json(
                    RegistrationCodeResponse(
                        registrationCode: try await galleries.register(
                            user, by: try request.authenticated, at: request.now)))
            },
            Route(.post, root + "/matchFace", for: .client(.users), bodyLimit: .documentBody, effort: .pooled) {
                request in
                let asked = try await portal.users.bodies.run(.body) {
                    try request.incoming(GalleryMatchRequest.self) { $0 }.decode()
                }
                let found = try await galleries.match(
                    asked.image.bytes, in: asked.galleryName, among: asked.candidateList,
                    by: try request.authenticated, at: request.now)
                return try .json(
                    GalleryMatchResponse(
                        list: found.map { .init(registrationCode: $0.registrationCode, score: $0.score) }))
            },
            change("addGallery") { request, principal in
                try await galleries.add(
                    try request.read(GalleryRequest.self).galleryName, by: principal, at: request.now)
            },
            change("deleteGallery") { request, principal in
                try await galleries.delete(
                    try request.read(GalleryRequest.self).galleryName, by: principal, at: request.now)
            },
            Route(.get, root + "/listGallery", for: .client(.users)) { request in
                let names = try await galleries.names(by: try request.authenticated)
                return try .json(GalleryListResponse(list: names.map(GalleryListResponse.Gallery.init)))
            },
            change("addRegistrationToGallery") { request, principal in
                let asked = try request.read(GalleryRegistrationRequest.self)
                try await galleries.add(
                    asked.registrationCode, to: asked.galleryName, by: principal, at: request.now)
            },
            change("deleteRegistrationFromGallery") { request, principal in
                let asked = try request.read(GalleryRegistrationRequest.self)
                try await galleries.delete(
                    asked.registrationCode, from: asked.galleryName, by: principal, at: request.now)
            },
            change("addRegistrationsToGalleries") { request, principal in
                let asked = try request.read(GalleriesRegistrationsRequest.self)
                try await galleries.add(
                    asked.registrationCodes, to: asked.galleryNames, by: principal, at: request.now)
            },
            change("deleteRegistrationsFromGalleries") { request, principal in
                let asked = try request.read(GalleriesRegistrationsRequest.self)
                try await galleries.delete(
                    asked.registrationCodes, from: asked.galleryNames, by: principal, at: request.now)
            },
            Route(.post, root + "/isRegistrationInGallery", for: .client(.users)) { request in
                let asked = try request.read(GalleryRegistrationRequest.self)
                return try .json(
                    GalleryHoldsResponse(
                        exist: try await galleries.holds(
                            asked.registrationCode, in: asked.galleryName, by: try request.authenticated)))
            },
            Route(.post, root + "/listGalleryOfRegistration", for: .client(.users)) { request in
                let asked = try request.read(GalleriesOfRegistrationRequest.self)
                return try .json(
                    GalleryNamesResponse(
                        list: try await galleries.names(of: asked.registrationCode, by: try request.authenticated)))
            },
            Route(.post, root + "/listRegistrationInGallery", for: .client(.users), effort: .long) { request in
                let asked = try request.read(GalleryPageRequest.self)
                let (number, size) = (asked.pageNumber ?? 1, asked.pageSize ?? 50)
                let found = try await galleries.codes(
                    in: asked.galleryName, pageNumber: number, pageSize: size, by: try request.authenticated,
                    at: request.now)
                return try .json(
                    GalleryPageResponse(
                        pageNumber: number, pageSize: size, totalRecords: found.total, list: found.page))
            },
        ]
    }
}
