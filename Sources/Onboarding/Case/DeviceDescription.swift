internal import Foundation
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingJSON
package import OnboardingStorage

/// What is kept of a device; sealed under the enrollment's own key as JSON:
///
///     {"deviceID":"…","publicKey":"…","pushID":"…","version":1}
///
/// What was not given is absent. A reader takes members that it does not know and refuses a version that it does not know.
package struct DeviceDescription: Codable, Equatable, Sendable {
    var version = FirstVersion()
    package let deviceID: String
    package let pushID: String?
    /// SPKI DER, base64 as it was sent.
    package let publicKey: String?

    private enum CodingKeys: String, CodingKey {
        case version, deviceID, pushID, publicKey
    }
}

extension DeviceDescription {
    func sealed(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal(try sortedKeyJSON(self), associated: Self.label(enrollment))
    }

    package init(_ write: DeviceWrite, of enrollment: EnrollmentID, under dataKey: SealingKey) throws {
        let json = try dataKey.open(write.sealed, associated: Self.label(enrollment))
        self = try JSONDecoder().decode(DeviceDescription.self, from: Data(json))
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] { [UInt8]("device:\(enrollment.text)".utf8) }
}
