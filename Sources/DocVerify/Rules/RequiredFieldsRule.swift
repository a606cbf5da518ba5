/// The fields that a client names were read and are valid.
struct RequiredFieldsRule: DocumentRule {
    let fieldRules: [FieldRule]

    func reasons(against document: AgreedDocument) -> [DocumentRules.Decision.Reason] {
        fieldRules.allSatisfy { !$0.applies(to: document) || $0.holds(for: document) } ? [] : [.fieldNotValid]
    }
}

/// Which fields of a kind of document must have been read and found valid. A field that was not read, or that no document
/// has, is not valid: a rule that cannot be checked does not hold.
///
/// Stored as `{"documentKeyword":"Passport","fields":["Surname","*"]}`.
package struct FieldRule: Equatable, Codable, Sendable {
    /// A part of the document's type, in any case: `Passport`, `Driver License`.
    package let documentKeyword: String
    /// `DocumentFieldType.name` in any case, or `*`: whatever was read, and none of it is wrong.
    package let fields: [String]

    package init(documentKeyword: String, fields: [String]) {
        self.documentKeyword = documentKeyword
        self.fields = fields
    }

    private enum CodingKeys: String, CodingKey {
        case documentKeyword, fields
    }

    /// Whether the rule is for documents of this type.
    package func applies(to document: AgreedDocument) -> Bool { applies(toType: document.typeText) }

    func applies(toType typeText: String) -> Bool {
        Self.unified(typeText).contains(Self.unified(documentKeyword))
    }

    package func holds(for document: AgreedDocument) -> Bool {
        fields.map { $0.lowercased() }.allSatisfy { name in
            name == "*"
                ? !document.fields.contains { $0.check == .failed }
                : document.fields.contains { $0.check == .ok && $0.type.name.lowercased() == name }
        }
    }

    /// One spelling for driver, driver's and driving, license and licence.
    private static func unified(_ type: String) -> String {
        type.lowercased().replacing("driving", with: "driver").replacing("driver's", with: "driver")
            .replacing("licence", with: "license")
    }
}
