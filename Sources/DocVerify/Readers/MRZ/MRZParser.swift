extension MachineReadableZone {
    /// The greatest length of a text that is read, in UTF-8 bytes.
    package static let maximumTextLength = 10_000

    /// Reads an MRZ from text: lines with any line ends, or one run of 88, 72 or 90 characters as chips hold it (DG1).
    ///
    /// - Parameter today: the reference day of the century rule.
    package init(text: String, today: CalendarDate) throws(MRZError) {
        guard text.utf8.count <= Self.maximumTextLength else { throw .tooLong }
        var lines = text.split(whereSeparator: \.isNewline)
            .map { String($0.filter { !$0.isWhitespace }) }
            .filter { !$0.isEmpty }
        if lines.count == 1, let run = lines.first, let length = [88: 44, 72: 36, 90: 30][run.utf8.count] {
            let bytes = Array(run.utf8)
            lines = stride(from: 0, to: bytes.count, by: length).map {
                String(decoding: bytes[$0..<min($0 + length, bytes.count)], as: UTF8.self)
            }
        }
        try self.init(lines: lines, today: today)
    }

    /// Reads an MRZ from its lines, each of exactly the length of its format: a line is never padded or cut.
    ///
    /// - Parameter today: the reference day of the century rule.
    package init(lines: [String], today: CalendarDate) throws(MRZError) {
        guard lines.count <= 3 else { throw .unknownLayout }
        guard lines.allSatisfy({ $0.utf8.count <= Self.maximumTextLength }) else { throw .tooLong }
        let characters = lines.map { Array($0.utf8) }
        guard characters.joined().allSatisfy({ CheckDigit.value(of: $0) != nil }) else { throw .foreignCharacter }
        guard let format = MRZFormat(of: characters) else { throw .unknownLayout }
        var parser = MRZParser(layout: .layout(of: format), lines: characters, today: today)
        self = parser.mrz()
    }
}

extension MRZFormat {
    /// The format that lines of these lengths and first letters have.
    init?(of lines: [[UInt8]]) {
        guard let first = lines.first?.first, let length = lines.first?.count, lines.allSatisfy({ $0.count == length })
        else { return nil }
        let isVisa = first == UInt8(ascii: "V")
        switch (lines.count, length) {
        case (3, 30): self = .td1
        case (2, 44): self = isVisa ? .mrvA : .td3
        case (2, 36) where isVisa: self = .mrvB
        case (2, 36): self = Self.isFrenchCard1988(lines) ? .frenchCard1988 : .td2
        case (1, 30) where first == UInt8(ascii: "D"): self = .drivingLicence
        default: return nil
        }
    }

    /// `IDFRA` in two lines whose second has given names in 14–27 and a birth date in 28–33, where a TD2 has neither.
    private static func isFrenchCard1988(_ lines: [[UInt8]]) -> Bool {
        let names = lines[1][13..<27]
        let birth = lines[1][27..<33]
        return lines[0].starts(with: Array("IDFRA".utf8))
            && names.allSatisfy(MRZCharacterClass.letters.allows)
            && birth.allSatisfy(MRZCharacterClass.digitsOrFillers.allows)
    }
}

/// Reads one MRZ from front to end. Its lines have the lengths of the layout and the alphabet of MRZs.
private struct MRZParser {
    let layout: MRZLayout
    let lines: [[UInt8]]
    let today: CalendarDate

    var fields: [MachineReadableZone.Field] = []
    var findings: Set<MRZFinding> = []

    private static let filler = UInt8(ascii: "<")

