internal import DocVerify
internal import Onboarding
internal import OnboardingAPI

extension DocumentPosition {
    private static let millimetresPerInch = 25.4

    init(_ page: ReadDocument.Page) {
        let bounds = page.bounds
        self.init(
            pageIndex: page.imageIndex, side: page.side.map(Side.init),
            corners: bounds?.corners.map { Corner(x: $0.x, y: $0.y) }, angle: bounds?.angleInDegrees,
            cutOff: bounds?.cutOffSides.map(Edge.init),
            dpi: bounds?.pixelsPerMillimetre.map { Int(min(max($0 * Self.millimetresPerInch, 0), 100_000).rounded()) },
            mirrored: bounds?.isMirrored, quality: page.quality.map(Quality.init))
    }
}

extension DocumentPosition.Side {
    fileprivate init(_ side: DocumentSide) {
        self =
            switch side {
            case .front: .front
            case .back: .back
            case .page: .page
            }
    }
}

extension DocumentPosition.Edge {
    fileprivate init(_ side: DocumentBounds.Side) {
        self =
            switch side {
            case .top: .top
            case .right: .right
            case .bottom: .bottom
            case .left: .left
            }
    }
}

extension DocumentPosition.Quality {
    fileprivate init(_ figure: QualityFigure) {
        self.init(
            type: figure.criterion.rawValue.uppercased(), part: figure.part.rawValue.uppercased(),
            measured: figure.measured, wanted: figure.wanted, bound: figure.bound.rawValue, unit: figure.unit.rawValue,
            result: figure.holds ? .ok : .failed)
    }
}
