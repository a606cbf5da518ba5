import TestSupport
import Testing

@testable import FaceEngine

@Suite struct ReplayRuleTests {
    private typealias Capture = [FrameCode]

    private static func random(_ generator: inout SeededGenerator) -> FrameCode {
        func code() -> Code256 { Code256(words: SIMD4((0..<4).map { _ in generator.next() })) }
        return FrameCode(face: code(), scene: code())
    }

    private static func changed(_ frame: FrameCode, bits: Int, _ generator: inout SeededGenerator) -> FrameCode {
        let places = Set((0..<512).shuffled(using: &generator).prefix(bits))
        return FrameCode(
            face: Code256 { frame.face[$0] != places.contains($0) },
            scene: Code256 { frame.scene[$0] != places.contains(256 + $0) })
    }

    /// As it is looked up where it was not mirrored, and where it was: what the other codes are is anybody's.
    private static func sent(_ capture: Capture, isMirrored: Bool = false, _ generator: inout SeededGenerator)
        -> [CodedFrame]
    {
        capture.map {
            let other = random(&generator)
            return isMirrored ? CodedFrame(asShown: other, mirrored: $0) : CodedFrame(asShown: $0, mirrored: other)
        }
    }

    /// A head that turns: each frame is `step` bits from the one before it, so that neighbours are near and no others.
    private static func turning(frames: Int = 13, step: Int = 40, _ generator: inout SeededGenerator) -> Capture {
        var order = (0..<512).shuffled(using: &generator)
        var capture = [random(&generator)]
        for _ in 1..<frames {
            let last = capture[capture.count - 1]
            let places = Set(order.prefix(step))
            order = Array(order.dropFirst(step)) + order.prefix(step)
            capture.append(
                FrameCode(
                    face: Code256 { last.face[$0] != places.contains($0) },
                    scene: Code256 { last.scene[$0] != places.contains(256 + $0) }))
        }
        return capture
    }

    /// A head that holds still: every frame is a few bits from one and the same.
    private static func still(around frame: FrameCode, frames: Int = 13, _ generator: inout SeededGenerator) -> Capture
    {
        (0..<frames).map { _ in changed(frame, bits: 12, &generator) }
    }

    @Test(arguments: [false, true]) func aCaptureThatComesAgainIsAReplayHoweverItWasSaved(isMirrored: Bool) {
        var generator = SeededGenerator.announced()
        for _ in 0..<100 {
            let stored = Self.turning(&generator)
            let saved = stored.map { Self.changed($0, bits: Int.random(in: 0...12, using: &generator), &generator) }
            let strangers = (0..<6).map { _ in Self.random(&generator) }
            // Whole, backwards, part of it, and among frames of something else.
            for capture in [saved, saved.reversed(), Array(saved.dropFirst(4).prefix(7)), strangers + saved] {
                let frames = Self.sent(capture, isMirrored: isMirrored, &generator)
                #expect(ReplayRule.isReplay(frames, of: stored), "seed \(generator.seed)")
            }
        }
    }

    @Test func aStrangersCaptureIsNone() {
        var generator = SeededGenerator.announced()
        for _ in 0..<100 {
            let (first, second) = (Self.turning(&generator), Self.turning(&generator))
            #expect(!ReplayRule.isReplay(Self.sent(first, &generator), of: second), "seed \(generator.seed)")
        }
    }

    /// On two occasions all frames of somebody who holds still are alike: their order is what a replay has and another
    /// capture has not.
    @Test func anotherCaptureOfSomebodyWhoHoldsStillIsNone() {
        var generator = SeededGenerator.announced()
        var taken = 0
        for _ in 0..<300 {
            let person = Self.random(&generator)
            let stored = Self.still(around: person, &generator)
            #expect(ReplayRule.isReplay(Self.sent(stored, &generator), of: stored))
            let other = Self.sent(Self.still(around: person, &generator), &generator)
            if ReplayRule.isReplay(other, of: stored) { taken += 1 }
        }
        // Nine of thirteen places at random rise or fall once in thousands.
        #expect(taken <= 2, "seed \(generator.seed)")
    }

    /// Who comes back to the same views in another order was there, but not in this capture.
    @Test func theSameViewsInAnotherOrderAreNoReplay() {
        var generator = SeededGenerator.announced()
        let stored = Self.turning(&generator)
        let swayed = [6, 2, 10, 4, 12, 0, 8, 1, 11, 3, 9, 5, 7].map { stored[$0] }
        #expect(!ReplayRule.isReplay(Self.sent(swayed, &generator), of: stored))
    }

    @Test func halfOfTheFramesAreNoReplay() {
        var generator = SeededGenerator.announced()
        let stored = Self.turning(frames: 12, &generator)
        let strangers = (0..<6).map { _ in Self.random(&generator) }
        #expect(!ReplayRule.isReplay(Self.sent(stored.prefix(6) + strangers, &generator), of: stored))
        #expect(ReplayRule.isReplay(Self.sent(stored + strangers, &generator), of: stored))
    }

    @Test func ofFewerThanFiveFramesNothingIsSaid() {
        var generator = SeededGenerator.announced()
        let stored = Self.turning(&generator)
        let frames = Self.sent(stored, &generator)
        #expect(!ReplayRule.isReplay(Array(frames.prefix(4)), of: stored))
        #expect(!ReplayRule.isReplay(frames, of: Array(stored.prefix(4))))
        #expect(!ReplayRule.isReplay([], of: []))
        #expect(ReplayRule.isReplay(Array(frames.prefix(5)), of: stored))
    }

    @Test func theLongestRiseIsThatOfAnyChoiceOfPlaces() {
        var generator = SeededGenerator.announced()
        for _ in 0..<500 {
            let places = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                Int.random(in: 0...6, using: &generator)
            }
            let best = (0..<1 << places.count).map { choice in
                let chosen = places.indices.filter { choice >> $0 & 1 == 1 }.map { places[$0] }
                return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? chosen.count : 0
            }.max()
            #expect(ReplayRule.longestRise(of: places) == best, "seed \(generator.seed): \(places)")
        }
    }
}
