internal import Foundation
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingJSON
package import OnboardingStorage

/// What is known of a person before any image; kept sealed under the enrollment's own key as JSON:
///
///     {"email":"…","firstName":"…","lastName":"…","phoneNumber":"…","reference":"…","username":"…","version":1}
///
/// What is not known is absent. A reader takes members that it does not know and refuses a version that it does not know.
package struct Person: Codable, Equatable, Sendable {
    var version = FirstVersion()
    package let username: String
    package var email: String?
    package var firstName: String?
    package var lastName: String?
    package var phoneNumber: String?
    /// What the tenant calls the person or the case by.
    package var reference: String?

    package init(
        username: String, email: String? = nil, firstName: String? = nil, lastName: String? = nil,
        phoneNumber: String? = nil, reference: String? = nil
    ) {
        (self.username, self.email, self.firstName, self.lastName) = (username, email, firstName, lastName)
        (self.phoneNumber, self.reference) = (phoneNumber, reference)
    }

    private enum CodingKeys: String, CodingKey {
        case version, username, email, firstName, lastName, phoneNumber, reference
    }
}

extension Person {
    /// First and last name; the username where neither is known.
    package var name: String {
        let parts = [firstName, lastName].compactMap(\.self)
        return parts.isEmpty ? username : parts.joined(separator: " ")
    }

    package func sealed(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal(try sortedKeyJSON(self), associated: Self.label(enrollment))
    }

    /// Who the enrollment is of.
    package init(of stored: StoredEnrollment, under dataKey: SealingKey) throws {
        try self.init(sealed: stored.sealedPerson, of: stored.id, under: dataKey)
    }

    package init(of row: CaseRow, under dataKey: SealingKey) throws {
        try self.init(sealed: row.sealedPerson, of: row.id, under: dataKey)
    }

    private init(sealed: [UInt8]?, of enrollment: EnrollmentID, under dataKey: SealingKey) throws {
        guard let sealed else { throw StorageError.storedValueInvalid }
        let json = try dataKey.open(sealed, associated: Self.label(enrollment))
        self = try JSONDecoder().decode(Person.self, from: Data(json))
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] { [UInt8]("person:\(enrollment.text)".utf8) }
}
