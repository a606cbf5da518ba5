internal import LivenessScorer
internal import Tenancy

/// The comparisons of a capture with a document's photographs, and what the decision makes of them.
struct WeighedPhotographs: Sendable {
    let comparisons: PhotographComparisons
    let finding: PhotographComparisons.Finding
}

extension WeighedPhotographs {
    /// Of a capture (decision 0063).
    ///
    /// Whoever met a challenge before the camera may have had the document's photograph taken on the same day: a suspicion is
    /// then noted only. A tenant whose badges are photographed together with the selfie has suspicions noted only. Where stills are permitted
    /// and the capture is one, nobody can be asked for a frame in the portrait's pose: that there is none is noted only.
    init(
        _ comparisons: PhotographComparisons, of capture: LivenessEvidence, under setting: TenantSettings.PortraitReuse
    ) {
        self.comparisons = comparisons
        finding =
            switch (comparisons.finding, setting) {
            case (.reused, _): .reused
            case (_, .note): .unsuspicious
            case (.noFrameNearPortrait, .refuse) where capture.restsOnQualityAlone: .unsuspicious
            case (.suspected, .refuse) where capture.challenge?.isMet == true: .unsuspicious
            case (let finding, .refuse): finding
            }
    }

    /// Of an image that the client gave in the place of a capture: it says nothing about who is there, so nothing is decided.
    init(noting comparisons: PhotographComparisons) {
        self.comparisons = comparisons
        finding = .unsuspicious
    }
}
