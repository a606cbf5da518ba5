extension SampleLimits {
    /// The gates of the level that refuses the least: what no capture may be, no image may be either. But for two.
    static let standard: SampleLimits = {
        var gates = FusionData.gates(at: .highUsability)
        // A capture needs 100 pixels to show how a face moves. Templates hold their false match rates from fewer on.
        gates.minimumFaceWidthInPixels = 80
        // Whoever hands an image in can choose one with one person.
        gates.competitorAreaShare = 0.25
        return SampleLimits(gates: gates, minimumInnerFocus: 2.5, minimumEvenness: 0.17)
    }()
}
