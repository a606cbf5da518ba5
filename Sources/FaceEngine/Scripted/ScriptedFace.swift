// Values that nobody measured, for the personas of the sandbox (decision 0087). Whoever keeps them says so beside them.

extension FaceTemplate {
    /// A direction that belongs to no face.
    package init(scriptedBy model: ModelIdentity) {
        self.init(model: model, values: [1], partLengths: [1])
    }

    /// A direction that somebody made up. Nil for one without length.
    /// - Parameter partLengths: as `FaceTemplate`'s; nil for one part.
    package init?(madeUp values: [Float], by model: ModelIdentity, partLengths: [Int]? = nil) {
        guard let scaled = FaceDescriptor.scaled(values, toLength: 1) else { return nil }
        self.init(model: model, values: scaled, partLengths: partLengths ?? [values.count])
    }

    /// Whether it is the one that belongs to no face: networks have more to say.
    package var isScripted: Bool { values.count == 1 }
}

extension ComparisonScore {
    /// A score of −log10 of the false match rate that no two faces have.
    package init(scripted value: Double, by model: ModelIdentity) {
        self.init(value: value, isExtrapolated: true, similarity: 0, model: model)
    }
}

extension PhotographComparison {
    /// Of a portrait that shows too little to be told from a photograph.
    package static let scripted = PhotographComparison(
        cannotTell: .portraitTooSmall, portraitFaceWidthInPixels: nil, thresholds: .standard)
}

extension FaceMeasurements {
    /// A face that looks straight ahead.
    /// - Parameter share: of its width in the shorter side of the image.
    package init(scriptedFaceWidthInPixels width: Double, share: Double) {
        (yawInDegrees, pitchInDegrees, rollInDegrees) = (0, 0, 0)
        interEyeDistanceInPixels = 0.45 * width
        faceWidthInPixels = width
        faceWidthShare = share
        shareInsideImage = 1
        (focus, meanLuminance, dynamicRangeInBits) = (100, 128, 7)
        (clippedDarkShare, clippedBrightShare, unevenness) = (0, 0, 0)
    }
}
