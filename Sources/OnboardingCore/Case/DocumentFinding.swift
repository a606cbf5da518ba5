/// Why a document was refused, as far as everybody may be told who may know that it was: a code, and the field that it is of. What
/// the document states is not here. Stored, and told, as `{"code":"EXPIRED","field":"dateOfExpiry"}`, without `field` where it is
/// of the whole document.
package struct DocumentFinding: Codable, Hashable, Sendable {
    /// Raw values are stored and never renamed.
    package enum Code: String, Codable, CaseIterable, Sendable {
        /// A check digit does not fit what it covers.
        case checkDigitWrong = "CHECK_DIGIT_WRONG"
        /// A value that cannot be, or that is missing and must not be.
        case contentsInvalid = "CONTENTS_INVALID"
        case imagesDisagree = "IMAGES_DISAGREE"
        case sourcesDisagree = "SOURCES_DISAGREE"
        case expired = "EXPIRED"
        case expiryUnknown = "EXPIRY_UNKNOWN"
        case specimen = "SPECIMEN"
        case authenticityNotChecked = "AUTHENTICITY_NOT_CHECKED"
        case tooYoung = "TOO_YOUNG"
        case tooOld = "TOO_OLD"
        case ageUnknown = "AGE_UNKNOWN"
        /// A field that the tenant's or the client's rule names was not read, or is wrong.
        case fieldNotValid = "FIELD_NOT_VALID"
    }

    package let code: Code
    /// A word of `DocumentFieldType`.
    package let field: String?

    package init(_ code: Code, field: String? = nil) {
        self.code = code
        self.field = field
    }

    private enum CodingKeys: String, CodingKey {
        case code, field
    }
}
