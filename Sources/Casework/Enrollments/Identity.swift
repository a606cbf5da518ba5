internal import DocVerify
internal import Onboarding

/// Who somebody is, in one form whatever it was read from (decision 0134): each fact with its source.
package struct Identity: Encodable, Equatable, Sendable {
    package enum Source: String, Encodable, Sendable {
        case mrz, printed, barcode, chip
        /// By the tenant, when it began the enrollment.
        case stated
    }

    package struct Fact: Encodable, Equatable, Sendable {
        package let value: String
        package let source: Source
    }

    /// Given names and surname.
    package let name: Fact?
    package let surname: Fact?
    package let givenNames: Fact?
    /// `1974-08-12`; shorter where the document leaves parts open.
    package let birthDate: Fact?
    package let documentNumber: Fact?
    /// `passport`, `passportCard`, `identityCard`, `residencePermit`, `visa`, `drivingLicence`, `crewMemberCertificate` or
    /// `travelDocument`.
    package let documentType: Fact?
    /// Three letters of ICAO 9303-3, or as printed.
    package let issuingState: Fact?
    /// As `birthDate`.
    package let validUntil: Fact?
}

extension Identity {
    /// - Parameter document: that was accepted; nil where none was, or it was kept for its time.
    init(of person: Person, document: ReadDocument?) {
        let surname = document?.fact(.surname) ?? Self.stated(person.lastName)
        let givenNames = document?.fact(.givenNames) ?? Self.stated(person.firstName)
        let parts = [givenNames, surname].compactMap(\.self)
        self.surname = surname
        self.givenNames = givenNames
        // A name of which one part is only said is only said.
        name = parts.first.map { first in
            Fact(
                value: parts.map(\.value).joined(separator: " "),
                source: parts.contains { $0.source == .stated } ? .stated : first.source)
        }
        birthDate = document?.fact(.dateOfBirth)
        documentNumber = document?.fact(.documentNumber)
        let kind = document?.fact(.documentClassCode)?.source ?? (document?.hasMRZ == true ? .mrz : .printed)
        documentType = document.flatMap { Self.types[$0.kindNumber] }.map { Fact(value: $0, source: kind) }
        issuingState = document.flatMap { document in
            document.fact(.issuingStateCode).map { Fact(value: document.stateCode, source: $0.source) }
        }
        validUntil = document?.fact(.dateOfExpiry)
    }

    /// By the document reader's number of the kind (`DocumentKind`).
    private static let types: [Int: String] = [
        11: "passport", 172: "passportCard", 12: "identityCard", 215: "residencePermit", 29: "visa", 30: "visa",
        49: "drivingLicence", 188: "crewMemberCertificate", 17: "travelDocument",
    ]

    private static func stated(_ text: String?) -> Fact? {
        text.flatMap { $0.isEmpty ? nil : Fact(value: $0, source: .stated) }
    }
}

extension ReadDocument {
    /// What the MRZ states, which its check digits vouch for, or a barcode, whose error correction does, or what is printed; nil where
    /// nothing is, or it cannot be right.
    fileprivate func fact(_ type: DocumentFieldType) -> Identity.Fact? {
        guard let field = fields.first(where: { $0.type == type }) else { return nil }
        if !field.mrz.isEmpty, field.mrzStatus != .invalid { return Identity.Fact(value: field.mrz, source: .mrz) }
        if let barcode = field.barcode, field.barcodeStatus != .invalid {
            return Identity.Fact(value: barcode, source: .barcode)
        }
        if !field.visual.isEmpty, field.visualStatus != .invalid {
            return Identity.Fact(value: field.visual, source: .printed)
        }
        return nil
    }
}
