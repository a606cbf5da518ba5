import OnboardingAPI
import Testing

@testable import Casework
@testable import LivenessScorer

/// An explanation names what would have helped by the codes of the answers, and what is to be said stands first.
@Suite struct RecaptureReasonTests {
    @Test func theCodesAreThoseOfTheAnswers() {
        #expect(RecaptureReason.allCases.map(\.rawValue) == RecaptureCause.Code.allCases.map(\.rawValue))
    }

    private func ordered(_ quantities: LivenessHint.Quantity...) -> [LivenessHint.Quantity] {
        quantities.compactMap { LivenessHint($0, 1, .atLeast, 2, .scale) }.mostTellingFirst.map(\.quantity)
    }

    /// What says to move more, and what says to move less or to hold still.
    private static let more: [LivenessHint.Quantity] = [
        .turn, .turnLeft, .turnRight, .nod, .approach, .blinks, .mouthOpening,
    ]
    private static let less: [LivenessHint.Quantity] = [.yaw, .pitch, .focus]

    @Test(arguments: more, less) func ofOppositesTheOneThatKeepsTheFaceFromBeingSeenIsSaid(
        more: LivenessHint.Quantity, less: LivenessHint.Quantity
    ) {
        #expect(ordered(more, less) == [less, more] && ordered(less, more) == [less, more])
    }

    @Test(arguments: [LivenessHint.Quantity.usableFrames, .duration, .longestGap])
    func whatIsWrongWithThePicturesIsSaidBeforeTheirNumber(frames: LivenessHint.Quantity) {
        for cause in LivenessHint.Quantity.allCases
        where ![.usableFrames, .duration, .longestGap, .processingTime].contains(cause) {
            #expect(ordered(frames, cause) == [cause, frames], "\(cause)")
        }
    }

    /// Whatever the order in which they were measured, one order is told: no two stand in a circle.
    @Test func theOrderOfAnyPairIsThatOfTheRanks() {
        for first in LivenessHint.Quantity.allCases {
            for second in LivenessHint.Quantity.allCases {
                let ranks = ordered(first, second).map { RecaptureReason($0).rank }
                #expect(ranks == ranks.sorted(), "\(first), \(second)")
                if RecaptureReason(first).rank == RecaptureReason(second).rank {
                    #expect(ordered(first, second) == [first, second], "equals stay as they were")
                }
            }
        }
    }
}
