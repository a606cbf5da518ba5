// Made by `onboarding eval fusion`; docs/measurements/fusion.md says on what.

extension FusionData {
    static let tableOfOwnNetworks = FusionTable(
        bias: -0.15,
        weights: [
            "faceTexture": 0.0,
            "flatness": 0.0,
            "livingMotion": 1.029,
            "sceneTexture": 0.0,
        ],
        leastLogOdds: PerLevel(0.23, 0.23, 0.5),
        leastSumAgainst: -1.0,
        falseRejections: [
            .init(0.24, 0.0),
            .init(0.28, 4.11),
            .init(0.42, 9.59),
            .init(0.48, 13.7),
            .init(0.51, 19.18),
            .init(0.52, 26.03),
            .init(0.56, 34.25),
            .init(0.62, 38.36),
            .init(0.7, 42.47),
            .init(0.72, 49.32),
            .init(0.73, 53.42),
            .init(0.82, 58.9),
            .init(0.87, 61.64),
            .init(0.88, 67.12),
        ])

    static let tableWithPadPack = FusionTable(
        bias: -0.69,
        weights: [
            "faceTexture": 0.0,
            "flatness": 0.0,
            "livingMotion": 0.887,
            "padPack": 1.197,
            "sceneTexture": 0.0,
        ],
        leastLogOdds: PerLevel(0.42, 0.5, 0.56),
        leastSumAgainst: -1.3,
        falseRejections: [
            .init(0.39, 0.0),
            .init(0.56, 4.58),
            .init(0.7, 9.92),
            .init(0.71, 14.5),
            .init(0.78, 19.08),
            .init(0.81, 23.66),
            .init(0.85, 29.77),
            .init(0.88, 34.35),
            .init(0.93, 39.69),
            .init(1.01, 44.27),
            .init(1.04, 48.85),
            .init(1.08, 52.67),
            .init(1.09, 56.49),
            .init(1.13, 64.12),
            .init(1.18, 67.94),
            .init(1.21, 74.05),
            .init(1.28, 78.63),
            .init(1.34, 83.97),
            .init(1.39, 87.79),
        ])
}
