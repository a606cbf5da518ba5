/// What a tenant and a client ask of a document.
///
/// Stored as
///
///     {"acceptsSpecimens":false,"fieldRules":[…],"maximumAge":99,"minimumAge":18,"refusesExpired":true,
///      "requiresAuthenticity":false}
///
/// without the ages that are not asked for; `fieldRules` as `FieldRule` says.
package struct DocumentRules: Equatable, Codable, Sendable {
    /// An expired document is refused.
    package var refusesExpired: Bool
    /// A document whose authenticity was not checked is refused.
    package var requiresAuthenticity: Bool
    /// Sample documents may be verified: test tenants only.
    package var acceptsSpecimens: Bool
    /// In whole years on the day of the check; a document without a birth date satisfies no age rule.
    package var minimumAge: Int?
    package var maximumAge: Int?
    /// Each that is for documents of this kind must hold.
    package var fieldRules: [FieldRule]

    package init(
        refusesExpired: Bool = true, requiresAuthenticity: Bool = false, acceptsSpecimens: Bool = false,
        minimumAge: Int? = nil, maximumAge: Int? = nil, fieldRules: [FieldRule] = []
    ) {
        self.refusesExpired = refusesExpired
        self.requiresAuthenticity = requiresAuthenticity
        self.acceptsSpecimens = acceptsSpecimens
        self.minimumAge = minimumAge
        self.maximumAge = maximumAge
        self.fieldRules = fieldRules
    }

    private enum CodingKeys: String, CodingKey {
        case refusesExpired, requiresAuthenticity, acceptsSpecimens, minimumAge, maximumAge, fieldRules
    }

    /// Every rule, in the order in which a decision lists its reasons.
    var all: [any DocumentRule] {
        [
            CheckDigitRule(),
            ContentsRule(),
            AgreementRule(),
            ExpiryRule(refusesExpired: refusesExpired),
            SpecimenRule(acceptsSpecimens: acceptsSpecimens),
            AuthenticityRule(isRequired: requiresAuthenticity),
            AgeRule(minimum: minimumAge, maximum: maximumAge),
            RequiredFieldsRule(fieldRules: fieldRules),
        ]
    }
}
