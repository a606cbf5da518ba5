// The numbers of every level: the one place to change them.
//
// Where they come from: docs/measurements/liveness.md. The limits of the cues were chosen on rendered heads and computed
// prints and checked on sixteen real clips; `Tests/LivenessScorerTests` assesses this material again
// (`scripts/swift.sh test --filter LivenessScorerTests`). There was no recording of a real moving print, so no error rate
// is claimed for any level.
//
// What the levels differ in:
// - `highUsability` and `balanced` have the same cues; `highUsability` accepts smaller, more turned, softer and more dimly
//   lit faces.
// - `highSecurity` requires larger, sharper, better lit faces, a larger turn, a larger deformation and clearer depth. More
//   people have to try again. No level stops a video replay.

internal import FaceEngine

enum FusionData {
    static func gates(at level: LivenessLevel) -> GateThresholds {
        GateThresholds(
            maximumGapInMilliseconds: 1500,
            competitorAreaShare: 0.5,
            minimumFacePresence: 0.5,  // the limit of the network's authors
            // Of 269 upright images 5 have less. 235 of them, those in which a face is found at all, have 0.51 to 0.84 upside
            // down.
            surelyUprightDetectionScore: 0.85,
            samePersonScore: 3,
            nearDuplicateAtLeast: FrameRanking.nearDuplicateAtLeast,
            toleratedShareOfUnusableFrames: 0.5,
            minimumFramesOfMovement: 4,
            // Clients send 12 to 15 frames over two seconds. Of the 12 half may be bad, as any gate has it, and a third at the
            // highest level, even if all of these come first: 6 frames then last 0.9 s and 8 last 1.3 s.
            minimumUsableFrames: Int(PerLevel(6, 6, 8)[level]),
            minimumDurationInMilliseconds: PerLevel(1000, 1000, 1250)[level],
            // The eyes of a frontal face are 0.45 of its width apart: eye distances of 45, 58 and 72 pixels.
            minimumFaceWidthInPixels: PerLevel(100, 130, 160)[level],
            maximumYawInDegrees: PerLevel(35, 30, 30)[level],
            // Cameras held low add 10 to 17 degrees to the pitch of people who look straight ahead.
            maximumPitchInDegrees: PerLevel(35, 30, 30)[level],
            // Computed prints tilted by 20 degrees stay flat down to about 10 (r up to 0.3). Those tilted by 10 degrees become
            // unclear below 15 (r of 0.4) and look deep from 8 on. Real webcam frames have 20 and more.
            minimumFocus: PerLevel(10, 15, 25)[level],
            // ISO/IEC 19794-5 asks for 7 of a portrait; bona fide webcam frames in dim rooms have 6.0 to 6.8.
            minimumDynamicRangeInBits: PerLevel(5.5, 6, 7)[level],
            maximumClippedShare: PerLevel(0.35, 0.25, 0.15)[level])
    }

