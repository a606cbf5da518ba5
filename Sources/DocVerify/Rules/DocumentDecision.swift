/// What a tenant and a client ask of a document.
public struct DocumentRules: Equatable, Codable, Sendable {
    /// An expired document is refused.
    public var refusesExpired: Bool
    /// A document whose genuineness nobody has looked at is refused.
    public var requiresAuthenticity: Bool
    /// Sample documents may be verified: test tenants only.
    public var acceptsSpecimens: Bool
    /// In whole years on the day of the check; a document without a birth date satisfies no age rule.
    public var minimumAge: Int?
    public var maximumAge: Int?
    /// Each that is for documents of this kind must hold. Absent from evidence of before it was kept.
    public var fieldRules: [FieldRule]?

    public init(
        refusesExpired: Bool = true, requiresAuthenticity: Bool = false, acceptsSpecimens: Bool = false,
        minimumAge: Int? = nil, maximumAge: Int? = nil, fieldRules: [FieldRule]? = nil
    ) {
        self.refusesExpired = refusesExpired
        self.requiresAuthenticity = requiresAuthenticity
        self.acceptsSpecimens = acceptsSpecimens
        self.minimumAge = minimumAge
        self.maximumAge = maximumAge
        self.fieldRules = fieldRules
    }
}

/// Which fields of a kind of document must have been read and found valid. One that was not read, or that no document
/// has, is not valid: a rule that cannot be judged does not hold.
public struct FieldRule: Equatable, Codable, Sendable {
    /// What the document's type has in it, in any case: `Passport`, `Driver License`.
    public let documentKeyword: String
    /// `DocumentField.name` in any case, or `*`: whatever was read, and none of it is wrong.
    public let fields: [String]

    public init(documentKeyword: String, fields: [String]) {
        self.documentKeyword = documentKeyword
        self.fields = fields
    }

    /// Whether the rule is for documents of this type.
    public func concerns(_ documentTypeText: String) -> Bool {
        Self.spelledAlike(documentTypeText).contains(Self.spelledAlike(documentKeyword))
    }

    /// Whether what the rule asks for is so.
    public func holds(of read: [DocumentField]) -> Bool {
        fields.map { $0.lowercased() }.allSatisfy { name in
            name == "*"
                ? !read.contains { $0.overall == .failed }
                : read.contains { $0.overall == .ok && $0.name.lowercased() == name }
        }
    }

    /// Clients write driver, driver's and driving, license and licence.
    private static func spelledAlike(_ type: String) -> String {
        type.lowercased().replacing("driving", with: "driver").replacing("driver's", with: "driver")
            .replacing("licence", with: "license")
    }
}

/// Whether a document is verified, and if not, why.
public enum DocumentVerdict: Equatable, Codable, Sendable {
    case verified
    /// In the order of the checks; never empty.
    case notVerified([Reason])
    /// The images do not decide it: the capture is to be repeated and nothing is held against anybody.
    case retry(RetryReason)

    public enum Reason: Equatable, Codable, Sendable {
        /// A finding of the MRZ that counts as a failure.
        case finding(MRZFinding)
        /// Two images show MRZs of different documents.
        case imagesDisagree
        case expired
        /// It has to be valid still, and says nowhere until when it is.
        case expiryUnknown
        case specimen
        case authenticityNotChecked
        case tooYoung
        case tooOld
        /// An age rule, and no birth date to hold against it.
        case ageUnknown
        /// A field that a rule names was not read, or is wrong.
        case fieldNotValid
    }

    /// The verdict on what was read.
    public static func verdict(
        on reading: DocumentReading, rules: DocumentRules, today: CalendarDate
    ) -> DocumentVerdict {
        verdict(
            mrz: reading.mrz, isChecked: reading.isChecked, readability: reading.readability,
            imagesDisagree: reading.imagesDisagree, rules: rules, today: today)
    }

    /// The same from its parts.
    static func verdict(
        mrz: MachineReadableZone?, isChecked: Bool, readability: Readability, imagesDisagree: Bool,
        rules: DocumentRules, today: CalendarDate
    ) -> DocumentVerdict {
        if case .retry(let reason) = readability { return .retry(reason) }
        guard let mrz else { return .retry(.mrzNotFound) }

        var reasons = mrz.findings.filter(\.isFailure).map(Reason.finding)
        if imagesDisagree { reasons.append(.imagesDisagree) }
        if rules.refusesExpired {
            switch mrz.isExpired(on: today) {
            case true?: reasons.append(.expired)
            case false?: break
            case nil: reasons.append(.expiryUnknown)
            }
        }
        if mrz.isSpecimen, !rules.acceptsSpecimens { reasons.append(.specimen) }
        if rules.requiresAuthenticity { reasons.append(.authenticityNotChecked) }
        if rules.minimumAge != nil || rules.maximumAge != nil {
            if let age = mrz.age(on: today) {
                if let minimum = rules.minimumAge, age < minimum { reasons.append(.tooYoung) }
                if let maximum = rules.maximumAge, age > maximum { reasons.append(.tooOld) }
            } else {
                reasons.append(.ageUnknown)
            }
        }
        let fields = DocumentField.all(of: mrz, isChecked: isChecked, today: today)
        if !(rules.fieldRules ?? []).allSatisfy({ !$0.concerns(mrz.documentTypeText) || $0.holds(of: fields) }) {
            reasons.append(.fieldNotValid)
        }
        return reasons.isEmpty ? .verified : .notVerified(reasons)
    }
}

/// Whether the images could be read.
public enum Readability: Equatable, Codable, Sendable {
    case readable
    case retry(RetryReason)
}

/// Why a capture should be repeated. Raw values are stored and never renamed.
public enum RetryReason: String, Codable, CaseIterable, Sendable {
    /// Nothing on the images looks like a machine-readable zone.
    case mrzNotFound
    /// An MRZ is there, but its letters are smaller than can be told apart.
    case mrzTooSmall
    /// An MRZ is there, but out of focus.
    case mrzBlurred
    /// An MRZ is there, but covered, cut, overexposed or otherwise not read whole.
    case mrzUnreadable
    /// The MRZ was read, but some characters not surely enough to rely on.
    case mrzUncertain
}
