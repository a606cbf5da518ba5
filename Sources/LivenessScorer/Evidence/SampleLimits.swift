/// What a single image of a face is held to before its template is compared or kept (docs/measurements/sample-quality.md).
struct SampleLimits: Sendable {
    /// Those of a capture. What it takes to see a movement is not asked of a single image.
    var gates: GateThresholds
    /// Scale of `SampleDetail.innerFocus`.
    var minimumInnerFocus: Double
    /// Scale of `SampleDetail.evenness`.
    var minimumEvenness: Double
}
