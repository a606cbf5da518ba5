import Testing
import Vision

@testable import DocVerify

/// Which second reading of soft print makes the first one sure.
@Suite struct MRZAgreementTests {
    private let today = MRZExamplesTests.today

    private func reading(
        _ image: String, _ lines: [String] = MRZWriter(format: .td3).lines, sureness: Double = 0.6, fit: Double = -0.05,
        undecided: Int? = nil, readability: Readability = .retry(.mrzBlurred)
    ) throws -> DocumentReading {
        let mrz = try MachineReadableZone(lines: lines, today: today)
        var confidences = lines.map { $0.utf8.map { _ in 1.0 } }
        confidences[0][9] = sureness
        let read = MRZEvidence.ImageReading(
            image: 0, lines: lines, confidences: confidences, corrections: [], gridFit: fit,
            perspectiveInColumns: 0, pitchInPixels: 20, focus: 0.01, angleInDegrees: 0, isChecked: false,
            undecidedColumns: undecided)
        let source = SourceReading(
            mrz: mrz, imageIndex: 0, isChecked: false, readability: readability,
            evidence: MRZEvidence(images: [read], mrz: mrz, coveredBar: 0.5, uncoveredBar: 0.75, models: []))
        return DocumentReading(
            sources: [source], portrait: nil,
            evidence: DocumentEvidence(
                today: today,
                images: [.init(sha256: image, size: ImageSize(width: 1000, height: 700), statedCropped: false)],
                sources: [source], portrait: nil))
    }

    @Test func anotherPictureThatReadsTheSameConfirms() throws {
        let confirmed = try reading("b").confirmed(by: [reading("a").evidence])
        let source = try #require(confirmed.sources.first)
        #expect(source.readability == .readable && source.integrity == .confirmed)
        let record = try #require(confirmed.evidence.sources.first)
        #expect(record.readability == .readable && (record.details as? MRZEvidence)?.confirmedBy == "a")
        // Print that is unsure for another reason is no different.
        let uncertain = try reading("b", readability: .retry(.mrzUncertain))
        #expect(try uncertain.confirmed(by: [reading("a").evidence]).sources[0].readability == .readable)
    }

    @Test func nothingLessConfirms() throws {
        var otherName = MRZWriter(format: .td3).lines
        otherName[0] = String(otherName[0].prefix(9)) + "X" + otherName[0].dropFirst(10)
        var wrongDigit = MRZWriter(format: .td3).lines
        wrongDigit[1] = wrongDigit[1].replacing("7408122", with: "7408121")
        let cases: [(DocumentReading, DocumentReading)] = [
            (try reading("a"), try reading("a")), (try reading("b"), try reading("a", otherName)),
            (try reading("b", wrongDigit), try reading("a", wrongDigit)),
            (try reading("b", sureness: 0.4), try reading("a")), (try reading("b"), try reading("a", sureness: 0.4)),
            (try reading("b", fit: -0.3), try reading("a")), (try reading("b"), try reading("a", fit: -0.3)),
            (try reading("b", undecided: 1), try reading("a")), (try reading("b"), try reading("a", undecided: 1)),
            (try reading("b", readability: .retry(.mrzTooSmall)), try reading("a")),
        ]
        for (index, (reading, earlier)) in cases.enumerated() {
            let source = reading.confirmed(by: [earlier.evidence]).sources[0]
            #expect(source.readability == reading.sources[0].readability, "case \(index)")
        }
        #expect(try reading("b").confirmed(by: []).sources[0].readability == .retry(.mrzBlurred))
    }

    /// Whoever has a document that cannot be read surely is not asked for it for ever.
    @Test func whatReadsTheSameAThirdTimeIsDecidedAsItStands() throws {
        var wrongDigit = MRZWriter(format: .td3).lines
        wrongDigit[1] = wrongDigit[1].replacing("7408122", with: "7408121")
        for (lines, sureness) in [(MRZWriter(format: .td3).lines, 0.3), (wrongDigit, 0.6)] {
            let earlier = try ["a", "b"].map { try reading($0, lines, sureness: sureness).evidence }
            let latest = try reading("c", lines, sureness: sureness)
            #expect(latest.confirmed(by: [earlier[0]]).sources[0].readability == .retry(.mrzBlurred))
            #expect(latest.confirmed(by: [earlier[0], earlier[0]]).sources[0].readability == .retry(.mrzBlurred))
            let settled = latest.confirmed(by: earlier)
            let source = try #require(settled.sources.first)
            #expect(source.readability == .readable && source.integrity != .confirmed)
            #expect(source.findings.contains { $0.code == "lines.unsure" })
            #expect(settled.evidence.sources[0].readability == .readable)
            let decision = DocumentRules(acceptsSpecimens: true).decision(
                on: AgreedDocument(settled.sources, today: today))
            guard case .notVerified = decision else {
                Issue.record("\(decision)")
                continue
            }
        }
        var otherName = MRZWriter(format: .td3).lines
        otherName[0] = String(otherName[0].prefix(9)) + "X" + otherName[0].dropFirst(10)
        let differing = [try reading("a", sureness: 0.3).evidence, try reading("b", otherName, sureness: 0.3).evidence]
        #expect(try reading("c", sureness: 0.3).confirmed(by: differing).sources[0].readability == .retry(.mrzBlurred))
        let small = try reading("c", sureness: 0.3, readability: .retry(.mrzTooSmall))
        let alike = try ["a", "b"].map { try reading($0, sureness: 0.3).evidence }
        #expect(small.confirmed(by: alike).sources[0].readability == .retry(.mrzTooSmall))
    }
}
