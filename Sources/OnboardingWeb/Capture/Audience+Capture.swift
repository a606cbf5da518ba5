internal import HTTPTypes
internal import Onboarding
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

extension Audience {
    /// The device that has the right to go on with an enrollment, as the phone of that enrollment, from a page of ours.
    static func capture(_ rights: CaptureRights) -> Audience {
        Audience { headers, authentication, now in
            try OwnPage.checkChange(headers)
            return try await rights.principal(
                holding: CaptureCookie(in: headers).secret, key: authentication.proof?.thumbprint, at: now)
        }
    }

    /// The same, for what changes nothing. Nobody in particular where the person has withdrawn.
    static func captureReader(_ rights: CaptureRights) -> Audience {
        Audience { headers, authentication, now in
            try OwnPage.check(headers)
            let cookie = CaptureCookie(in: headers)
            if cookie.tenantOfWithdrawn != nil { return nil }
            return try await rights.principal(
                holding: cookie.secret, key: authentication.proof?.thumbprint, at: now)
        }
    }

    /// Whoever asks from the capture page.
    static let capturePage = Audience { headers, _, _ in
        try OwnPage.checkChange(headers)
        return nil
    }
}

/// What tells the requests of our capture page from those that a page of another site has a browser send.
enum OwnPage {
    private static let page = "capture"

    /// - Throws: `originNotAllowed` where a browser says that another site's page asks. Every browser of these years says.
    static func check(_ headers: HTTPFields) throws(Refusal) {
        if let site = headers[.secFetchSite], site != "same-origin" { throw Refusal(.originNotAllowed) }
    }

    /// Also asks for what no page of another site can send without being allowed to (Fetch standard, CORS preflight): a header
    /// that is not one of a few, and a body that is JSON.
    static func checkChange(_ headers: HTTPFields) throws(Refusal) {
        try check(headers)
        let type = headers[.contentType]?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        guard headers[.onboardingPage] == page, type == "application/json" else {
            throw Refusal(.originNotAllowed)
        }
    }
}

extension HTTPField.Name {
    fileprivate static let onboardingPage = named("Onboarding-Page")
}
