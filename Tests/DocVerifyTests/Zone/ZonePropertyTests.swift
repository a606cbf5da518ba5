import DocVerify
import TestSupport
import Testing

@Suite struct ZonePropertyTests {
    private let today = ZoneExamplesTests.today

    @Test(arguments: ZoneFormat.allCases)
    func whatIsWrittenIsReadBack(format: ZoneFormat) throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<400 {
            let written = ZoneWriter.random(format, today: today, using: &generator)
            let zone = try MachineReadableZone(lines: written.lines, today: today)
            #expect(zone.format == format, "\(written.lines)")
            #expect(zone.hasValidCheckDigits, "\(written.lines)")
            #expect(zone.lines == written.lines)
            #expect(zone.issuingState == written.state)
            #expect(zone.documentCode == (format == .frenchCard1988 ? "ID" : written.code))
            if format == .drivingLicence { continue }
            #expect(zone.documentNumber == written.number, "\(written.lines)")
            #expect(zone.primaryIdentifier == written.primary.joined(separator: " "))
            #expect(zone.secondaryIdentifier == written.secondary.joined(separator: " "))
            #expect(zone.nationality == written.nationality)
            #expect(zone.sex.rawValue == written.sex.filter { $0 != "<" })
            #expect(zone.birthDate.text.filter { $0 != "-" }.suffix(6) == written.birth)
            if format != .frenchCard1988 {
                #expect(zone.expiryDate.text.filter { $0 != "-" }.suffix(6) == written.expiry)
                let cut = format == .td2 ? 7 : format == .mrvB ? 8 : 16
                #expect(
                    zone.optionalData
                        == [String(written.optional.prefix(cut)), written.secondOptional]
                        .filter { !$0.isEmpty }.joined(separator: " "), "\(written.lines)")
            }
        }
    }

    /// The promise of the check digits: one substitution in a covered column is found exactly when it changes the sum.
    @Test(arguments: [ZoneFormat.td1, .td2, .td3, .frenchCard1988])
    func everySubstitutionThatChangesASumIsCaught(format: ZoneFormat) throws {
        var generator = SeededGenerator.announced()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<".utf8)
        for _ in 0..<40 {
            let lines = ZoneWriter.random(format, today: today, using: &generator).lines
            for span in ZoneLayout.layout(of: format).compositeSpans {
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
                    let zone = try MachineReadableZone(lines: text, today: today)
                    #expect(!zone.hasValidCheckDigits, "\(lines) → \(text)")
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
            let format = ZoneFormat.allCases[round % ZoneFormat.allCases.count]
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