    mutating func mrz() -> MachineReadableZone {
        let code = bare(.documentCode)
        let state = bare(.issuingState)
        checkCode(code)
        checkIssuingState()
        let number = readNumber()
        let name = readName()
        let nationality = readNationality()
        let issueDate = readIssueDate()
        let expiry = readExpiry(issueDate: issueDate, birthYear: columns(.birthDate), state: state)
        let birth = readBirth(expiry: expiry, issueDate: issueDate)
        let optional = optionalData(continuedBy: number.continuation)
        let composite = compositeDigit()
        if composite?.isCorrect == false { findings.insert(.compositeCheckDigitWrong) }
        if looksLikeSpecimen(number: number.value, name: name) { findings.insert(.specimen) }

        let optionalParts = [optional.first, optional.second]
        addField(.documentCode, value: code)
        addField(.issuingState, value: state)
        addField(.name, value: [name.primary, name.secondary].filter { !$0.isEmpty }.joined(separator: " "))
        addField(.givenNames, value: name.secondary)
        addField(.documentNumber, value: number.value, digit: number.digit)
        addField(.nationality, value: nationality)
        addField(.birthDate, value: birth.text, digit: digit(.birthDateCheckDigit, over: .birthDate))
        addField(.sex, value: bare(.sex))
        addField(.expiryDate, value: expiry.text, digit: digit(.expiryDateCheckDigit, over: .expiryDate))
        addField(.optionalData, value: optional.first, digit: optionalDigit())
        addField(.secondOptionalData, value: optional.second)
        addField(.issuingOffice, value: bare(.issuingOffice))
        checkDigitsAndCharacters()

        return MachineReadableZone(
            format: layout.format,
            lines: lines.map { String(decoding: $0, as: UTF8.self) },
            fields: inReadingOrder(fields),
            compositeCheckDigit: composite,
            documentCode: code,
            issuingState: state,
            documentNumber: number.value,
            numberForm: number.form,
            primaryIdentifier: name.primary,
            secondaryIdentifier: name.secondary,
            nationality: nationality,
            birthDate: birth,
            sex: MachineReadableZone.Sex(rawValue: bare(.sex)) ?? .unspecified,
            expiryDate: expiry,
            issueDate: issueDate,
            optionalData: optionalParts.filter { !$0.isEmpty }.joined(separator: " "),
            findings: MRZFinding.allCases.filter(findings.contains))
    }

    private func columns(_ element: MRZElement) -> ArraySlice<UInt8> {
        layout.span(of: element).map(columns) ?? []
    }

    private func columns(_ span: MRZSpan) -> ArraySlice<UInt8> {
        lines[span.line - 1][(span.columns.lowerBound - 1)..<span.columns.upperBound]
    }

    private func bare(_ element: MRZElement) -> String { Self.bare(columns(element)) }

    /// Without fillers at both ends.
    private static func bare(_ columns: ArraySlice<UInt8>) -> String {
        let start = columns.firstIndex { $0 != filler } ?? columns.endIndex
        let end = columns.lastIndex { $0 != filler }.map { $0 + 1 } ?? start
        return String(decoding: columns[start..<end], as: UTF8.self)
    }

    private func isEmpty(_ columns: ArraySlice<UInt8>) -> Bool { columns.allSatisfy { $0 == Self.filler } }

    private mutating func addField(_ element: MRZElement, value: String, digit: CheckDigitResult? = nil) {
        guard let span = layout.span(of: element) else { return }
        let classes = layout.columnClasses[span.line - 1][(span.columns.lowerBound - 1)..<span.columns.upperBound]
        let isAllowed = zip(columns(span), classes).allSatisfy { $1.allows($0) }
        fields.append(
            MachineReadableZone.Field(
                element: element, raw: String(decoding: columns(span), as: UTF8.self), value: value,
                checkDigit: digit, hasAllowedCharacters: isAllowed))
    }

    private func inReadingOrder(_ fields: [MachineReadableZone.Field]) -> [MachineReadableZone.Field] {
        layout.elements.compactMap { part in fields.first { $0.element == part.element } }
    }

    private func digit(_ digitElement: MRZElement, over covered: MRZElement) -> CheckDigitResult? {
        guard let printed = columns(digitElement).first else { return nil }
        return result(printed: printed, over: columns(covered))
    }

