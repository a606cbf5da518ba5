import Testing

@testable import DocVerify

/// When the strips read so far are enough: where they show what was seen before, and plainly.
@Suite struct PlainColumnsTests {
    private static let bar = MRZTranscription.uncoveredBar

    /// A column for each character, which has that share of it.
    private func columns(_ text: String, share: Double = 0.9) -> [[Double]] {
        text.utf8.map { character in
            var column = [Double](repeating: 0, count: MRZSymbols.count)
            column[MRZSymbols.index(of: character) ?? MRZSymbols.filler] = share
            return column
        }
    }

    private func set(_ character: Character, _ share: Double, at index: Int, of columns: inout [[Double]]) {
        columns[index][MRZSymbols.index(of: character.asciiValue ?? 0) ?? 0] = share
    }

    @Test func whatIsSeenTwiceIsPlain() {
        let seen = columns("P<UTOVESTERHOLM<<ELIAS", share: Self.bar)
        #expect(MRZColumnReader.isPlain(seen, seenBefore: columns("P<UTOVESTERHOLM<<ELIAS", share: 0.3)))
    }

    @Test(arguments: [0, 9, 21]) func oneUnsureCharacterCallsForAnotherStrip(index: Int) {
        let text = "P<UTOVESTERHOLM<<ELIAS"
        var seen = columns(text)
        seen[index] = columns(String(Array(text)[index]), share: Self.bar - 0.01)[0]
        #expect(!MRZColumnReader.isPlain(seen, seenBefore: columns(text)))
    }

    @Test func anotherCharacterThanBeforeIsNotPlain() {
        var before = columns("K47P29163")
        set("B", 0.95, at: 0, of: &before)
        #expect(!MRZColumnReader.isPlain(columns("K47P29163"), seenBefore: before))
        #expect(MRZColumnReader.isPlain(columns("K47P29163"), seenBefore: columns("K47P29163")))
    }

    /// The recogniser merges fillers: between others they may be faint, but nothing else may stand there.
    @Test func onlyFillersInARunMayBeFaint() {
        var seen = columns("ELIAS<<<<<<<")
        for index in 6..<12 { seen[index] = columns("<", share: 0.02)[0] }
        #expect(MRZColumnReader.isPlain(seen, seenBefore: columns("ELIAS<<<<<<<", share: 0.1)))
        var hidden = seen
        set("K", 0.015, at: 8, of: &hidden)
        #expect(!MRZColumnReader.isPlain(hidden, seenBefore: columns("ELIAS<<<<<<<", share: 0.1)))
        var before = columns("ELIAS<<<<<<<", share: 0.1)
        set("K", 0.08, at: 8, of: &before)
        #expect(!MRZColumnReader.isPlain(seen, seenBefore: before))
        // One filler alone is a character like any other.
        var single = columns("ELIAS<JONATHAN")
        single[5] = columns("<", share: 0.02)[0]
        #expect(!MRZColumnReader.isPlain(single, seenBefore: columns("ELIAS<JONATHAN")))
    }

    @Test func aColumnThatShowsNothingIsNotPlain() {
        var seen = columns("ELIAS<<<<")
        seen[7] = [Double](repeating: 0, count: MRZSymbols.count)
        #expect(!MRZColumnReader.isPlain(seen, seenBefore: columns("ELIAS<<<<")))
    }
}
