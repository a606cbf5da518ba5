internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// What a person is told who is asked to enroll or to come back, as it waits sealed under the enrollment's own key; JSON with sorted keys:
///
///     {"callbackURL":"…","displayName":"…","expiresAt":1800000600000,"isTest":false,"language":"en","recipient":"…",
///      "purpose":"authenticate","version":1}
///
/// with `purpose` (a word of `AuthenticationPurpose`) absent for an enrollment, and `expiresAt` in milliseconds since 1970. All that the message says is fixed here but the words of the language, so that a
/// message that is sent again says the same. A reader takes members that it does not know and refuses a version that it does not
/// know.
struct Invitation: SealedMail, Equatable {
    static let kind = "invitation"

    var version = FirstVersion()
    let callbackURL: String
    let displayName: String
    let expiresAt: Int64
    let isTest: Bool
    let language: MessageLanguage
    let recipient: String
    /// What a registered person is asked back for; nil for an enrollment.
    var purpose: AuthenticationPurpose?

    private enum CodingKeys: String, CodingKey {
        case version, callbackURL, displayName, expiresAt, isTest, language, recipient, purpose
    }
}

extension Invitation {
    init(
        of tenant: Tenant, to recipient: String, callbackURL: String, until expiresAt: Instant,
        returningFor purpose: AuthenticationPurpose? = nil
    ) {
        self.init(
            callbackURL: callbackURL, displayName: tenant.displayName, expiresAt: expiresAt.millisecondsSince1970,
            isTest: tenant.isTest, language: tenant.settings.messageLanguage, recipient: recipient, purpose: purpose)
    }
}