    private func result(printed: UInt8, over covered: some Sequence<UInt8>) -> CheckDigitResult? {
        guard let computed = CheckDigit.computed(over: covered) else { return nil }
        // A filler counts 0 in sums but is no digit; the two places where it may stand are handled apart.
        let isDigit = MRZCharacterClass.digits.allows(printed)
        return CheckDigitResult(
            printed: String(decoding: [printed], as: UTF8.self), computed: computed,
            isCorrect: isDigit && CheckDigit.value(of: printed) == computed)
    }

    private func optionalDigit() -> CheckDigitResult? {
        guard let printed = columns(.optionalDataCheckDigit).first else { return nil }
        let covered = columns(.optionalData)
        if printed == Self.filler, isEmpty(covered) {
            return CheckDigitResult(printed: "<", computed: 0, isCorrect: true)
        }
        return result(printed: printed, over: covered)
    }

    private func compositeDigit() -> CheckDigitResult? {
        guard let printed = columns(.compositeCheckDigit).first else { return nil }
        return result(printed: printed, over: layout.compositeSpans.flatMap { columns($0) })
    }

    private mutating func checkDigitsAndCharacters() {
        for field in fields where field.checkDigit?.isCorrect == false {
            switch field.element {
            case .documentNumber: findings.insert(.documentNumberCheckDigitWrong)
            case .birthDate: findings.insert(.birthDateCheckDigitWrong)
            case .expiryDate: findings.insert(.expiryDateCheckDigitWrong)
            default: findings.insert(.optionalDataCheckDigitWrong)
            }
        }
        let classes = layout.columnClasses
        for (line, lineClasses) in zip(lines, classes) {
            let isAllowed = zip(line, lineClasses).allSatisfy { $1.allows($0) }
            if !isAllowed { findings.insert(.characterNotAllowed) }
        }
    }

    private struct Number {
        var value: String
        var form = MachineReadableZone.NumberForm.ownColumns
        var digit: CheckDigitResult?
        /// How many columns of the optional data belong to the number and its digit.
        var continuation = 0
    }

    private mutating func readNumber() -> Number {
        let own = columns(.documentNumber)
        guard let printed = columns(.documentNumberCheckDigit).first else { return Number(value: "") }
        if isEmpty(own) { findings.insert(.documentNumberMissing) }
        if let long = continuedNumber(own: own, printed: printed) { return long }
        return Number(value: Self.bare(own), digit: result(printed: printed, over: own))
    }

    /// The number that continues in the optional data, where a filler in place of its check digit says so.
    private mutating func continuedNumber(own: ArraySlice<UInt8>, printed: UInt8) -> Number? {
        guard printed == Self.filler, own.last != Self.filler else { return nil }
        switch layout.format {
        case .td1, .td2, .td3: break
        case .mrvA, .mrvB, .frenchCard1988, .drivingLicence: return nil
        }
        let optional = columns(.optionalData)
        let run = optional.prefix { $0 != Self.filler }
        guard run.count >= 2, let digit = run.last else { return nil }
        let rest = run.dropLast()
        let standard = result(printed: digit, over: Array(own) + rest)
        let countingFiller = result(printed: digit, over: Array(own) + [Self.filler] + rest)
        let isPassport = layout.format == .td3
        // The standard has no such rule for passports, so there the check digits have to prove it.
        if isPassport, !(standard?.isCorrect == true && optionalDigit()?.isCorrect == true) { return nil }
        if isPassport { findings.insert(.longNumberInPassport) }

        var number = Number(
            value: String(decoding: Array(own) + rest, as: UTF8.self), form: .continued, digit: standard,
            continuation: run.count)
        if standard?.isCorrect != true, countingFiller?.isCorrect == true {
            number.form = .continuedCountingFiller
            number.digit = countingFiller
            findings.insert(.longNumberCountsFiller)
        }
        return number
    }

    private func optionalData(continuedBy continuation: Int) -> (first: String, second: String) {
        (Self.bare(columns(.optionalData).dropFirst(continuation)), bare(.secondOptionalData))
    }

