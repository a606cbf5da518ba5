internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON

/// What a session is handed over to a phone by; the image is made of it anew. Stored for an idempotency key (`StepResult`), and
/// for the page of the operator who asked for it:
///
///     {"callbackURL":"…","mailIsQueued":true,"sessionToken":"…","version":1}
///
/// `mailIsQueued` is absent where no message was asked for.
struct HandOff: StepResult {
    var version = FirstVersion()
    let callbackURL: String
    let sessionToken: String
    var mailIsQueued: Bool?

    private enum CodingKeys: String, CodingKey {
        case version, callbackURL, sessionToken, mailIsQueued
    }
}

extension HandOff {
    func sealed(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal(try sortedKeyJSON(self), associated: Self.label(enrollment))
    }

    init(sealed: [UInt8], of enrollment: EnrollmentID, under dataKey: SealingKey) throws {
        let json = try dataKey.open(sealed, associated: Self.label(enrollment))
        self = try JSONDecoder().decode(Self.self, from: Data(json))
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] { [UInt8]("hand-off:\(enrollment.text)".utf8) }
}
