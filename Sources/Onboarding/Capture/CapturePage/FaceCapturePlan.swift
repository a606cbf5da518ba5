internal import LivenessScorer
internal import OnboardingCore
internal import Tenancy

/// How the capture page films a face, so that the scorer's gates (`FusionData.gates`) find what they ask for at every level.
package struct FaceCapturePlan: Equatable, Sendable {
    /// As a face package names it.
    package let workflow: String
    /// How many frames are wanted.
    package let frames: Int
    /// From the first to the last of them.
    package let seconds: Double
    /// With fewer it is not worth sending: the gates would say that they are too few.
    package let leastFrames: Int
    /// By how much a head that is asked to turn has turned far enough, whatever it is asked for.
    package let turnInDegrees: Double

    /// What all measurements of the passive workflow were made with (docs/measurements/liveness.md): 14 frames, 200 ms apart, of 15
    /// that a package may have. 2.6 s are twice what the highest level asks for.
    private static let passiveFrames = 14
    private static let passiveIntervalInSeconds = 0.2
    /// Half of them may be unusable, a third at the highest level: the 6 and 8 that are left are what is asked for, and last long
    /// enough wherever they stand.
    private static let leastPassiveFrames = 12
    /// Eight seconds show a challenge with its lead-in and what may come late. `Limit.activeFrames` are eleven a second then, which
    /// shows blinks; one each 400 ms is the longest gap that an answer may have (docs/measurements/active-workflow.md).
    private static let challengeSeconds = 8
    private static let leastFramesOfAnswer = 20

    /// - Parameter answersChallenge: whether the next capture has to.
    init(_ settings: TenantSettings, answersChallenge: Bool) {
        if answersChallenge {
            workflow = Self.name(.foxtrot)
            frames = Limit.activeFrames.value
            seconds = Double(Self.challengeSeconds)
            leastFrames = Self.leastFramesOfAnswer
            turnInDegrees = ChallengeLimits().turnInDegrees
        } else {
            // By the front camera, as near to it as the tenant allows. Foxtrot without a challenge is decided as charlie.
            let families: [Workflow.Family] = [.charlie, .foxtrot, .hotel, .delta]
            workflow = Self.name(families.first(where: settings.allowedWorkflows.contains) ?? .charlie)
            frames = Self.passiveFrames
            seconds = Double(Self.passiveFrames - 1) * Self.passiveIntervalInSeconds
            leastFrames = Self.leastPassiveFrames
            turnInDegrees = PrescribedTurn.leastInDegrees
        }
    }

    /// Of the middle level; a tenant that asks for a higher one has it decided there.
    private static func name(_ family: Workflow.Family) -> String {
        family.rawValue + String(Workflow.SecurityLevel.balanced.rawValue)
    }
}
