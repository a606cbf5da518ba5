// Made by `onboarding eval fusion`; docs/measurements/fusion.md says on what.

extension FusionData {
    static let table = FusionTable(
        bias: -0.176,
        weights: [
            "flatness": 0.0,
            "livingMotion": 0.985,
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
}
