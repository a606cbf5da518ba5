internal import Mail
internal import OnboardingCore
internal import OnboardingCrypto
package import Tenancy

/// Hands a session over to a phone: the callback URL, the QR code that says it, and the message that brings it to the person.
package struct HandOver: Sendable {
    let tenants: TenantDirectory
    let signatures: WorkerPool
    let publicURL: PublicURL
    /// Nil where no mail can be sent.
    let mail: MailSetup?

    package init(tenants: TenantDirectory, signatures: WorkerPool, publicURL: PublicURL, mail: MailSetup?) {
        (self.tenants, self.signatures, self.publicURL, self.mail) = (tenants, signatures, publicURL, mail)
    }

    /// Whom a message goes to, once it is known that one can be sent.
    struct Recipient: Sendable {
        let address: String
        let senderDomain: String
    }

    /// - Parameter address: nil where none is known.
    /// - Returns: nil where there is no address to send to.
    /// - Throws: `mailNotConfigured`, `emailInvalid`.
    func recipient(_ address: String?) throws(Refusal) -> Recipient? {
        guard let mail else { throw Refusal(.mailNotConfigured) }
        guard let address else { return nil }
        guard MailAddress(address) != nil else { throw Refusal(.emailInvalid, member: "email") }
        return Recipient(address: address, senderDomain: mail.server.sender.domain)
    }

    /// A new session.
    /// - Parameters:
    ///   - purpose: what the person comes back for; nil for an enrollment.
    ///   - deadline: until when a phone may open it.
    func make(
        for tenant: Tenant, to recipient: Recipient?, returningFor purpose: AuthenticationPurpose? = nil,
        until deadline: Instant
    ) async throws -> (handOff: HandOff, mail: OutgoingMail?) {
        let sessionToken = try UUIDText.random()
        let url = try publicURL.value
        let keys = try tenants.keys(of: tenant)
        let callbackURL = try await signatures.run(.signature) {
            try QRHandOff.callbackURL(publicURL: url, sessionToken: sessionToken, keys: keys)
        }
        let mail = try recipient.map { recipient in
            try Invitation(
                of: tenant, to: recipient.address, callbackURL: callbackURL, until: deadline, returningFor: purpose
            ).outgoing(from: recipient.senderDomain)
        }
        let handOff = HandOff(
            callbackURL: callbackURL, sessionToken: sessionToken, mailIsQueued: mail == nil ? nil : true)
        return (handOff, mail)
    }

    func session(_ handOff: HandOff) async throws -> TriggeredSession {
        let png = try await signatures.run(.signature) { try QRSymbol(text: handOff.callbackURL).image.png() }
        return TriggeredSession(
            token: handOff.sessionToken, callbackURL: handOff.callbackURL, png: png,
            mailIsQueued: handOff.mailIsQueued ?? false)
    }
}

/// A session that waits for a phone.
package struct TriggeredSession: Sendable {
    package let token: String
    package let callbackURL: String
    /// PNG of the QR code that says the callback URL.
    package let png: [UInt8]
    /// Whether the person is sent the callback URL as well. The message is as durable as the case.
    package let mailIsQueued: Bool
}
