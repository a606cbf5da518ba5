internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// What somebody who asks a person for an enrollment, or back, has filled in, and what is wrong with it.
struct PortalForm: Sendable {
    enum Problem: String, Sendable {
        case usernameMissing, usernameInvalid, tooLong, emailMissing, emailNeeded, emailInvalid, phoneInvalid,
            registered, lockedOut,
            mailUnavailable, sentBefore,
            mailLimit, unknown, unavailable, mailUnknown
    }

    private(set) var purpose = PortalPurpose.enroll
    private(set) var username = ""
    private(set) var email = ""
    private(set) var phoneNumber = ""
    /// What the tenant calls by what is begun, an enrollment or a login.
    private(set) var reference = ""
    private(set) var notifiesByEmail = false
    /// By field.
    private(set) var problems: [String: Problem] = [:]
    /// From when on what was refused goes again: messages to the address, or tries of the person; nil where it is now.
    private(set) var againAt: Instant?

    init() {}

    init(_ fields: FormFields) {
        func text(_ name: String) -> String {
            let text = fields[name] ?? ""
            return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        }
        purpose = PortalPurpose(rawValue: fields["purpose"] ?? "") ?? .enroll
        username = text("username")
        email = text("email")
        phoneNumber = text("phoneNumber")
        reference = text("reference")
        notifiesByEmail = fields["notifyByEmail"] != nil
    }

    mutating func check() {
        if username.isEmpty { problems["username"] = .usernameMissing }
        if !username.isEmpty, !NameForm.isAllowed(username) { problems["username"] = .usernameInvalid }
        if username.utf8.count > Limit.username.value { problems["username"] = .tooLong }
        if reference.unicodeScalars.count > Limit.reference.value { problems["reference"] = .tooLong }
        // Nothing else is asked of who is known: messages go to the address that they registered with.
        guard purpose == .enroll else { return }
        // Who is not named cannot be known here, so that both are told at once.
        if username.isEmpty, email.isEmpty { problems["email"] = .emailNeeded }
        if email.utf8.count > Limit.username.value { problems["email"] = .tooLong }
        if !email.isEmpty, email.wholeMatch(of: /[^@\s]+@[^@\s]+/) == nil { problems["email"] = .emailInvalid }
        if notifiesByEmail, email.isEmpty { problems["email"] = .emailMissing }
        if !phoneNumber.isEmpty, !Self.isPhoneNumber(phoneNumber) { problems["phoneNumber"] = .phoneInvalid }
        if phoneNumber.utf8.count > Limit.text.value { problems["phoneNumber"] = .tooLong }
    }

    /// As people write one; which numbers there are is the networks' affair.
    private static func isPhoneNumber(_ text: String) -> Bool {
        let digits = text.unicodeScalars.count { ("0"..."9").contains($0) }
        return (3...20).contains(digits)
            && text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || " +()-/.".unicodeScalars.contains($0) }
    }

    mutating func take(_ failure: TriggerEnroll.Failure) {
        switch failure {
        case .usernameMissing: problems["username"] = .usernameMissing
        case .emailMissing: problems["email"] = .emailMissing
        case .usernameRegistered: problems["username"] = .registered
        case .lockedOut(let end):
            problems["username"] = .lockedOut
            againAt = end
        }
    }

    /// - Returns: false where it says nothing of this form.
    mutating func take(_ refusal: Refusal, at now: Instant) -> Bool {
        switch refusal.reason {
        // The way back from the page of an enrollment leads to the form that was sent, which can be changed there.
        case .idempotencyKeyReused: problems["username"] = .sentBefore
        case .mailLimitReached:
            problems["email"] = .mailLimit
            againAt = now.adding(seconds: Int64(refusal.retryAfterInSeconds ?? 0))
        case .mailNotConfigured: problems["email"] = .mailUnavailable
        // Of somebody registered it is the address of the registration, which has none.
        case .emailInvalid: problems["email"] = email.isEmpty || purpose != .enroll ? .mailUnknown : .emailInvalid
        case .notRegistered: problems["username"] = .unknown
        case .authenticationUnavailable: problems["username"] = .unavailable
        case .registrationLocked:
            problems["username"] = .lockedOut
            againAt = now.adding(seconds: Int64(refusal.retryAfterInSeconds ?? 0))
        default: return false
        }
        return true
    }

    var request: TriggerEnroll.Request {
        TriggerEnroll.Request(
            username: username, email: email.isEmpty ? nil : email, firstName: nil, lastName: nil,
            phoneNumber: phoneNumber.isEmpty ? nil : phoneNumber, reference: reference.isEmpty ? nil : reference,
            notifiesByEmail: notifiesByEmail, takesRegistered: true)
    }

    /// Of somebody who is known; nil for who is new.
    var returnRequest: TriggerAuthenticate.Request? {
        purpose.ofReturn.map {
            TriggerAuthenticate.Request(
                username: username, purpose: $0, notifiesByEmail: notifiesByEmail,
                reference: reference.isEmpty ? nil : reference)
        }
    }

    /// Of what is asked for, so that a form that was changed is another request.
    var digest: [UInt8] {
        let fields = [purpose.rawValue, username, email, phoneNumber, reference, "\(notifiesByEmail)"]
        return Digest.sha256([UInt8](fields.joined(separator: "\n").utf8))
    }
}
