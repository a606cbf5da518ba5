import Testing
import Vision

@testable import DocVerify

@Suite struct ReadabilityTests {
    private let today = MRZExamplesTests.today

    /// A reading of `lines` in which `unsure` columns of the name have two candidates.
    private func result(
        _ lines: [String], unsure: Int = 0, pitch: Double = 20, focus: Double = 0.1, fit: Double = -0.03,
        perspective: Double = 0, isCutOff: Bool = false, others: [[String]] = []
    ) -> MRZReader.Result {
        let evidence = lines.enumerated().map { line, text in
            text.utf8.enumerated().map { column, character in
                var shares = [Double](repeating: 0, count: MRZSymbols.count)
                if let symbol = MRZSymbols.index(of: character) {
                    let isUnsure = line == 0 && (5..<(5 + unsure)).contains(column)
                    shares[symbol] = isUnsure ? 0.55 : 1
                    if isUnsure { shares[(symbol + 3) % 26 + 10] += 0.35 }
                }
                return shares
            }
        }
        var result = MRZReader.result(
            of: MRZColumns(
                evidence: evidence, pitchInPixels: pitch, lines: [], perspective: perspective, score: fit, focus: focus,
                isCutOff: isCutOff),
            today: today)
        result.others = others
        return result
    }

    private var wrongDigit: [String] {
        var lines = MRZWriter(format: .td3).lines
        lines[1] = lines[1].replacing("7408122", with: "7408121")
        return lines
    }

    @Test func aSureReadingDecides() {
        let result = result(MRZWriter(format: .td3).lines)
        #expect(result.isChecked)
        #expect(MRZReader.readability(of: result) == .readable)
    }

    @Test func aCheckDigitThatIsSurelyPrintedWrongDecidesToo() {
        let result = result(wrongDigit)
        #expect(!result.isChecked)
        #expect(MRZReader.readability(of: result) == .readable)
    }

    @Test func anUnsureReadingRequestsAnotherCaptureWithItsReason() {
        let lines = MRZWriter(format: .td3).lines
        #expect(MRZReader.readability(of: nil) == .absent)
        #expect(MRZReader.readability(of: result(lines, unsure: 3)) == .retry(.mrzUncertain))
        #expect(MRZReader.readability(of: result(wrongDigit, unsure: 3)) == .retry(.mrzUncertain))
        #expect(MRZReader.readability(of: result(lines, unsure: 30)) == .retry(.mrzUnreadable))
        #expect(MRZReader.readability(of: result(lines, unsure: 3, pitch: 6)) == .retry(.mrzTooSmall))
        #expect(MRZReader.readability(of: result(lines, unsure: 3, focus: 0.01)) == .retry(.mrzBlurred))
    }

    @Test func columnsThatDoNotFitTheirLinesDecideNothing() {
        let good = result(MRZWriter(format: .td3).lines, fit: -0.3)
        #expect(!good.isChecked)
        #expect(MRZReader.readability(of: good) == .retry(.mrzUncertain))
        #expect(MRZReader.readability(of: result(wrongDigit, fit: -0.15)) == .retry(.mrzUncertain))
    }

    /// The last filler of a valid card that was turned far away was read as a six.
    @Test func aWrongDigitOnAPageInPerspectiveDecidesNothing() {
        #expect(result(MRZWriter(format: .td3).lines, perspective: 1.7).isChecked)
        #expect(MRZReader.readability(of: result(wrongDigit, perspective: 1.4)) == .readable)
        #expect(MRZReader.readability(of: result(wrongDigit, perspective: 1.7)) == .retry(.mrzUncertain))
    }

    @Test func linesThatRunBeyondTheImageAreNamed() {
        let lines = MRZWriter(format: .td3).lines
        #expect(MRZReader.readability(of: result(lines, unsure: 3, isCutOff: true)) == .retry(.mrzCutOff))
        #expect(MRZReader.readability(of: result(wrongDigit, isCutOff: true)) == .retry(.mrzCutOff))
        // An image that ends right beside the lines shows them all the same.
        #expect(MRZReader.readability(of: result(lines, isCutOff: true)) == .readable)
    }

    @Test func severalDocumentsInOneImageAreNeverOneOfThem() {
        let one = result(MRZWriter(format: .td3).lines)
        let two = result(MRZWriter(format: .td3).lines, others: [MRZWriter(format: .td3, state: "D").lines])
        for results in [[two], [one, two], [two, one]] {
            let reading = MRZReader.reading(of: results, models: [])
            #expect(reading.readability == .retry(.severalDocuments))
            #expect(DocumentRules().decision(on: AgreedDocument([reading], today: today)) == .retry(.severalDocuments))
        }
    }

    @Test func aMirrorImageIsReadAndNamed() throws {
        var columns = result(MRZWriter(format: .td3).lines).columns
        columns.isMirrored = true
        let reading = MRZReader.reading(of: [MRZReader.result(of: columns, today: today)], models: [])
        #expect(reading.readability == .readable)
        #expect(reading.findings.contains { $0.code == "image.mirrored" && $0.meaning == .remark })
        #expect((reading.evidence as? MRZEvidence)?.images.first?.isMirrored == true)
    }
}
