import TestSupport
import Testing

@testable import LivenessScorer

@Suite struct RepetitionTests {
    /// What the cue finds where each frame shows one of some moments, and different moments share nothing.
    private func repeating(_ moments: [Int]) throws -> [Int] {
        let cue: Repetition = try .balanced()
        return cue.result(frames: moments.count) { moments[$0] == moments[$1] ? 1 : 0.1 }.frames
    }

    @Test func loopsAndReversalsComeBackToAMoment() throws {
        #expect(try repeating([0, 1, 2, 3, 0, 1, 2, 3]) == [4, 5, 6, 7])
        #expect(try repeating([0, 1, 2, 3, 2, 1, 0]) == [4, 5, 6])
        #expect(try repeating([0, 1, 0]) == [2])
    }

    @Test func whatOnlyGoesOnRepeatsNothing() throws {
        #expect(try repeating(Array(0..<15)) == [])
        // Frames that a codec skipped, and a whole capture of one moment, which `Stillness` is for.
        #expect(try repeating([0, 0, 1, 1, 1, 2]) == [])
        #expect(try repeating([0, 0, 0, 0]) == [])
    }

    @Test func nothingIsFoundInTooFewFramesAndAmongFramesWithoutAFace() throws {
        let cue: Repetition = try .balanced()
        #expect(cue.result(frames: 2) { _, _ in 1 }.found == .abstained(.tooFewFrames))
        #expect(cue.result(frames: 0) { _, _ in 1 }.found == .abstained(.tooFewFrames))
        #expect(cue.result(frames: 5) { _, _ in nil }.frames == [])
        #expect(cue.result(frames: 5) { _, _ in .nan }.frames == [])
    }

    /// As an injection it is refused without a word about attacks, whatever else is found.
    @Test func aLoopedCaptureIsUndecided() throws {
        let head = try Shared.turningHead.get()
        let order = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]
        let looped = zip(head, order).map { frame, index in
            CapturedFrame(bytes: head[index].bytes, timeInMilliseconds: frame.timeInMilliseconds)
        }
        let assessment = try Shared.scorer.get().assess(FaceCapture(frames: looped))
        #expect(assessment.decision == .unableToDecide)
        #expect(assessment.evidence.reason == .momentRepeated)
        #expect(assessment.evidence.word(of: Repetition.name) == .momentRepeated)
    }
}
