import Testing

@testable import DocVerify

@Suite struct StateCodeReadingTests {
    private func reading(_ read: String, _ columns: [[Character: Double]]) -> (code: String, confidences: [Double])? {
        let shares = columns.map { seen -> [Double] in
            var column = [Double](repeating: 0, count: MRZSymbols.count)
            for (character, share) in seen {
                if let index = character.asciiValue.flatMap(MRZSymbols.index) { column[index] = share }
            }
            return column
        }
        return StateCodeReading(read: ArraySlice(read.utf8), shares: shares[...]).map {
            (String(decoding: $0.characters, as: UTF8.self), $0.confidences)
        }
    }

    @Test func aLetterThatOnlyOneCodeAllowsIsSure() throws {
        // As PP-OCRv4 shows a U after a digit: no code is OTO.
        let found = try #require(reading("UTO", [["U": 0.42, "O": 0.35], ["T": 0.9], ["O": 0.8]]))
        #expect(found.code == "UTO")
        #expect(found.confidences.allSatisfy { $0 >= MRZTranscription.uncoveredBar })
    }

    @Test func twoCodesThatFitEquallyStayUnsure() throws {
        // Austria and Australia.
        let found = try #require(reading("AUT", [["A": 0.95], ["U": 0.9], ["T": 0.45, "S": 0.4]]))
        #expect(found.code == "AUT")
        #expect(found.confidences[2] < MRZTranscription.uncoveredBar)
    }

    @Test func aFaintLetterIsNotAcceptedForItsNeighbours() throws {
        let found = try #require(reading("DEU", [["D": 0.95], ["E": 0.95], ["U": 0.2]]))
        #expect(found.code == "DEU")
        #expect(found.confidences[2] == 0.2)
    }

    @Test func noCodeBecomesTheOneThatFitsBest() throws {
        let found = try #require(reading("OSA", [["O": 0.5, "U": 0.45], ["S": 0.9], ["A": 0.9]]))
        #expect(found.code == "USA")
        #expect(found.confidences.allSatisfy { $0 >= MRZTranscription.uncoveredBar })
    }

    @Test func aShorterCodeHasFillers() throws {
        let found = try #require(reading("D<<", [["D": 0.5, "O": 0.3], ["<": 0.9], ["<": 0.9]]))
        #expect(found.code == "D<<")
        #expect(found.confidences.allSatisfy { $0 >= MRZTranscription.uncoveredBar })
    }

    @Test func whatWasNotSeenAtAllIsNeverSure() throws {
        let found = reading("ZZZ", [[:], [:], [:]])
        #expect(found?.confidences.allSatisfy { $0 == 0 } ?? true)
    }
}
