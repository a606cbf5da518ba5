import Foundation
import OnboardingCore
import OnboardingJSON
import TestSupport
import Testing

@testable import DocVerify
@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingStorage

/// What the page shows is what the record says.
@Suite struct CaseFileTests {
    private static let fusion =
        #"{"fusion":{"bias":-0.15,"leastLogOdds":0.23,"leastSumAgainst":-0.5},"cues":[{"cue":"stillness","limits""#

    private func measured(_ changes: [(String, String)] = [], stated: ClientStatement? = nil) throws
        -> CaseFile.MeasuredFace
    {
        let liveness = try LivenessRulesTests.evidence(.presentationAttack, "flat", changes: changes)
        let evidence = FaceEvidence(
            workflow: "charlie4", judgedLevel: 4, packageForm: .v2,
            stated: stated
                ?? ClientStatement(capture: [:], workflow: [:], timestamp: nil, frameTimestamps: [], frames: []),
            receivedDigests: [], keptDigests: [], liveness: liveness,
            engine: EngineVersions(runtime: "runtime 1", modelLock: "a0", calibration: "c0"))
        return CaseFile.MeasuredFace(evidence, ["frame-00"], showsPersons: true)
    }

    @Test func whatTheCuesAddUpToIsTheirTerms() throws {
        let face = try measured([(#"{"cues":[{"cue":"stillness","limits""#, Self.fusion)])
        let fusion = try #require(face.fusion)
        // Flatness has the weight 1 and 12.5 of 100.
        #expect(face.cues.map(\.contribution) == [nil, -0.75, nil, nil])
        #expect(abs(fusion.sum - -0.9) < 1e-12 && fusion.leastSum == 0.23 && fusion.bias == -0.15)
        #expect(fusion.against == -0.75 && fusion.leastAgainst == -0.5)
        #expect(face.cues.reduce(fusion.bias) { $0 + ($1.contribution ?? 0) } == fusion.sum)
    }

    @Test func anAbstentionIsNoZero() throws {
        let cue = try #require(try measured().cues.first)
        #expect(cue.finding == .abstained && cue.scoreInPercent == nil && cue.contribution == nil)
        #expect(cue.reason == "mostlyUnchanged" && cue.species.isEmpty)
    }

    @Test func ofARenderedCaptureNothingIsAddedUp() throws {
        let face = try measured([
            (#"{"cues":[{"cue":"stillness","limits""#, Self.fusion),
            (#""restsOnQualityAlone":false"#, #""restsOnQualityAlone":false,"source":"rendered""#),
        ])
        #expect(face.isRendered && face.fusion == nil)
    }

    @Test func framesWithoutTimesHaveNone() throws {
        let face = try measured([(#""restsOnQualityAlone":false"#, #""restsOnQualityAlone":false,"hasTimes":false"#)])
        #expect(face.frames.allSatisfy { $0.timeInMilliseconds == nil } && !face.hasTimes)
        #expect(face.frames.map(\.image) == ["frame-00", nil, nil])
    }

    @Test func whatAClientStatesIsBounded() throws {
        let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ("k\($0)", JSONValue.string("v")) })
        let statement = ClientStatement(
            capture: [
                "a": .object(["b": .array([.number(1), .bool(true), .null])]),
                "long": .string(String(repeating: "x", count: 10_000)), "many": .object(many),
            ], workflow: [:], timestamp: nil, frameTimestamps: [], frames: [])
        let declared = try measured(stated: statement).declared
        #expect(declared.count == 60 && declared.allSatisfy { $0.value.count <= 200 })
        #expect(declared.prefix(2).map(\.name) == ["a.b[0]", "a.b[1]"])
    }

    private func record(
        _ details: String? = nil, portrait: String? = nil
    ) throws -> DocumentRecord {
        let golden = Material.packageRoot + "/Tests/OnboardingTests/Golden/document-record-1.json"
        var text = try String(contentsOfFile: golden, encoding: .utf8)
        if let details {
            text = text.replacing(
                #""documentKind":"Passport""#, with: #""details":\#(details),"documentKind":"Passport""#)
        }
        if let portrait {
            text = text.replacing(
                #""images":[],"#,
                with:
                    #""images":[{"height":600,"sha256":"aa","statedCropped":false,"width":800}],"portrait":\#(portrait),"#
            )
        }
        return try JSONDecoder().decode(DocumentRecord.self, from: Data(text.utf8))
    }

    @Test func theLinesAreCutWhereTheirFieldsAre() throws {
        let second = "L898902C36UTO7408122F1204159ZE184226B<<<<<10"
        let mrz = try MachineReadableZone(
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", second],
            today: try #require(CalendarDate(year: 2012, month: 4, day: 1)))
        let reading = MRZEvidence.ImageReading(
            image: 0, lines: mrz.lines,
            confidences: [[Double](repeating: 1, count: 44), [Double](repeating: 0.2, count: 44)],
            stripCounts: [1, 1], corrections: [.init(line: 2, column: 3, from: "B", to: "8")], gridFit: 0,
            perspectiveInColumns: 0, pitchInPixels: 20, focus: 1, angleInDegrees: 0, isChecked: true)
        let evidence = MRZEvidence(images: [reading], mrz: mrz, coveredBar: 0.5, uncoveredBar: 0.9, models: ["reader"])
        let details = String(decoding: try JSONEncoder().encode(evidence), as: UTF8.self)
        let readable = try #require(
            CaseFile.MeasuredDocument(try record(details), [], showsPersons: true).lines)
        #expect(readable.lines.map { $0.flatMap(\.characters).map(\.text).joined() } == mrz.lines)
        let number = try #require(readable.lines[1].first)
        #expect(number.field == "documentNumber" && number.characters.map(\.text).joined() == "L898902C3")
        #expect(number.characters[2].readAs == "B" && !number.characters[2].isUnsure && number.characters[0].isUnsure)
        #expect(readable.lines[0].last?.field == "surnameAndGivenNames" && !readable.lines[0][0].characters[0].isUnsure)
        #expect(CaseFile.MeasuredDocument(try record(details), [], showsPersons: false).lines == nil)
    }

    @Test func theBoxOfAPortraitIsOfThePageAsItStandsUpright() throws {
        let measurements = String(
            decoding: try JSONEncoder().encode(
                FaceMeasurements(scriptedFaceWidthInPixels: 120, share: 0.2)), as: UTF8.self)
        let portrait =
            #"{"box":{"height":300,"width":60,"x":120,"y":80},"clockwiseQuarterTurns":1,"faceCount":2,"image":0,"measurements":\#(measurements),"model":{"digest":"b0","name":"m"}}"#
        let document = CaseFile.MeasuredDocument(
            try record(portrait: portrait), ["image-00"], showsPersons: true)
        #expect(document.portrait?.box == CaseFile.Portrait.Box(x: 0.2, y: 0.1, width: 0.1, height: 0.375))
        #expect(document.pages.map(\.image) == ["image-00"] && document.portrait?.faceWidth == 120)
    }

    @Test func twoSourcesThatContradictEachOtherFailTheField() throws {
        var record = try record()
        let source = SourceReading(
            kind: .visualInspectionZone, readability: .readable, integrity: .unconfirmed,
            fields: [
                SourceField(.documentNumber, .text("L898902C8"), .notValidated),
                SourceField(.sex, .text("F"), .notValidated),
            ])
        let today = try #require(CalendarDate(year: 2012, month: 4, day: 1))
        record.reading = DocumentEvidence(
            today: today, images: [], sources: try Samples.document().sources + [source], portrait: nil)
        let fields = CaseFile.MeasuredDocument(record, [], showsPersons: true).fields
        func field(_ type: String) throws -> CaseFile.Field { try #require(fields.first { $0.type == type }) }
        #expect(try field("documentNumber").decision == .failed && field("documentNumber").statements.count == 2)
        #expect(
            try field("sex").decision == .valid
                && field("sex").statements.map(\.source) == ["mrz", "visualInspectionZone"])
    }
}
