internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage

/// What is known of a person before any image; kept sealed under the enrollment's own key as JSON:
///
///     {"email":"…","firstName":"…","lastName":"…","phoneNumber":"…","reference":"…","username":"…","version":1}
///
/// What is not known is absent. A reader takes members that it does not know and refuses a version that it does not know.
struct Person: Codable, Equatable, Sendable {
    var version = FirstVersion()
    let username: String
    var email: String?
    var firstName: String?
    var lastName: String?
    var phoneNumber: String?
    /// What the tenant calls the person or the case by.
    var reference: String?

    private enum CodingKeys: String, CodingKey {
        case version, username, email, firstName, lastName, phoneNumber, reference
    }
}

extension Person {
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
        try self.init(sealed: stored.sealedPerson, of: stored.id, under: dataKey)
    }

    init(of row: CaseRow, under dataKey: SealingKey) throws {
        try self.init(sealed: row.sealedPerson, of: row.id, under: dataKey)
    }

    private init(sealed: [UInt8]?, of enrollment: EnrollmentID, under dataKey: SealingKey) throws {
        guard let sealed else { throw StorageError.storedValueInvalid }
        let json = try dataKey.open(sealed, associated: Self.label(enrollment))
        self = try JSONDecoder().decode(Person.self, from: Data(json))
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] { [UInt8]("person:\(enrollment.text)".utf8) }
}
