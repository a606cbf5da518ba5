internal import HTTPTypes
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

extension Request {
    /// The form of a page of ours; of who is signed in, of a page of this session.
    /// - Throws: `originNotAllowed` where another site's page sent it, or another session's.
    func form() throws(Refusal) -> FormFields {
        try form(of: principal == nil ? nil : OperatorCookie.value(in: headers))
    }

    /// The same of a page of `session`; of any page of ours where there is none yet.
    func form(of session: String?) throws(Refusal) -> FormFields {
        try requireOwnPage()
        guard headers[.contentType]?.split(separator: ";").first == "application/x-www-form-urlencoded",
            let fields = FormFields([UInt8](body.readableBytesView), atMost: Limit.formFields.value)
        else { throw Refusal(.bodyMalformed) }
        if let session {
            guard FormToken(session: session).matches(fields["csrf"]) else { throw Refusal(.originNotAllowed) }
        }
        return fields
    }

    /// - Throws: `originNotAllowed` where a browser says that another site's page asks. Every browser of these years says.
    func requireOwnPage() throws(Refusal) {
        if let site = headers[.secFetchSite], site != "same-origin", site != "none" {
            throw Refusal(.originNotAllowed)
        }
    }
}
