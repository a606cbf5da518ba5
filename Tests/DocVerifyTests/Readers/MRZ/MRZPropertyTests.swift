import DocVerify
import TestSupport
import Testing

@Suite struct MRZPropertyTests {
    private let today = MRZExamplesTests.today

    @Test(arguments: MRZFormat.allCases)
    func whatIsWrittenIsReadBack(format: MRZFormat) throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<400 {
            let written = MRZWriter.random(format, today: today, using: &generator)
            let mrz = try MachineReadableZone(lines: written.lines, today: today)
            #expect(mrz.format == format, "\(written.lines)")
            #expect(mrz.hasValidCheckDigits, "\(written.lines)")
            #expect(mrz.lines == written.lines)
            #expect(mrz.issuingState == written.state)
            #expect(mrz.documentCode == (format == .frenchCard1988 ? "ID" : written.code))
            if format == .drivingLicence { continue }
            #expect(mrz.documentNumber == written.number, "\(written.lines)")
            #expect(mrz.primaryIdentifier == written.primary.joined(separator: " "))
            #expect(mrz.secondaryIdentifier == written.secondary.joined(separator: " "))
            #expect(mrz.nationality == written.nationality)
            #expect(mrz.sex.rawValue == written.sex.filter { $0 != "<" })
            #expect(mrz.birthDate.text.filter { $0 != "-" }.suffix(6) == written.birth)
            if format != .frenchCard1988 {
                #expect(mrz.expiryDate.text.filter { $0 != "-" }.suffix(6) == written.expiry)
                let cut = format == .td2 ? 7 : format == .mrvB ? 8 : 16
                #expect(
                    mrz.optionalData
                        == [String(written.optional.prefix(cut)), written.secondOptional]
                        .filter { !$0.isEmpty }.joined(separator: " "), "\(written.lines)")
            }
        }
    }

    /// The promise of the check digits: one substitution in a covered column is found exactly when it changes the sum.
    @Test(arguments: [MRZFormat.td1, .td2, .td3, .frenchCard1988])
    func everySubstitutionThatChangesASumIsCaught(format: MRZFormat) throws {
        var generator = SeededGenerator.announced()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<".utf8)
        for _ in 0..<40 {
            let lines = MRZWriter.random(format, today: today, using: &generator).lines
            for span in MRZLayout.layout(of: format).compositeSpans {
                for column in span.columns {
                    let replacement = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                    var changed = lines.map { Array($0.utf8) }
                    let old = changed[span.line - 1][column - 1]
                    let (oldValue, newValue) = (CheckDigit.value(of: old) ?? 0, CheckDigit.value(of: replacement) ?? 0)
                    guard oldValue % 10 != newValue % 10 else { continue }
                    changed[span.line - 1][column - 1] = replacement
                    // The first columns of the French card decide its layout; without them it is another document.
                    if format == .frenchCard1988, span.line == 1, column <= 5 { continue }
                    let text = changed.map { String(decoding: $0, as: UTF8.self) }
                    let mrz = try MachineReadableZone(lines: text, today: today)
                    #expect(!mrz.hasValidCheckDigits, "\(lines) → \(text)")
                }
            }
        }
    }

    @Test func theParserSurvivesAnyText() {
        var generator = SeededGenerator.announced()
        let alphabets = ["ABCPVID<<<<0123456789", "<", "0123456789", "ABC<é𝄞\u{0}\n\r \t\"P", "PV<\n"].map(Array.init)
        for round in 0..<3_000 {
            let alphabet = alphabets[round % alphabets.count]
            let count = Int.random(in: 0...(round % 50 == 0 ? 12_000 : 100), using: &generator)
            let text = String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
            _ = try? MachineReadableZone(text: text, today: today)
        }
        for round in 0..<3_000 {
            let format = MRZFormat.allCases[round % MRZFormat.allCases.count]
            let alphabet = Array("ABPVDI0123456789<<<<")
            let lines = (0..<format.lineCount).map { _ in
                String(
                    (0..<format.lineLength).map { _ in
                        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                    })
            }
            _ = try? MachineReadableZone(lines: lines, today: today)
        }
    }
}
