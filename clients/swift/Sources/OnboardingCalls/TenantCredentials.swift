/// What a tenant's own server is given to work with the onboarding server. Never to be put into an app.
public struct TenantCredentials: Sendable, CustomStringConvertible, CustomReflectable {
    /// Base URL with scheme, without a slash at the end: `https://kyc.example.org`.
    public let publicURL: String
    /// For example `acme-consumers`.
    public let realm: String
    public let clientID: String
    public let clientSecret: String
    public let apiKey: String

    public init(publicURL: String, realm: String, clientID: String, clientSecret: String, apiKey: String) {
        self.publicURL = publicURL
        self.realm = realm
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.apiKey = apiKey
    }

    /// Without the secret, so that credentials in a log line give nothing away.
    public var description: String { "TenantCredentials(\(publicURL), \(realm), \(clientID))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["publicURL": publicURL, "realm": realm, "clientID": clientID])
    }
}
