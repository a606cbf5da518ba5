internal import Casework
internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// Registrations, enrollments and configuration, for clients with the scope for it; never for a phone's bearer.
enum AdminRoutes {
    static func all(
        _ portal: PortalUseCases, _ desk: DeskUseCases, _ configuration: CustomerConfigurationAccess
    ) -> [Route] {
        let admin = "/onboarding/admin"
        let detail = admin + "/registration/{registrationCode}"
        let registrations = portal.registrations
        return enrollments(admin, portal.enrollments) + authentications(admin, portal.authentications) + [
            // Its JSON is the use case's own: the command line prints the same bytes.
            Route(
                .get, admin + "/enrollment/{enrollmentId}/explanation", for: .client(.readPersons), effort: .long
            ) { request in
                try .json(
                    try await desk.explainEnrollment.perform(
                        request.parameters["enrollmentId"], by: try request.authenticated, at: request.now))
            },
            Route(
                .get, admin + "/enrollment/{enrollmentId}/authentication/{authenticationId}/explanation",
                for: .client(.readPersons), effort: .long
            ) { request in
                try .json(
                    try await desk.explainAuthentication.perform(
                        request.parameters["authenticationId"], of: request.parameters["enrollmentId"],
                        by: try request.authenticated, at: request.now))
            },
            Route(.post, admin + "/enrollment/{enrollmentId}/review", for: .client(.review)) { request in
                let (id, principal) = (request.parameters["enrollmentId"], try request.authenticated)
                try await desk.recordReview.perform(
                    id, request.incoming(ReviewRequest.self) { try $0.request }, by: principal, at: request.now)
                let detail = try await portal.enrollments.detail(id, by: principal, at: request.now)
                return try .json(EnrollmentDetail(detail))
            },
            Route(.post, admin + "/registration", for: .client(.readPersons), effort: .long) { request in
                let asked = try request.read(RegistrationListRequest.self)
                let page = try await registrations.page(
                    asked.pageNumber, size: asked.pageSize, by: try request.authenticated, at: request.now)
                return try .json(RegistrationListResponse(page, of: asked))
            },
            Route(.get, detail, for: .client(.readPersons), effort: .long) { request in
                let (code, principal) = (request.parameters["registrationCode"], try request.authenticated)
                let detail = try await registrations.detail(
                    registrationCode: code, by: principal, at: request.now)
                let enrollment = try await portal.enrollments.detail(
                    registrationCode: detail.registrationCode, by: principal, at: request.now)
                return try .json(RegistrationDetail(detail, enrollment))
            },
            Route(.delete, detail, for: .client(.erase)) { request in
                try await registrations.delete(
                    registrationCode: request.parameters["registrationCode"], by: try request.authenticated,
                    at: request.now)
                return Response(status: 204, body: .bytes([]), contentType: Response.jsonType)
            },
            Route(.get, admin + "/customerConfig", for: .client(.configuration), effort: .long) { request in
                try .json(try await configuration.read(by: try request.authenticated, at: request.now))
            },
            // Whatever is kept can be posted back (`ConfigurationChange`).
            Route(
                .post, admin + "/customerConfig", for: .client(.configuration), bodyLimit: .configurationBody,
                effort: .long
            ) {
                request in
                let posted = try readJSON(JSONValue.self, from: request.body)
                return try .json(
                    try await configuration.change(posted, by: try request.authenticated, at: request.now))
            },
        ]
    }

    private static func authentications(_ admin: String, _ authentications: Authentications) -> [Route] {
        let one = admin + "/enrollment/{enrollmentId}/authentication/{authenticationId}"
        return [
            Route(.post, admin + "/authentications/search", for: .client(.readEnrollments), effort: .long) { request in
                // A misspelt member would find everybody.
                let wanted = try request.read(
                    AuthenticationSearchRequest.self, refusingUnknownMembersAs: .searchInvalid)
                let page = try await authentications.search(
                    wanted.search, by: try request.authenticated, at: request.now)
                return try .json(AuthenticationSearchResponse(page))
            },
            Route(.get, one, for: .client(.readEnrollments), effort: .long) { request in
                let detail = try await authentications.detail(
                    request.parameters["authenticationId"], of: request.parameters["enrollmentId"],
                    by: try request.authenticated, at: request.now)
                return try .json(AuthenticationDetail(detail))
            },
            Route(.get, one + "/receipt", for: .client(.readEnrollments)) { request in
                let receipt = try await authentications.receipt(
                    request.parameters["authenticationId"], of: request.parameters["enrollmentId"],
                    by: try request.authenticated, at: request.now)
                return try .json(ReceiptResponse(receipt: receipt))
            },
        ]
    }

    private static func enrollments(_ admin: String, _ enrollments: Enrollments) -> [Route] {
        let one = admin + "/enrollment/{enrollmentId}"
        return [
            Route(.post, admin + "/enrollments/search", for: .client(.readEnrollments), effort: .long) { request in
                // A misspelt member would find everybody.
                let wanted = try request.read(
                    EnrollmentSearchRequest.self, refusingUnknownMembersAs: .searchInvalid)
                let page = try await enrollments.search(
                    wanted.search, by: try request.authenticated, at: request.now)
                return try .json(EnrollmentSearchResponse(page))
            },
            Route(.get, one, for: .client(.readEnrollments), effort: .long) { request in
                let detail = try await enrollments.detail(
                    request.parameters["enrollmentId"], by: try request.authenticated, at: request.now)
                return try .json(EnrollmentDetail(detail))
            },
            Route(.delete, one, for: .client(.erase)) { request in
                let erased = try await enrollments.erase(
                    request.parameters["enrollmentId"], by: try request.authenticated, at: request.now)
                return try .json(ErasureResponse(erased))
            },
            Route(.get, one + "/erasureCertificate", for: .client(.erase)) { request in
                let erased = try await enrollments.certificate(
                    request.parameters["enrollmentId"], by: try request.authenticated)
                return try .json(ErasureResponse(erased))
            },
            Route(.get, one + "/receipt", for: .client(.readEnrollments)) { request in
                let identity = try request.query["identity"] ?? "false"
                guard let namesPerson = Bool(identity) else {
                    throw Refusal(.queryInvalid, member: "identity", allowed: ["true", "false"])
                }
                let receipt = try await enrollments.receipt(
                    request.parameters["enrollmentId"], namesPerson: namesPerson, by: try request.authenticated,
                    at: request.now)
                return try .json(ReceiptResponse(receipt: receipt))
            },
        ]
    }
}
