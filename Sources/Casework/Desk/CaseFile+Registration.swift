internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
internal import Tenancy

extension CaseFile {
    /// What a registration has beside its own enrollment: whether it opens, the devices that open it, and who came back.
    package struct Registration: Equatable, Sendable {
        package struct KnownDevice: Equatable, Sendable {
            package let registeredAt: Instant
            /// Nil while it opens the registration.
            package let replacedAt: Instant?
            /// Nil where the auditor may not see it, or it does not open any more.
            package let described: Device?
        }

        /// Failures that keep everybody out for a while (decision 0108).
        package struct Lock: Equatable, Sendable {
            package let until: Instant
            /// How many within how long.
            package let failures: Int
            package let seconds: Int64
        }

        /// How many devices are shown, the newest.
        package static let shownDevices = 50

        /// Nil where it opens.
        package let lock: Lock?
        /// The newest first.
        package let devices: [KnownDevice]
        /// The newest first.
        package let authentications: [AuthenticationLine]
        /// Whether there are older ones that are not shown.
        package let hasMore: Bool
    }
}

extension Cases {
    func registration(
        _ kept: KeptCase, _ rights: CaseFile.Rights, of tenant: Tenant, at now: Instant
    ) async throws -> CaseFile.Registration {
        let id = kept.stored.id
        let shown = Limit.shownAuthentications.value
        let visits = try await store.authentications(of: id, limit: shown + 1)
        let lock = try lock(
            of: id, in: tenant, persona: try persona(of: kept.stored, in: tenant, under: kept.dataKey))
        let devices = try await store.devices(of: id).suffix(CaseFile.Registration.shownDevices).reversed()
        return CaseFile.Registration(
            lock: try await lockedUntil(lock, tenant: tenant, at: now).map {
                CaseFile.Registration.Lock(until: $0, failures: lock.maximum, seconds: lock.seconds)
            },
            devices: devices.map { row in
                let described = rights.persons ? try? DeviceDescription(row.device, of: id, under: kept.dataKey) : nil
                return CaseFile.Registration.KnownDevice(
                    registeredAt: row.registeredAt, replacedAt: row.replacedAt,
                    described: described.map(CaseFile.Device.init))
            }, authentications: try await lines(of: Array(visits.prefix(shown)), at: now),
            hasMore: visits.count > shown)
    }
}
