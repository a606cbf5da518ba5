package import OnboardingCore

extension Registrations {
    package struct Page: Sendable {
        package struct Entry: Sendable {
            package let registrationCode: String
            package let username: String
            package let name: String
            package let email: String?
            package let begun: Instant
            package let origin: EnrollmentOrigin
        }

        /// Of all pages.
        package let total: Int
        package let entries: [Entry]
    }

    package struct Detail: Sendable {
        package struct Device: Sendable {
            package let id: String
            /// Whether it gave a public key.
            package let hasPublicKey: Bool
        }

        package struct Activity: Sendable {
            package enum Event: Equatable, Sendable {
                case enrollment(OnboardingCore.Event)
                case authentication(AuthenticationEvent, AuthenticationPurpose)
            }

            package let event: Event
            package let at: Instant
            /// Of a face 0 … 100, of a document −log10 of the false match rate; nil where nothing was computed.
            package internal(set) var score: Double?
        }

        package let registrationCode: String
        package let username: String
        package let name: String
        package let email: String?
        package let phoneNumber: String?
        package let begun: Instant
        /// Those that open it, oldest first.
        package let devices: [Device]
        /// Until when it opens to nobody, because authentications failed too often; nil where it does.
        package let lockedUntil: Instant?
        /// Oldest first.
        package let activities: [Activity]
    }
}
