import FaceEngine
import Synchronization
import Testing
import Vision

@testable import LivenessScorer

@Suite struct GivenUpTests {
    private static let givenUp = Checkpoint.GivenUp(secondsTaken: 5.25, secondsAllowed: 5)

    /// Gives up when it has been asked so often.
    private static func watch(after count: Int) -> Checkpoint.Watch {
        let asked = Questions()
        return Checkpoint.Watch { asked.next() > count ? givenUp : nil }
    }

    private final class Questions: Sendable {
        private let count = Atomic(0)

        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }

    @Test(arguments: [0, 1, 7, 20]) func aCaptureThatIsGivenUpIsUndecidedAndSaysWhy(questions: Int) throws {
        let capture = FaceCapture(rendered: try Shared.turningHead.get(), level: .balanced)
        let scorer = try Shared.scorer.get()
        let assessment = try Checkpoint.$watch.withValue(Self.watch(after: questions)) { try scorer.assess(capture) }
        #expect(assessment.decision == .unableToDecide)
        #expect(assessment.evidence.reason == .tookTooLong)
        #expect(assessment.template == nil && assessment.codes.isEmpty)
        #expect(assessment.evidence.frames.map(\.timeInMilliseconds) == capture.frames.map(\.timeInMilliseconds))
        let hints = assessment.components.flatMap { $0.hints ?? [] }
        #expect(hints.map(\.quantity) == [.processingTime])
        #expect(hints.map(\.measured) == [5250] && hints.map(\.wanted) == [5000])
    }

    @Test func whatIsWrongWithACaptureIsSaidAllTheSame() throws {
        var capture = FaceCapture(rendered: try Shared.turningHead.get(), level: .balanced)
        capture.clockwiseRotationInDegrees = 45
        let (scorer, asked) = (try Shared.scorer.get(), capture)
        #expect(throws: LivenessError.rotationInvalid) {
            try Checkpoint.$watch.withValue(Self.watch(after: 0)) { try scorer.assess(asked) }
        }
    }
}
