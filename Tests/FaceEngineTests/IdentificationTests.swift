import Foundation
import Testing
import TestSupport

@testable import FaceEngine

@Suite struct IdentificationTests {
    /// All galleries of a size are tried one by one.
    @Test func theChanceOverAllGalleriesIsThatOfDrawingThem() {
        let (people, size) = (8, 3)
        for hits in 0...people {
            var (galleries, found) = (0, 0)
            for drawn in 0..<(1 << people) where drawn.nonzeroBitCount == size {
                galleries += 1
                if drawn & (1 << hits - 1) != 0 { found += 1 }
            }
            let chance = IdentificationFold.chance(ofAnyAmong: size, of: people, where: hits)
            #expect(abs(chance - Double(found) / Double(galleries)) < 1e-12)
        }
        #expect(IdentificationFold.chance(ofAnyAmong: 9, of: 8, where: 1) == 0)
    }

    @Test func scoreBoundsAreThoseOfTheTables() {
        // Wilson: 0 of 10, 5 of 100, 10 of 10.
        let none = wilsonBounds(hits: 0, of: 10)
        #expect(none.low == 0 && abs(none.high - 0.27753) < 1e-4)
        let five = wilsonBounds(hits: 5, of: 100)
        #expect(abs(five.low - 0.02154) < 1e-4 && abs(five.high - 0.11175) < 1e-4)
        #expect(wilsonBounds(hits: 10, of: 10).high == 1 && wilsonBounds(hits: 0, of: 0) == (0, 1))
    }

    @Test func boundsOverPeopleKnowThatTheirTrialsGoTogether() {
        let together = IdentificationFold.rate(
            Array(repeating: (10, 10), count: 5) + Array(repeating: (0, 10), count: 95))
        let apart = IdentificationFold.rate(Array(repeating: (1, 10), count: 50) + Array(repeating: (0, 10), count: 50))
        #expect(together.share == 0.05 && apart.share == 0.05)
        #expect(together.low == apart.low && together.high == apart.high)
        #expect(together.bootstrapHigh - together.bootstrapLow > 2 * (apart.bootstrapHigh - apart.bootstrapLow))
        #expect(IdentificationFold.rate([]).trials == 0)
    }

    @Test func aFoldCountsWhoIsMissedAndWhoIsTakenForAnother() throws {
        let model = ModelIdentity(name: "m", digest: "")
        func template(_ degrees: Double) throws -> FaceTemplate {
            let angle = degrees * .pi / 180
            return try #require(FaceTemplate(madeUp: [Float(cos(angle)), Float(sin(angle))], by: model))
        }
        // The second person's second image is nearer to the third person.
        let people = [[0.0, 5], [90, 170], [180]]
        let threshold = SearchThreshold(similarity: cos(20 * .pi / 180), score: 3, extrapolatedDecades: 0)
        let fold = IdentificationFold(
            try people.map { try $0.map(template) }, thresholds: [threshold, threshold, nil], sizes: [1, 2, 3],
            fittedPairs: 7)
        let rows = fold.report.rows
        #expect(fold.report.people == 3 && fold.report.images == 5 && fold.report.fittedPairs == 7)
        #expect(rows.map(\.falseNegatives.hits) == [1, 1, 2] && rows.allSatisfy { $0.falseNegatives.trials == 2 })
        // One image of five finds one of two others: surely among both, every second time among one.
        #expect(rows[0].falsePositives?.hits == 0.5 && rows[1].falsePositives?.hits == 1)
        #expect(rows[2].falsePositives == nil && rows[2].threshold == nil)
        #expect(rows.allSatisfy { $0.falsePositiveBound > 0 && $0.falsePositiveBound <= 1 })
        let both = IdentificationFold.rows(of: [fold, fold])
        #expect(both[1].falsePositives?.hits == 2 && both[1].falseNegatives.trials == 4)
        #expect(both[0].falsePositiveBound < rows[0].falsePositiveBound)
    }

    @Test func tooFewPeopleGiveNoReport() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/faces-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true)
        try Data(try Material.photograph("obama.jpg")).write(to: URL(fileURLWithPath: folder + "/a/one.jpg"))
        try JSONEncoder().encode(["man": ["a/one.jpg"]]).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
        let evaluation = try FaceEvaluation(
            of: FaceDataset(identities: folder), by: try Photographs.engine.get(), threads: 1)
        #expect(evaluation.identification() == nil)
    }
}
