import TestSupport
import Testing
import Video

@Suite struct EvenSelectionTests {
    private func kept(of count: Int, atMost wanted: Int) -> [Int] {
        var selection = EvenSelection<Int>(atMost: wanted)
        for element in 0..<count { selection.offer { element } }
        return selection.elements
    }

    @Test func asManyAsThereAreOrAsAreWantedInOrder() {
        var random = SeededGenerator.announced()
        for _ in 0..<300 {
            let (count, wanted) = (Int.random(in: 0...700, using: &random), Int.random(in: 1...20, using: &random))
            let elements = kept(of: count, atMost: wanted)
            #expect(elements.count == min(count, wanted))
            #expect(zip(elements, elements.dropFirst()).allSatisfy { $0 < $1 })
            #expect(count == 0 || elements.first == 0)
        }
    }

    /// No gap is three times another, and what is left over at the end is less than a gap.
    @Test(arguments: [31, 60, 61, 150, 240, 241, 481]) func theyAreSpreadEvenly(count: Int) throws {
        let elements = kept(of: count, atMost: 15)
        let gaps = zip(elements, elements.dropFirst()).map { $1 - $0 }
        let (least, most) = (try #require(gaps.min()), try #require(gaps.max()))
        #expect(most < 3 * least)
        #expect(count - 1 - (elements.last ?? 0) <= most)
    }

    @Test func fewElementsAreMadeInVain() {
        var made = 0
        var selection = EvenSelection<Int>(atMost: 15)
        for _ in 0..<481 {
            selection.offer {
                made += 1
                return made
            }
        }
        #expect(made < 31 + 15 * 5)
    }
}
