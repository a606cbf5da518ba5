internal import Onboarding
internal import OnboardingCore
internal import OnboardingStorage

/// A device of a registration, as an auditor is shown it: what identifies it is the person's.
package struct KeptDevice: Encodable, Equatable, Sendable {
    let registeredAt: String
    /// Nil while it opens the registration.
    let replacedAt: String?
    /// Whether it signs with a key; nil where the record cannot be read.
    let hasPublicKey: Bool?

    var line: String {
        let key = hasPublicKey.map { $0 ? "with a key" : "without a key" } ?? "that cannot be read"
        return "device \(key), registered \(registeredAt)" + (replacedAt.map { ", replaced \($0)" } ?? "")
    }
}

extension Auditor {
    /// The devices that a registration has and had, oldest first.
    func devices(of id: EnrollmentID, tenant: TenantID) async throws -> [KeptDevice] {
        let dataKey = try? data.keys.dataKey(of: id, tenant: tenant)
        return try await data.store.devices(of: id).map { row in
            let device = dataKey.flatMap { try? DeviceDescription(row.device, of: id, under: $0) }
            return KeptDevice(
                registeredAt: row.registeredAt.iso8601WithMilliseconds,
                replacedAt: row.replacedAt?.iso8601WithMilliseconds, hasPublicKey: device.map { $0.publicKey != nil })
        }
    }
}
