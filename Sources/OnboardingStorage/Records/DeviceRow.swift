package import OnboardingCore

/// A device that a registration has, or had.
package struct DeviceRow: Equatable, Sendable {
    package let device: DeviceWrite
    package let registeredAt: Instant
    /// Nil while it opens the registration.
    package let replacedAt: Instant?

    package init(device: DeviceWrite, registeredAt: Instant, replacedAt: Instant?) {
        self.device = device
        self.registeredAt = registeredAt
        self.replacedAt = replacedAt
    }
}