    /// One row for each cue.
    static let cues = [
        Row(
            "stillness", .mayRefuse,
            [
                "unchangedShare": 0.999,
                // Skipped blocks of a video codec leave up to 0.97 of the pixels unchanged.
                "compressedShare": 0.5,
            ]),
        Row("repetition", .mayRefuse, ["repeatedShare": 0.999, "changedShare": 0.5]),
        Row(
            "flatness", .replaceable,
            [
                "minimumTrackedPoints": 40,
                "minimumTrackedShare": 0.3,
                // Living faces that hold still have 0.3 and more.
                "rigidAtMostInPercent": 0.1,
                "minimumDeformationInPercent": PerLevel(1, 1, 1.5),
                // Tilted prints have 0.1 to 0.2, heads 0.5 to 0.9.
                "flatAtMost": 0.35,
                "deepAtLeast": PerLevel(0.45, 0.45, 0.5),
                // Without a turn, noise, moiré and speech look like depth.
                "minimumTurnInDegrees": PerLevel(8, 8, 12),
                // Tilted prints in patches of light that the cue would call deep have 3.5 and more. Living faces have 0.3 to
                // 3.2; one man of seventeen, who shakes his head in the sun, 4.3.
                "maximumPatchyLightInPercent": 3.3,
                "scoreZeroAt": 0.1,
                "scoreHundredAt": 0.9,
            ]),
        Row(
            "livingMotion", .required,
            [
                // Below, people sit still and speak softly, and the quotient measures noise.
                "minimumDeformationInPercent": 0.8,
                "frozenBelow": 0.22,
                "livingAtLeast": 0.3,
                "scoreZeroAt": 0.05,
                // Two thirds of the living faces have less.
                "scoreHundredAt": 2,
            ]),
        Row(
            "innerFlatness", .mayRefuse,
            [
                "minimumDeformationInPercent": 0.8,
                // Living faces have 0.51 at least.
                "flatBelow": 0.45,
                // Living faces have 0.34 at most.
                "slidesAbove": 0.5,
                "turnOffsetInDegrees": 3,
            ]),
        Row(
            "severalImages", .mayRefuse,
            [
                "minimumDeformationInPercent": 0.8,
                // Living faces reach 0.87 within one second, 0.68 within two.
                "minimumSpanInMilliseconds": 1500,
                // Fades and morphs have 0.94 and more.
                "blendedAbove": 0.8,
                // Living faces have 0.76 at most, images in turn 0.95 in the median.
                "inTurnAbove": 0.8,
            ]),
        ownTexture("faceTexture"),
        ownTexture("sceneTexture"),
        // What the pack says alone accuses somebody only where it is surer than of any living face of the development lists:
        // it has −5.3 for one of them.
        Row("padPack", .substitute, ["attackBelow": -6, "bonaFideAtLeast": 0]),
    ]

    /// The cues that the fit may give a weight: those that can find a capture bona fide.
    static func weighedCues(withPadPack: Bool) -> [String] {
        cues.filter { $0.role != .mayRefuse && (withPadPack || $0.cue != PadPack.name) }.map(\.cue)
    }

    /// What an optional pack says shifts the sum, so there is a table for servers with it and one for those without.
    static func table(withPadPack: Bool) -> FusionTable { withPadPack ? tableWithPadPack : tableOfOwnNetworks }

    /// Our own networks are too weak to decide anything alone (docs/measurements/texture-networks.md): no sample of theirs
    /// has so low a logit, and what they find bona fide is no ground. What they weigh, the fit says.
    private static func ownTexture(_ cue: String) -> Row {
        Row(cue, .weighed, ["attackBelow": -12, "bonaFideAtLeast": 0])
    }

    /// The gates whose lowest score is the score of a capture that is live by its quality alone.
    static let gatesOfStillScore: Set<GateName> = [.oneFace, .faceSize, .pose, .exposure, .focus, .samePerson]

    struct Row: Sendable {
        let cue: String
        let role: CueRow.Role
        let limits: [String: PerLevel]

        init(_ cue: String, _ role: CueRow.Role, _ limits: [String: PerLevel]) {
            self.cue = cue
            self.role = role
            self.limits = limits
        }
    }

    /// A number for each level; a literal is the same at all.
    struct PerLevel: Equatable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        let highUsability, balanced, highSecurity: Double

        init(_ highUsability: Double, _ balanced: Double, _ highSecurity: Double) {
            self.highUsability = highUsability
            self.balanced = balanced
            self.highSecurity = highSecurity
        }

        init(floatLiteral value: Double) { self.init(value, value, value) }

        init(integerLiteral value: Int) { self.init(floatLiteral: Double(value)) }

        subscript(level: LivenessLevel) -> Double {
            switch level {
            case .highUsability: highUsability
            case .balanced: balanced
            case .highSecurity: highSecurity
            }
        }
    }
}

extension LivenessThresholds {
    /// - Parameter withPadPack: whether the networks of the pack `pad` look at captures, too.
    public init(for level: LivenessLevel, withPadPack: Bool = false) {
        let table = FusionData.table(withPadPack: withPadPack)
        self.init(
            gates: FusionData.gates(at: level),
            cues: FusionData.cues.map { row in
                CueRow(
                    cue: row.cue, role: row.role, weight: table.weights[row.cue] ?? 0,
                    limits: row.limits.mapValues { $0[level] })
            },
            fusion: table.model(at: level))
    }
}
