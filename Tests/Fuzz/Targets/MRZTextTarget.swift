@testable import DocVerify
import Foundation

extension FuzzTarget {
    /// The text of a machine-readable zone, and everything that an answer makes of it.
    static let mrzText = FuzzTarget(
        name: "mrz-text",
        dictionary: words(
            "P<", "V<", "ID", "I<", "D1", "IDFRA", "UTO", "D<<", "DEU", "FRA", "<<", "<<<<<<<<", "<", "0229", "991231",
            "000000", "990101", "51<<<<", "5103<<", "SPECIMEN", "\n", "\r\n", " ", "0", "9", "A", "Z", "É"),
        costliestInputs: [
            costly { String(repeating: "<\n", count: 5_000) }, costly { String(repeating: "<", count: 10_000) },
            costly { String(repeating: "e\u{301}", count: 3_333) },
        ],
        check: { input throws(Finding) in
            guard let mrz = mrz(from: input) else { return false }
            try checkParts(of: mrz)
            try checkAnswer(from: mrz)
            try checkRepairedDigits(of: mrz)
            return true
        },
        planted: { input throws(Finding) in
            // A long number followed to the filler behind it, also where the optional data have none left.
            guard let mrz = mrz(from: input), mrz.numberForm != .ownColumns,
                let optional = mrz.field(.optionalData)
            else { return }
            try promise(optional.raw.contains("<"), "reads behind the optional data")
        })
}

/// The day that all MRZs are read on.
let dayOfReading = day(year: 2026, month: 3, day: 2)

private func day(year: Int, month: Int, day: Int) -> CalendarDate {
    guard let date = CalendarDate(year: year, month: month, day: day) else { preconditionFailure("no such day") }
    return date
}

private func costly(_ text: @escaping @Sendable () -> String) -> CostliestInput {
    CostliestInput(input: { Array(text().utf8) }) { _ = mrz(from: $0) }
}

private func mrz(from input: [UInt8]) -> MachineReadableZone? {
    guard let text = String(validating: input, as: UTF8.self) else { return nil }
    return try? MachineReadableZone(text: text, today: dayOfReading)
}

private func checkParts(of mrz: MachineReadableZone) throws(Finding) {
    let format = mrz.format
    try promise(mrz.lines.count == format.lineCount, "a mrz of \(mrz.lines.count) lines")
    try promise(mrz.lines.allSatisfy { $0.utf8.count == format.lineLength }, "a line of another length")
    let again = try? MachineReadableZone(lines: mrz.lines, today: dayOfReading)
    try promise(again == mrz, "the lines of an MRZ give another MRZ")

    let lines = mrz.lines.map { Array($0.utf8) }
    for field in mrz.fields {
        guard let span = MRZLayout.layout(of: format).span(of: field.element) else {
            throw Finding("\(field.element) has no place in \(format)")
        }
        let columns = lines[span.line - 1][(span.columns.lowerBound - 1)..<span.columns.upperBound]
        try promise(field.raw.utf8.elementsEqual(columns), "\(field.element) is not what stands in its columns")
    }
    let order = mrz.findings.compactMap(MRZFinding.allCases.firstIndex)
    try promise(order == Set(order).sorted(), "findings come twice or out of order")
    for date in [mrz.birthDate, mrz.expiryDate].compactMap(\.date) {
        try promise(date.earliest != nil && date.latest != nil, "\(date.text) is no date")
    }
    let json = try? JSONEncoder().encode(mrz)
    let read = json.flatMap { try? JSONDecoder().decode(MachineReadableZone.self, from: $0) }
    try promise(read == mrz, "an MRZ stored is another one")
}

private func checkAnswer(from mrz: MachineReadableZone) throws(Finding) {
    let reading = SourceReading(mrz: mrz, isChecked: mrz.hasValidCheckDigits, readability: .readable)
    let document = AgreedDocument([reading], today: dayOfReading)
    try promise(
        document.fields.count == DocumentFieldType.allCases.count(where: \.isAlwaysListed), "an answer of \(document.fields.count) fields")
    if DocumentRules(minimumAge: 18).decision(on: document) == .verified {
        try promise(mrz.hasValidCheckDigits, "a document with wrong digits is verified")
        try promise((document.age ?? 0) >= 18, "somebody of unknown age is old enough")
    }
    try promise(!document.typeText.isEmpty, "a document without a type")
}

/// With digits that fit, written apart from the product, no digit may be called wrong.
private func checkRepairedDigits(of mrz: MachineReadableZone) throws(Finding) {
    let layout = MRZLayout.layout(of: mrz.format)
    var lines = mrz.lines.map { Array($0.utf8) }
    let pairs: [(digit: MRZElement, covered: MRZElement, finding: MRZFinding)] = [
        (.documentNumberCheckDigit, .documentNumber, .documentNumberCheckDigitWrong),
        (.birthDateCheckDigit, .birthDate, .birthDateCheckDigitWrong),
        (.expiryDateCheckDigit, .expiryDate, .expiryDateCheckDigitWrong),
        (.optionalDataCheckDigit, .optionalData, .optionalDataCheckDigitWrong),
    ]
    var repaired: [MRZFinding] = []
    for pair in pairs {
        guard let place = layout.span(of: pair.digit), let span = layout.span(of: pair.covered) else { continue }
        // A filler says that a long number goes on, and where its digit is.
        let column = place.columns.lowerBound - 1
        if pair.digit == .documentNumberCheckDigit, lines[place.line - 1][column] == UInt8(ascii: "<") { continue }
        lines[place.line - 1][column] = digit(over: [span], of: lines)
        repaired.append(pair.finding)
    }
    if let place = layout.span(of: .compositeCheckDigit) {
        lines[place.line - 1][place.columns.lowerBound - 1] = digit(over: layout.compositeSpans, of: lines)
        repaired.append(.compositeCheckDigitWrong)
    }
    let text = lines.map { String(decoding: $0, as: UTF8.self) }
    guard let again = try? MachineReadableZone(lines: text, today: dayOfReading) else {
        throw Finding("an MRZ with right digits is none")
    }
    // A digit where a letter stood can tell a French card from a TD2.
    guard again.format == mrz.format else { return }
    let wrong = again.findings.filter(repaired.contains)
    try promise(wrong.isEmpty, "right digits are called wrong: \(wrong.map(\.rawValue))")
}

private func digit(over spans: [MRZSpan], of lines: [[UInt8]]) -> UInt8 {
    let characters = spans.flatMap { lines[$0.line - 1][($0.columns.lowerBound - 1)..<$0.columns.upperBound] }
    let sum = characters.enumerated().reduce(0) { sum, entry in
        let value = Int(String(decoding: [entry.element], as: UTF8.self), radix: 36) ?? 0
        return sum + value * (entry.offset % 3 == 0 ? 7 : entry.offset % 3 == 1 ? 3 : 1)
    }
    return UInt8(ascii: "0") + UInt8(sum % 10)
}
