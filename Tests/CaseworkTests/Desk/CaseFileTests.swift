import Foundation
import OnboardingCore
import OnboardingJSON
import TestSupport
import Testing
import Vision

@testable import Casework
@testable import DocVerify
@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
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

    /// The lower line of a passport on an image that lies on its side.
    private func details(_ places: [MRZPlace]?) throws -> String {
        let mrz = try MachineReadableZone(
            lines: [
                "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
            ],
            today: try #require(CalendarDate(year: 2012, month: 4, day: 1)))
        let sure = [Double](repeating: 1, count: 44)
        let reading = MRZEvidence.ImageReading(
            image: 0, lines: mrz.lines, confidences: [sure, sure], stripCounts: [1, 1], corrections: [], gridFit: 0,
            perspectiveInColumns: 0, pitchInPixels: 20, focus: 1, angleInDegrees: 0, isChecked: true, places: places)
        let evidence = MRZEvidence(images: [reading], mrz: mrz, coveredBar: 0.5, uncoveredBar: 0.9, models: ["reader"])
        return String(decoding: try JSONEncoder().encode(evidence), as: UTF8.self)
    }

    private func portrait(turns: Int) throws -> String {
        let measurements = String(
            decoding: try JSONEncoder().encode(
                FaceMeasurements(scriptedFaceWidthInPixels: 120, share: 0.2)), as: UTF8.self)
        return
            #"{"box":{"height":300,"width":60,"x":120,"y":80},"clockwiseQuarterTurns":\#(turns),"faceCount":2,"image":0,"measurements":\#(measurements),"model":{"digest":"b0","name":"m"}}"#
    }

    @Test func placesAreOfThePageAsItIsShown() throws {
        let middles = (0..<44).map { (Double($0) + 0.5) / 44 }
        func place(top: Double) -> MRZPlace {
            // It runs up along the left edge: the image has to be turned clockwise.
            MRZPlace(
                corners: [
                    Point(x: top, y: 0.9), Point(x: top, y: 0.1), Point(x: top + 0.05, y: 0.1),
                    Point(x: top + 0.05, y: 0.9),
                ], middles: middles)
        }
        let record = try record(details([place(top: 0.75), place(top: 0.85)]), portrait: portrait(turns: 1))
        let page = try #require(
            CaseFile.MeasuredDocument(record, ["image-00"], showsPersons: true).pages.first)
        #expect(page.quarterTurns == 1 && !page.lacksPlaces)
        #expect(page.places.prefix(3).map(\.content) == [.portrait, .line(1), .line(2)])
        func isClose(_ place: CaseFile.Place?, _ expected: [(Double, Double)]) -> Bool {
            (place?.corners ?? []).count == 4
                && zip(place?.corners ?? [], expected).allSatisfy {
                    abs($0.x - $1.0) < 1e-9 && abs($0.y - $1.1) < 1e-9
                }
        }
        #expect(isClose(page.places[0], [(0.2, 0.1), (0.3, 0.1), (0.3, 0.475), (0.2, 0.475)]))
        #expect(isClose(page.places[1], [(0.1, 0.75), (0.9, 0.75), (0.9, 0.8), (0.1, 0.8)]))
        let number = page.places.first { $0.content == .field("documentNumber") }
        let right = 0.1 + 0.8 * 9 / 44
        #expect(isClose(number, [(0.1, 0.85), (right, 0.85), (right, 0.9), (0.1, 0.9)]))
    }

    @Test func aRecordOfBeforePlacesSaysThatItHasNone() throws {
        let old = try record(details(nil), portrait: portrait(turns: 0))
        let page = try #require(CaseFile.MeasuredDocument(old, [], showsPersons: true).pages.first)
        #expect(page.lacksPlaces && page.places.map(\.content) == [.portrait])
        let unread = try #require(
            CaseFile.MeasuredDocument(try record(portrait: portrait(turns: 0)), [], showsPersons: true).pages.first)
        #expect(!unread.lacksPlaces)
    }

    @Test func aScoreIsShownAmongThePairsOfItsOwnCalibrationAlone() throws {
        func table(_ digest: String) throws -> FaceCalibration {
            try JSONDecoder().decode(
                FaceCalibration.self,
                from: Data(
                    #"{"digest":"\#(digest)","greatestScore":6,"identities":2,"impostorPairs":9,"madeBy":"c","model":"m","points":[{"score":0,"similarity":0},{"score":4,"similarity":0.4}],"seed":1,"tailSlope":10,"version":1}"#
                        .utf8))
        }
        func counts(_ digest: String) throws -> SimilarityDistributions {
            try JSONDecoder().decode(
                SimilarityDistributions.self,
                from: Data(
                    #"{"calibration":"\#(digest)","identities":2,"images":4,"least":0.1,"madeBy":"c","mated":[0,1,3],"model":"m","nonMated":[4,1,0],"seed":1,"sets":["a"],"version":1,"width":0.1}"#
                        .utf8))
        }
        func pairs(_ fit: ComparisonFit) -> CaseFile.FittingPairs {
            CaseFile.FittingPairs(
                of: CaseFile.Comparison(
                    score: 3, isExtrapolated: false, similarity: 0.3, threshold: 2,
                    model: Explanation.Model(name: "m", digest: nil), calibration: "c1", photograph: nil), fit)
        }
        #expect(pairs(ComparisonFit()) == .notCounted)
        #expect(try pairs(ComparisonFit(calibration: table("c1"))) == .notCounted)
        #expect(
            try pairs(ComparisonFit(calibration: table("c2"), distributions: counts("c2"))) == .ofAnotherCalibration)
        #expect(
            try pairs(ComparisonFit(calibration: table("c1"), distributions: counts("c2"))) == .ofAnotherCalibration)
        guard case .counted(let found) = try pairs(ComparisonFit(calibration: table("c1"), distributions: counts("c1")))
        else {
            Issue.record("the pairs are not there")
            return
        }
        #expect(abs(found.threshold - 0.2) < 1e-12 && found.matedBelowThreshold == 0 && found.mated == [0, 1, 3])
    }

    /// What is only printed decides nothing.
    @Test(arguments: [(SourceKind.barcode, CaseFile.Field.Decision.failed), (.visualInspectionZone, .valid)])
    func twoSourcesThatContradictEachOtherFailTheField(
        kind: SourceKind, decision: CaseFile.Field.Decision
    ) throws {
        var record = try record()
        let source = SourceReading(
            kind: kind, readability: .readable, integrity: .unconfirmed,
            fields: [
                SourceField(.documentNumber, .text("L898902C8"), .notValidated),
                SourceField(.sex, .text("F"), .notValidated),
            ])
        let today = try #require(CalendarDate(year: 2012, month: 4, day: 1))
        record.reading = DocumentEvidence(
            today: today, images: [], sources: try Samples.document().sources + [source], portrait: nil)
        let fields = CaseFile.MeasuredDocument(record, [], showsPersons: true).fields
        func field(_ type: String) throws -> CaseFile.Field { try #require(fields.first { $0.type == type }) }
        #expect(try field("documentNumber").decision == decision && field("documentNumber").statements.count == 2)
        #expect(
            try field("sex").decision == .valid
                && field("sex").statements.map(\.source) == ["mrz", kind.rawValue])
    }
}
