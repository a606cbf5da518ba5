extension DocumentEvidence {
    private typealias Place = (criterion: QualityFigure.Criterion, part: QualityFigure.Part)

    /// The quality that the images lacked, where another capture is asked for: of those that the reason may come from, the first that
    /// does not hold. Nil where all hold or none was measured.
    ///
    /// - Parameter reason: nil where the portrait was not found.
    package func shortfall(for reason: RetryReason?) -> QualityFigure? {
        let figures = images.flatMap { $0.quality ?? [] }.filter { !$0.holds }
        return Self.places(for: reason).lazy.compactMap { place in
            figures.first { $0.criterion == place.criterion && $0.part == place.part }
        }.first
    }

    /// What it may come from, the likeliest first.
    private static func places(for reason: RetryReason?) -> [Place] {
        let document: [Place] = [
            (.brightness, .document), (.resolution, .document), (.focus, .document), (.glare, .document),
            (.perspective, .document),
        ]
        switch reason {
        case .mrzTooSmall: return [(.resolution, .mrz), (.resolution, .document)]
        case .mrzBlurred: return [(.focus, .mrz), (.focus, .document)]
        case .mrzCutOff: return [(.bounds, .document)]
        case .mrzUnreadable, .mrzUncertain:
            return [(.bounds, .document), (.glare, .mrz), (.resolution, .mrz), (.focus, .mrz)] + document
        case .mrzNotFound: return [(.bounds, .document)] + document
        case nil: return [(.bounds, .document), (.glare, .portrait)] + document
        case .severalDocuments, .tookTooLong: return []
        }
    }
}
