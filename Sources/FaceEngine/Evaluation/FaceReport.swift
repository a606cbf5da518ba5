/// What `onboarding eval faces --report` writes: how well a descriptor tells people apart. Rates are 0 to 1.
public struct FaceReport: Codable, Equatable, Sendable {
    public struct Point: Codable, Equatable, Sendable {
        /// The false match rate that the threshold was set for, on the fitting half.
        public let fmr: Double
        /// The similarity from which on two samples count as mated.
        public let threshold: Double
        /// Share of mated pairs below the threshold.
        public let fnmr: Double
        /// Exact 95 % bounds of `fnmr` (Clopper and Pearson), as if the pairs were independent.
        public let low: Double
        public let high: Double
        /// How many mated pairs fell below the threshold.
        public let missed: Int
        /// The false match rate at this threshold on the non-mated pairs of this report; nil where there are none.
        public let observedFMR: Double?
        /// Its exact 95 % bounds, as if the pairs were independent, which the pairs of one image are not.
        public let observedFMRLow: Double?
        public let observedFMRHigh: Double?
        /// Whether the threshold lies beyond what the fitting half's pairs can show.
        public let isExtrapolated: Bool
    }

    /// The name of the set; nil for the report as a whole.
    public var name: String?
    /// Name of the model.
    public var model: String
    /// Mated pairs compared.
    public var genuine: Int
    /// Non-mated pairs compared.
    public var impostor: Int
    /// Images looked at.
    public var images: Int
    /// Share of the images in which no face was found.
    public var failureToEnroll: Double
    /// Mean time from the file's bytes to the template of a frame, over the first hundred images of the data set, one at
    /// a time.
    public var millisecondsPerImage: Double
    /// The same from the decoded image to the template of a document's portrait.
    public var millisecondsPerPortrait: Double
    public var points: [Point]
    /// The same for parts of the images and for other ways of looking at them; empty within a set.
    public var sets: [FaceReport]
    /// By the quality of both samples; of the report as a whole, where it was asked for.
    public var quality: QualityReport?
}
