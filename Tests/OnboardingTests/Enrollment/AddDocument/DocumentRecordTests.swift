import DocVerify
import Foundation
import OnboardingCore
import OnboardingJSON
import OnboardingStorage
import TestSupport
import Testing

@testable import FaceEngine
@testable import Onboarding
@testable import OnboardingFixture

/// The stored form of a document record is what `Golden/document-record-1.json` shows.
@Suite struct DocumentRecordTests {
    private static let golden = Material.packageRoot + "/Tests/OnboardingTests/Golden/document-record-1.json"

    private func stored() throws -> String { try String(contentsOfFile: Self.golden, encoding: .utf8) }

    private func record() throws -> DocumentRecord {
        let today = try #require(CalendarDate(year: 2012, month: 4, day: 1))
        let mrz = try MachineReadableZone(
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
            today: today)
        let reading = SourceReading(mrz: mrz, imageIndex: 0, isChecked: true, readability: .readable)
        let rules = DocumentRules(minimumAge: 18)
        let engine = #"{"calibration":"c0","modelLock":"a0","runtime":"runtime 1"}"#
        return DocumentRecord(
            receivedDigests: ["00ff"], keptDigests: ["11ee"],
            reading: DocumentEvidence(today: today, images: [], sources: [reading], portrait: nil), rules: rules,
            documentDecision: rules.decision(on: AgreedDocument([reading], today: today)),
            portraitScore: ComparisonScore(
                value: 4.5, isExtrapolated: false, similarity: 0.5, model: ModelIdentity(name: "model-1", digest: "b0")),
            threshold: 3, decision: .notVerified,
            engine: try JSONDecoder().decode(EngineVersions.self, from: Data(engine.utf8)))
    }

    private func json(_ record: DocumentRecord) throws -> String {
        String(decoding: try sortedKeyJSON(record), as: UTF8.self)
    }

    @Test func aRecordIsStoredAsTheGoldenFileShows() throws {
        #expect(try json(record()) == stored())
    }

    @Test func whatTheFaceWasComparedWithIsStoredBesideIt() throws {
        var record = try record()
        record.photographs = Samples.photographs(.suspected, ghosts: [.cannotTell])
        record.faceReopening = .portraitSuspected
        let golden = Self.golden.replacing("record-1", with: "record-photographs-1")
        let stored = try String(contentsOfFile: golden, encoding: .utf8)
        #expect(try json(record) == stored)
        #expect(try json(JSONDecoder().decode(DocumentRecord.self, from: Data(stored.utf8))) == stored)
    }

    @Test func whoseScriptItIsIsStoredBesideIt() throws {
        var record = try record()
        record.sandboxPersona = .mismatch
        let golden = Self.golden.replacing("record-1", with: "record-persona-1")
        let stored = try String(contentsOfFile: golden, encoding: .utf8)
        #expect(try json(record) == stored)
        #expect(try json(JSONDecoder().decode(DocumentRecord.self, from: Data(stored.utf8))) == stored)
    }

    @Test func theGoldenFileIsReadBackWhole() throws {
        let read = try JSONDecoder().decode(DocumentRecord.self, from: Data(stored().utf8))
        #expect(try json(read) == stored())
        #expect(read.documentDecision == .notVerified([.specimen]))
    }

    @Test func unknownMembersAreNotRead() throws {
        let newer = try stored().replacing("{", with: "{\"a member of a later time\":[],")
        let read = try JSONDecoder().decode(DocumentRecord.self, from: Data(newer.utf8))
        #expect(try json(read) == stored())
    }

    @Test func anotherVersionIsRefused() throws {
        // The record's own version comes last.
        let stored = try stored()
        let other = stored.dropLast("1}".count) + "2}"
        #expect(stored.hasSuffix("\"version\":1}"))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DocumentRecord.self, from: Data(other.utf8))
        }
    }
}