    private mutating func readName() -> (primary: String, secondary: String) {
        guard layout.span(of: .name) != nil else { return ("", "") }
        let name = columns(.name)
        if layout.format == .frenchCard1988 {
            let surname = components(name).joined(separator: " ")
            let given = components(columns(.givenNames)).joined(separator: " ")
            if surname.isEmpty { findings.insert(given.isEmpty ? .nameMissing : .nameHasNoPrimaryIdentifier) }
            if name.last != Self.filler || columns(.givenNames).last != Self.filler {
                findings.insert(.namePossiblyTruncated)
            }
            return (surname, given)
        }
        if name.last != Self.filler { findings.insert(.namePossiblyTruncated) }
        let used = Array(name[..<(name.lastIndex { $0 != Self.filler }.map { $0 + 1 } ?? name.startIndex)])
        // Somebody without a surname has fillers in its place, as many as the issuer likes.
        if hasRun(of: 3, in: Array(used.drop { $0 == Self.filler })) { findings.insert(.nameInterrupted) }
        let separator = zip(used, used.dropFirst()).enumerated().first {
            $0.element.0 == Self.filler && $0.element.1 == Self.filler
        }?.offset
        let primary = components(used[..<(separator ?? used.count)]).joined(separator: " ")
        let secondary = separator.map { components(used[$0...]).joined(separator: " ") } ?? ""
        if primary.isEmpty { findings.insert(secondary.isEmpty ? .nameMissing : .nameHasNoPrimaryIdentifier) }
        if secondary.isEmpty { findings.insert(.nameHasNoSecondaryIdentifier) }
        return (primary, secondary)
    }

    private func components(_ columns: ArraySlice<UInt8>) -> [String] {
        columns.split(separator: Self.filler).map { String(decoding: $0, as: UTF8.self) }
    }

    private func hasRun(of length: Int, in columns: [UInt8]) -> Bool {
        var run = 0
        for character in columns {
            run = character == Self.filler ? run + 1 : 0
            if run >= length { return true }
        }
        return false
    }

    private mutating func checkCode(_ code: String) {
        let known = DocumentKind(code: code, format: layout.format).isOfStandard
        if !known { findings.insert(.documentCodeUnusual) }
    }

    private mutating func checkIssuingState() {
        let raw = String(decoding: columns(.issuingState), as: UTF8.self)
        guard let state = IssuingState(code: raw) else {
            let hasGap = raw.hasPrefix("<") || !raw.allSatisfy { $0.isLetter || $0 == "<" }
            findings.insert(hasGap ? .issuingStateMalformed : .issuingStateUnknown)
            return
        }
        if state.code == "DEU" { findings.insert(.germanyWithThreeLetters) }
        switch state.standing {
        case .current: break
        case .deprecated: findings.insert(.issuingStateDeprecated)
        case .specimen: findings.insert(.specimen)
        case .notRecognised: findings.insert(.issuingStateNotRecognised)
        case .person: findings.insert(.issuingStateUnknown)
        }
    }

    private mutating func readNationality() -> String {
        switch layout.format {
        case .frenchCard1988: return "FRA"
        case .drivingLicence: return ""
        case .td1, .td2, .td3, .mrvA, .mrvB: break
        }
        let raw = String(decoding: columns(.nationality), as: UTF8.self)
        guard raw.contains(where: { $0 != "<" }) else {
            findings.insert(.nationalityMissing)
            return ""
        }
        if let state = IssuingState(code: raw) {
            if state.code == "DEU" { findings.insert(.germanyWithThreeLetters) }
            switch state.standing {
            case .current, .person: break
            case .deprecated: findings.insert(.nationalityDeprecated)
            case .specimen: findings.insert(.specimen)
            case .notRecognised: findings.insert(.nationalityUnknown)
            }
        } else {
            findings.insert(.nationalityUnknown)
        }
        return bare(.nationality)
    }

    private func readIssueDate() -> PartialDate? {
        guard layout.format == .frenchCard1988 else { return nil }
        let month = columns(.documentNumber).prefix(4) + Array("<<".utf8)
        guard case .date(let date) = TwoDigitDate.reading(of: month[...]) else { return nil }
        return date.latest(notAfter: today)
    }

