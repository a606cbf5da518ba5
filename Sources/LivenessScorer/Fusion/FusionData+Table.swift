// Made by `onboarding eval fusion`; docs/measurements/fusion.md says on what.

extension FusionData {
    static let tableOfOwnNetworks = FusionTable(
        bias: -0.176,
        weights: [
            "flatness": 0.0,
            "livingMotion": 0.985,
            "faceTexture": 0.0,
            "sceneTexture": 0.0,
        ],
        leastLogOdds: PerLevel(0.19, 0.19, 0.44),
        leastSumAgainst: -1.0,
        falseRejections: [
            .init(0.19, 0.0),
            .init(0.23, 4.11),
            .init(0.37, 9.59),
            .init(0.43, 13.7),
            .init(0.45, 16.44),
            .init(0.46, 20.55),
            .init(0.47, 28.77),
            .init(0.5, 34.25),
            .init(0.56, 38.36),
            .init(0.63, 42.47),
            .init(0.66, 49.32),
            .init(0.67, 53.42),
            .init(0.75, 56.16),
            .init(0.8, 61.64),
            .init(0.81, 67.12),
        ])

    static let tableWithPadPack = FusionTable(
        bias: -0.849,
        weights: [
            "faceTexture": 0.0,
            "flatness": 0.0,
            "livingMotion": 0.86,
            "padPack": 1.39,
            "sceneTexture": 0.0,
        ],
        leastLogOdds: PerLevel(0.3, 0.36, 0.43),
        leastSumAgainst: -1.35,
        falseRejections: [
            .init(0.27, 0.0),
            .init(0.44, 4.58),
            .init(0.63, 9.16),
            .init(0.67, 13.74),
            .init(0.75, 19.85),
            .init(0.76, 22.14),
            .init(0.82, 28.24),
            .init(0.86, 34.35),
            .init(0.91, 39.69),
            .init(1.03, 44.27),
            .init(1.04, 46.56),
            .init(1.08, 52.67),
            .init(1.1, 58.78),
            .init(1.13, 63.36),
            .init(1.18, 69.47),
            .init(1.22, 74.05),
            .init(1.29, 78.63),
            .init(1.34, 83.97),
            .init(1.4, 87.79),
        ])
}
