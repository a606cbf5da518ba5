internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// What a user is told who gets a one-time password, as it waits sealed under the registration's own key; JSON with sorted keys:
///
///     {"displayName":"…","expiresAt":1800000600000,"isTest":false,"language":"en","password":"…","recipient":"…",
///      "version":1}
///
/// with `expiresAt` in milliseconds since 1970. A reader takes members that it does not know and refuses a version that it does not
/// know.
struct OneTimePasswordMail: SealedMail, Equatable {
    static let kind = "one-time-password"

    var version = FirstVersion()
    let displayName: String
    let expiresAt: Int64
    let isTest: Bool
    let language: MessageLanguage
    let password: String
    let recipient: String

    private enum CodingKeys: String, CodingKey {
        case version, displayName, expiresAt, isTest, language, password, recipient
    }
}

extension OneTimePasswordMail {
    init(of tenant: Tenant, to recipient: String, password: String, until expiresAt: Instant) {
        self.init(
            displayName: tenant.displayName, expiresAt: expiresAt.millisecondsSince1970, isTest: tenant.isTest,
            language: tenant.settings.messageLanguage, password: password, recipient: recipient)
    }
}
