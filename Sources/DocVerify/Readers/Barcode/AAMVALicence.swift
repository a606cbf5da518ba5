/// What the PDF417 of a North American driving licence or identity card says (AAMVA DL/ID Card Design Standard, versions 00 to 10; higher
/// ones are read like 10 and reported). Values are as printed, nothing is guessed: what cannot be told is nil and a finding says why.
package struct AAMVALicence: Equatable, Sendable {
    package enum Card: String, Codable, Sendable {
        case drivingLicence = "DL"
        case identityCard = "ID"
        /// An enhanced driving licence, which is good for crossing borders too.
        case enhancedLicence = "EN"
    }

    /// A value, and whether it stands there plainly: without repair and without a guess at what is what.
    struct Value<Content: Equatable & Sendable>: Equatable, Sendable {
        let content: Content
        let isPlain: Bool
    }

    /// Six digits.
    package let issuer: String
    package let version: Int?
    /// Nil where the directory of subfiles does not say.
    package let card: Card?
    /// As they are printed, without blanks around them.
    package let elements: [AAMVAElement: String]

    private(set) var surname: Value<String>?
    /// First and middle names.
    private(set) var givenNames: Value<String>?
    private(set) var suffix: String?
    let documentNumber: String?
    private(set) var birthDate: Value<PartialDate>?
    private(set) var issueDate: Value<PartialDate>?
    private(set) var expiryDate: Value<PartialDate>?
    /// `M` or `F`; nil where it is not specified.
    private(set) var sex: String?
    /// A code of ICAO 9303-3.
    private(set) var country: Value<String>?

    /// Each at most once, in the order of `AAMVAFinding.allCases`.
    package var findings: [AAMVAFinding] { AAMVAFinding.allCases.filter(found.contains) }
    private var found: Set<AAMVAFinding>

    /// Nil for bytes that are no licence of this standard, or longer than any of them. Takes time in proportion to the bytes.
    package init?(_ bytes: [UInt8]) {
        guard let frame = AAMVAFrame(bytes) else { return nil }
        issuer = frame.issuer
        version = frame.version
        card = frame.card.flatMap(Card.init)
        elements = frame.elements
        found = frame.findings
        documentNumber = Self.stated(.documentNumber, in: frame.elements)
        if documentNumber == nil { found.insert(.documentNumberMissing) }
        readCountry()
        readNames()
        readSex()
        readDates()
    }

    package var street: String? { stated(.street) ?? stated(.residenceStreet) }
    package var city: String? { stated(.city) }
    /// Of the address: `VA`, `ON`.
    package var jurisdiction: String? { stated(.jurisdiction) }
    package var postalCode: String? { stated(.postalCode) }
    package var vehicleClass: String? { stated(.vehicleClass) ?? stated(.olderClass) }
    package var placeOfBirth: String? { stated(.placeOfBirth) }

    // MARK: Elements

    /// What issuers write where they have no value.
    private static let wordsForNothing: Set<String> = ["NONE", "UNAVL", "UNAVAIL", "N/A"]

    private func stated(_ element: AAMVAElement) -> String? { Self.stated(element, in: elements) }

    /// Nil where the element is not there, empty, or says that there is no value.
    private static func stated(_ element: AAMVAElement, in elements: [AAMVAElement: String]) -> String? {
        guard let value = elements[element], !value.isEmpty, !wordsForNothing.contains(value.uppercased()) else {
            return nil
        }
        return value
    }

    private mutating func readCountry() {
        if let code = stated(.country).flatMap({ AAMVAJurisdiction.country(stated: $0.uppercased()) }) {
            country = Value(content: code, isPlain: true)
        } else if let code = AAMVAJurisdiction.country(issuer: issuer, jurisdiction: jurisdiction) {
            country = Value(content: code, isPlain: false)
            found.insert(.countryDerived)
        } else {
            found.insert(.countryUnknown)
        }
    }

    // MARK: Names

    private mutating func readNames() {
        let separate = stated(.surname) ?? stated(.olderSurname)
        let first = stated(.firstName)
        let given = [first ?? stated(.givenNames), first == nil ? nil : stated(.middleNames)].compactMap(\.self)
        suffix = stated(.suffix) ?? stated(.olderSuffix)
        surname = separate.map { Value(content: $0, isPlain: true) }
        if !given.isEmpty { givenNames = Value(content: given.joined(separator: " "), isPlain: true) }
        if surname == nil, let all = stated(.allNames) { split(all) }
        if surname == nil { found.insert(.surnameMissing) }
        let cut: [AAMVAElement] = [.surnameTruncation, .firstNameTruncation, .middleNamesTruncation]
        if cut.contains(where: { elements[$0] == "T" }) { found.insert(.nameTruncated) }
    }

    /// `LAST,FIRST,MIDDLE,SUFFIX`; Pennsylvania writes `FIRST MIDDLE LAST`.
    private mutating func split(_ all: String) {
        let parts = all.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
            .map { String($0).trimmingBlanks }
        if parts.count > 1 {
            surname = parts[0].isEmpty ? nil : Value(content: parts[0], isPlain: true)
            let given = parts[1...].prefix(2).filter { !$0.isEmpty }
            if !given.isEmpty, givenNames == nil {
                givenNames = Value(content: given.joined(separator: " "), isPlain: true)
            }
            if parts.count > 3, !parts[3].isEmpty, suffix == nil { suffix = parts[3] }
            return
        }
        let words = all.split(separator: " ").map(String.init)
        guard let last = words.last, words.count > 1 else {
            surname = Value(content: all, isPlain: true)
            return
        }
        guard issuer == AAMVAJurisdiction.surnameLastIssuer else {
            found.insert(.nameNotSplit)
            return
        }
        found.insert(.nameOrderAssumed)
        surname = Value(content: last, isPlain: false)
        givenNames = Value(content: words.dropLast().joined(separator: " "), isPlain: false)
    }

    private mutating func readSex() {
        guard let code = stated(.sex) else { return }
        switch code.uppercased() {
        case "1", "M": sex = "M"
        case "2", "F": sex = "F"
        // 9 is "not specified".
        case "9", "X", "0", "3": break
        default: found.insert(.sexUnknown)
        }
    }

    // MARK: Dates

    private mutating func readDates() {
        let order: AAMVADate.Order? =
            if version.map({ $0 <= 1 }) ?? false { .yearFirst } else {
                switch country?.content {
                case "USA"?: .monthFirst
                case "CAN"?: .yearFirst
                default: nil
                }
            }
        birthDate = date(.birthDate, order, impossible: .birthDateImpossible, ambiguous: .birthDateAmbiguous)
        issueDate = date(.issueDate, order, impossible: .issueDateImpossible, ambiguous: .issueDateAmbiguous)
        expiryDate = date(.expiryDate, order, impossible: .expiryDateImpossible, ambiguous: .expiryDateAmbiguous)
        if stated(.birthDate) == nil { found.insert(.birthDateMissing) }
        if stated(.expiryDate) == nil { found.insert(.expiryDateMissing) }
        let (birth, issue, expiry) = (
            birthDate?.content.earliest, issueDate?.content.earliest, expiryDate?.content.earliest
        )
        func isBefore(_ one: CalendarDate?, _ other: CalendarDate?) -> Bool {
            if let one, let other { one < other } else { false }
        }
        if isBefore(issue, birth) || isBefore(expiry, issue) { found.insert(.issueDateContradictory) }
        if isBefore(expiry, birth) { found.insert(.expiryDateContradictory) }
    }

    private mutating func date(
        _ element: AAMVAElement, _ order: AAMVADate.Order?, impossible: AAMVAFinding, ambiguous: AAMVAFinding
    ) -> Value<PartialDate>? {
        guard let text = stated(element) else { return nil }
        switch AAMVADate(text, expected: order) {
        case .date(let date, let isPlain, let read):
            if !isPlain { found.insert(.dateIncomplete) }
            if let order, read != order { found.insert(.dateOrderUnexpected) }
            // Eight digits are a day in one order alone, so that the other order is no guess.
            return Value(content: date, isPlain: isPlain)
        case .impossible: found.insert(impossible)
        case .ambiguous: found.insert(ambiguous)
        }
        return nil
    }
}

extension String {
    /// Without blanks around it.
    fileprivate var trimmingBlanks: String {
        var text = drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