    private mutating func readExpiry(
        issueDate: PartialDate?, birthYear: ArraySlice<UInt8>, state: String
    ) -> MRZDate {
        guard layout.span(of: .expiryDate) != nil else { return derivedExpiry(issueDate: issueDate) }
        switch TwoDigitDate.reading(of: columns(.expiryDate)) {
        case .notStated:
            findings.insert(.expiryUnlimited)
            return .notStated
        case .impossible:
            findings.insert(.expiryDateImpossible)
            return .impossible
        case .date(let ending):
            guard ending.month != nil, ending.day != nil, let date = ending.nearest(to: today) else {
                findings.insert(.expiryDateImpossible)
                return .impossible
            }
            if state == "ESP", ending.year == 99, isOver70(birthYear) {
                findings.insert(.expiryUnlimited)
                return .notStated
            }
            if date.year > today.year + 20 { findings.insert(.expiryFarAhead) }
            return .date(date)
        }
    }

    /// Spain prints 1 January 9999, in the MRZ `990101`, for holders of 70 and more.
    private func isOver70(_ birth: ArraySlice<UInt8>) -> Bool {
        guard case .date(let ending) = TwoDigitDate.reading(of: birth),
            let born = ending.latest(notAfter: today)?.earliest
        else { return false }
        return born.wholeYears(until: today) >= 70
    }

    /// Ten years from issue; fifteen for cards issued since 2004, which France extended for adults.
    private mutating func derivedExpiry(issueDate: PartialDate?) -> MRZDate {
        guard layout.format == .frenchCard1988 else { return .notStated }
        guard let issueDate else {
            findings.insert(.expiryDateImpossible)
            return .impossible
        }
        findings.insert(.expiryDerived)
        let years = issueDate.year >= 2004 ? 15 : 10
        return .date(PartialDate(year: issueDate.year + years, month: issueDate.month, day: nil))
    }

    private mutating func readBirth(expiry: MRZDate, issueDate: PartialDate?) -> MRZDate {
        guard layout.span(of: .birthDate) != nil else { return .notStated }
        switch TwoDigitDate.reading(of: columns(.birthDate)) {
        case .notStated:
            findings.insert(.birthDateIncomplete)
            return .notStated
        case .impossible:
            findings.insert(.birthDateImpossible)
            return .impossible
        case .date(let ending):
            // Nobody is born after the document was issued or had expired.
            let limits = [today, issueDate?.latest, expiry.date?.latest].compactMap { $0 }
            guard let date = ending.latest(notAfter: limits.min() ?? today) else {
                findings.insert(.birthDateImpossible)
                return .impossible
            }
            if ending.day == nil { findings.insert(.birthDateIncomplete) }
            if ending.usesZerosForUnknown { findings.insert(.birthDateUsesZeros) }
            if centuryIsAmbiguous(birth: date, expiry: expiry) { findings.insert(.birthCenturyAmbiguous) }
            return .date(date)
        }
    }

    /// Whether an infant's date stands on a document that no infant gets: one that is valid for five more years.
    private func centuryIsAmbiguous(birth: PartialDate, expiry: MRZDate) -> Bool {
        guard let born = birth.latest, born.wholeYears(until: today) < 2 else { return false }
        guard let expires = expiry.date?.latest else { return true }
        return today.wholeYears(until: expires) >= 5
    }

    private func looksLikeSpecimen(number: String, name: (primary: String, secondary: String)) -> Bool {
        let words = (name.primary + " " + name.secondary).split(separator: " ").map(String.init)
        let sampleWords: Set = ["SPECIMEN", "VZOR", "VZOREC", "MUSTERFRAU"]
        let isSampleName =
            words.contains(where: sampleWords.contains) || name == ("MUSTERMANN", "ERIKA")
            || name == ("MUSTERMANN", "MAX")
        let isZero = number.count >= 6 && number.allSatisfy { $0 == "0" }
        return isSampleName || isZero
    }
}
