internal import OnboardingCrypto
internal import OnboardingStorage

/// What a browser sends of a credential that was made or used, and the rule for what of it counts (WebAuthn Level 2, 7.1 and 7.2).
package struct PasskeyProof: Equatable, Sendable {
    package let credentialID: [UInt8]
    package let clientData: [UInt8]
    package let authenticatorData: [UInt8]
    /// Empty of a credential that was made: the attestation is not asked for.
    package let signature: [UInt8]
    /// Whose credential it is, where the authenticator knows.
    package let userHandle: [UInt8]?

    package init(
        credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8] = [],
        userHandle: [UInt8]? = nil
    ) {
        (self.credentialID, self.clientData) = (credentialID, clientData)
        (self.authenticatorData, self.signature) = (authenticatorData, signature)
        self.userHandle = userHandle
    }

    /// The texts of a form, base64url.
    package init?(id: String?, clientData: String?, authenticatorData: String?, signature: String?, userHandle: String?)
    {
        guard let id = id.flatMap(Base64URL.decode), (1...1023).contains(id.count),
            let clientData = clientData.flatMap(Base64URL.decode),
            let authenticatorData = authenticatorData.flatMap(Base64URL.decode),
            let signature = Base64URL.decode(signature ?? ""), signature.count <= 1024,
            let userHandle = Base64URL.decode(userHandle ?? ""), userHandle.count <= 64
        else { return nil }
        self.init(
            credentialID: id, clientData: clientData, authenticatorData: authenticatorData, signature: signature,
            userHandle: userHandle.isEmpty ? nil : userHandle)
    }

    /// The credential that was made.
    func newCredential(
        challenge: String, at site: RelyingParty
    ) throws(PasskeyFailure) -> (credential: AuthenticatorData.Credential, counter: UInt32) {
        let data = try said("webauthn.create", challenge, site, needsVerified: false)
        guard let credential = data.credential, credential.id == credentialID else { throw .unreadable }
        return (credential, data.counter)
    }

    /// How often the credential has signed, which has shown itself to be `passkey`.
    /// - Parameter needsVerified: where it stands for everything that is asked for.
    func counter(
        of passkey: PasskeyRow, challenge: String, at site: RelyingParty, needsVerified: Bool
    ) throws(PasskeyFailure) -> UInt32 {
        let data = try said("webauthn.get", challenge, site, needsVerified: needsVerified)
        guard passkey.credentialID == credentialID,
            userHandle == nil || userHandle == [UInt8](passkey.operatorID.text.utf8),
            let algorithm = PasskeyPublicKey.Algorithm(rawValue: Int32(truncatingIfNeeded: passkey.algorithm))
        else { throw .unknown }
        let key = PasskeyPublicKey(algorithm: algorithm, bytes: passkey.publicKey)
        guard
            key.hasSigned(
                authenticatorData: authenticatorData, clientData: clientData, site: site.id, signature: signature,
                needsVerified: needsVerified)
        else { throw .wrongSignature }
        guard PasskeyRow.mayFollow(Int64(data.counter), passkey.counter) else { throw .counterBack }
        return data.counter
    }

    private func said(
        _ type: String, _ challenge: String, _ site: RelyingParty, needsVerified: Bool
    ) throws(PasskeyFailure) -> AuthenticatorData {
        guard let client = ClientData(clientData), let data = AuthenticatorData(authenticatorData) else {
            throw .unreadable
        }
        guard client.type == type else { throw .wrongType }
        guard isEqualInConstantTime([UInt8](client.challenge.utf8), [UInt8](challenge.utf8)) else {
            throw .wrongChallenge
        }
        guard client.origin == site.origin, client.crossOrigin != true else { throw .wrongOrigin }
        guard data.siteDigest == site.digest else { throw .wrongSite }
        guard data.isPresent else { throw .nobodyPresent }
        guard !needsVerified || data.isVerified else { throw .nobodyVerified }
        return data
    }
}
