internal import Foundation
internal import HTTPTypes
internal import OnboardingCore
internal import Tenancy

extension Audience {
    /// A client of the tenant that shows its id and its secret with every request (RFC 7617), and beside it, where the tenant's
    /// administrator asks, the administrator's token: the secret of a client that has that scope.
    ///
    /// Nothing stands against trying secrets but their length: who knows a client's id must not keep it out (decision 0054).
    static func usersClient(_ signIn: SignIn) -> Audience {
        Audience { principal throws(Refusal) in
            try principal.require(.users)
        } principal: { headers, authentication, now in
            guard let (clientID, secret) = headers.basicCredentials else { throw Refusal(.tokenMissing) }
            guard let tenant = try await authentication.tenants.tenant(clientID: clientID) else {
                throw Refusal(.tokenInvalid)
            }
            let credential: Credential
            do {
                credential = try await signIn.perform(
                    .secret(secret, clientID: clientID), tenant: tenant, audiences: [], at: now)
            } catch is SignIn.Failure {
                throw Refusal(.tokenInvalid)
            }
            var scopes = credential.scopes.intersection([.users])
            if let token = headers[.adminToken] {
                guard tenant.hasAdministrator(showing: token, at: now) else {
                    throw Refusal(.tokenInvalid)
                }
                scopes.insert(.administerUsers)
            }
            return Principal(tenant: tenant, role: .client(id: clientID, scopes: scopes))
        }
    }
}

extension HTTPFields {
    /// Id and secret of a Basic header; nil where there is none, or it is none.
    fileprivate var basicCredentials: (id: String, secret: String)? {
        guard let encoded = credentials(of: "Basic"), encoded.utf8.count <= Limit.basicCredentials.value,
            let text = Data(base64Encoded: encoded).flatMap({ String(data: $0, encoding: .utf8) }),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}

extension HTTPField.Name {
    static let adminToken = named("X-Admin-Token")
    static let userToken = named("X-User-Token")
}
