internal import Foundation
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingJSON

/// What a session is handed over to a phone by; the image is made of it anew. Stored for an idempotency key (`StepResult`), and
/// for the page of the operator who asked for it:
///
///     {"callbackURL":"…","mailIsQueued":true,"sessionToken":"…","version":1}
///
/// `mailIsQueued` is absent where no message was asked for.
package struct HandOff: StepResult {
    var version = FirstVersion()
    package let callbackURL: String
    let sessionToken: String
    package var mailIsQueued: Bool?

    private enum CodingKeys: String, CodingKey {
        case version, callbackURL, sessionToken, mailIsQueued
    }
}

extension HandOff {
    func sealed(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal(try sortedKeyJSON(self), associated: Self.label(enrollment))
    }

    package init(sealed: [UInt8], of enrollment: EnrollmentID, under dataKey: SealingKey) throws {
        let json = try dataKey.open(sealed, associated: Self.label(enrollment))
        self = try JSONDecoder().decode(Self.self, from: Data(json))
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] { [UInt8]("hand-off:\(enrollment.text)".utf8) }
}
