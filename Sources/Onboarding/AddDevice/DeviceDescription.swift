internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage

/// What is kept of a device; sealed under the enrollment's own key as JSON:
///
///     {"deviceID":"…","publicKey":"…","pushID":"…","version":1}
///
/// What was not given is absent. A reader takes members that it does not know and refuses a version that it does not know.
struct DeviceDescription: Equatable, Sendable {
    let deviceID: String
    let pushID: String?
    /// SPKI DER, base64 as it was sent.
    let publicKey: String?

    init(deviceID: String, pushID: String?, publicKey: String?) {
        self.deviceID = deviceID
        self.pushID = pushID
        self.publicKey = publicKey
    }

    func sealed(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal(try sortedKeyJSON(self), associated: Self.label(enrollment))
    }

    init(_ write: DeviceWrite, of enrollment: EnrollmentID, under dataKey: SealingKey) throws {
        let json = try dataKey.open(write.sealed, associated: Self.label(enrollment))
        self = try JSONDecoder().decode(DeviceDescription.self, from: Data(json))
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] { [UInt8]("device:\(enrollment.text)".utf8) }
}

extension DeviceDescription: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, deviceID, pushID, publicKey
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.requireVersion(1, forKey: .version)
        deviceID = try container.decode(String.self, forKey: .deviceID)
        pushID = try container.decodeIfPresent(String.self, forKey: .pushID)
        publicKey = try container.decodeIfPresent(String.self, forKey: .publicKey)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try container.encode(deviceID, forKey: .deviceID)
        try container.encodeIfPresent(pushID, forKey: .pushID)
        try container.encodeIfPresent(publicKey, forKey: .publicKey)
    }
}
