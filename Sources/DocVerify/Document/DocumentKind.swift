/// What kind of document it is, in the words and numbers of the document reader's list of types.
package struct DocumentKind: Equatable, Sendable {
    /// In English: `Passport`, `Identity card`.
    package let name: String
    /// The number in the document reader's enumeration of document types; 0 = not defined.
    package let typeNumber: Int
    /// Whether the source's standard has a document of this code.
    package let isOfStandard: Bool
}
