internal import Foundation
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore

extension TriggerRequest {
    /// - Parameter mayNotify: whether whoever asks may have mail sent to an address of their choice.
    func request(mayNotify: Bool) -> TriggerEnroll.Request {
        TriggerEnroll.Request(
            username: username, email: email, firstName: firstName, lastName: lastName, phoneNumber: phoneNumber,
            reference: reference,
            notifiesByEmail: mayNotify && (notifyOptions?.notifyByEmail ?? notifyByEmail ?? false),
            takesRegistered: true)
    }
}

extension TriggerResponse {
    /// Failures of the business kind (a field that is missing or empty) are answered as HTTP 200 with FAILURE, as the
    /// vendor does.
    /// - Parameter bearer: for the calls that follow, where the route hands one out.
    init(_ result: TriggerEnroll.Result, bearer: String? = nil) {
        switch result {
        case .triggered(let session):
            self.init(
                sessionCallbackURL: session.callbackURL, qrcodeImage: Data(session.png).base64EncodedString(),
                sessionToken: session.token, jwtToken: bearer, emailQueued: session.mailIsQueued ? true : nil)
        case .failed(.usernameMissing):
            self.init(failure: "User information not found: username is missing", reason: .usernameMissing)
        case .failed(.emailMissing):
            self.init(failure: "User information not found: email is missing", reason: .emailMissing)
        case .failed(.usernameRegistered):
            self.init(failure: "The username is registered", reason: .usernameRegistered)
        case .failed(.lockedOut(let end)):
            self.init(
                failure: "The username failed too often lately", reason: .rateLimited,
                retryAt: end.iso8601WithMilliseconds)
        }
    }
}

extension ValidateSessionResponse {
    init(_ result: ValidateSession.Result) {
        self.init(
            accessToken: result.bearer, expiresIn: Limit.accessTokenLife.value, isBoundToKey: result.needsProof)
    }
}
