package import HTTPTypes
package import NIOCore
package import Onboarding
package import OnboardingAPI
package import OnboardingCore
package import Tenancy

/// One request on its way to its handler: what the responder has established before the handler runs.
package struct Request: Sendable {
    /// As it was sent, without the query.
    package let path: String
    /// Percent-decoded path segments by the names of the route's template.
    package let parameters: [String: String]
    package let headers: HTTPFields
    /// Behind the question mark, as it was sent.
    package let queryText: Substring
    /// The raw body, within the route's limit.
    package let body: ByteBuffer
    /// SHA-256 of it.
    package let bodyDigest: [UInt8]
    /// The block of the address that the request came from (`IPAddress.block`), behind trusted proxies of the one that they
    /// state. Whoever is counted by where it comes from is counted by this.
    package let senderBlock: String
    /// Read once, here.
    package let now: Instant
    /// The thumbprint of the key that the sender has proved; nil where it proved none.
    package var keyThumbprint: [UInt8]?
    /// What a proof of the sender's next request has to name.
    package var proofNonce: @Sendable () -> String? = { nil }
    /// Who asks; nil on routes for anyone.
    package let principal: Principal?
    /// Whose name or realm the path lies below; nil where it lies below none.
    package var pathTenant: Tenant?
    /// Filled as the body is read.
    let ignored = IgnoredMembers()
    /// Filled by the routes that are throttled.
    package let quotas = NotedQuotas()

    /// The parameters of the query.
    /// - Throws: `queryInvalid` for what is no query, or names a parameter twice.
    package var query: FormFields {
        get throws(Refusal) {
            guard let fields = FormFields([UInt8](queryText.utf8), atMost: Limit.formFields.value) else {
                throw Refusal(.queryInvalid)
            }
            return fields
        }
    }

    /// What the client calls this request by; nil where it does not.
    package var idempotencyKey: IdempotencyKey? {
        get throws(Refusal) {
            guard let field = headers[.idempotencyKey] else { return nil }
            return try IdempotencyKey(field: field)
        }
    }

    /// The principal of a route that has one. A route's audience and its handler are written side by side, so that a
    /// handler that asks for a principal on an open route is found by its first test.
    package var authenticated: Principal {
        get throws(Refusal) {
            guard let principal else { throw Refusal(.tokenMissing) }
            return principal
        }
    }
}
