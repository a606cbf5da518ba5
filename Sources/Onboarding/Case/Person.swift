internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage

/// What is known of a person before any image; kept sealed under the enrollment's own key.
struct Person: Codable, Equatable, Sendable {
    let username: String
    var email: String?
    var firstName: String?
    var lastName: String?
    var phoneNumber: String?

    /// First and last name; the username where neither is known.
    var name: String {
        let parts = [firstName, lastName].compactMap(\.self)
        return parts.isEmpty ? username : parts.joined(separator: " ")
    }

    func sealed(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal(try sortedKeyJSON(self), associated: Self.label(enrollment))
    }

    /// Who the enrollment is of.
    init(of stored: StoredEnrollment, under dataKey: SealingKey) throws {
        guard let sealed = stored.sealedPerson else { throw StorageError.storedValueInvalid }
        let json = try dataKey.open(sealed, associated: Self.label(stored.id))
        self = try JSONDecoder().decode(Person.self, from: Data(json))
    }

    init(
        username: String, email: String? = nil, firstName: String? = nil, lastName: String? = nil,
        phoneNumber: String? = nil
    ) {
        self.username = username
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.phoneNumber = phoneNumber
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] { [UInt8]("person:\(enrollment.text)".utf8) }
}
