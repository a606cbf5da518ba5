/// Something about a source that a decision or an auditor should know.
///
/// Stored as `{"code":"birth.checkDigitWrong","meaning":"checkDigitWrong","source":"mrz"}`.
package struct SourceFinding: Equatable, Codable, Sendable {
    /// What a finding means for the decision, whatever the source. Raw values are stored and never renamed.
    package enum Meaning: String, Codable, Sendable {
        /// A check digit does not fit what it covers.
        case checkDigitWrong
        /// A value that cannot be, or that is missing and must not be.
        case contentsInvalid
        /// Two images show different contents of this source.
        case imagesDisagree
        /// The document is a sample.
        case specimen
        /// The source says that the document is valid without limit.
        case unlimitedValidity
        /// Worth knowing; decides nothing.
        case remark
    }

    package let source: SourceKind
    /// The source's own code of the finding; stored, never renamed.
    package let code: String
    package let meaning: Meaning

    private enum CodingKeys: String, CodingKey {
        case source, code, meaning
    }
}
