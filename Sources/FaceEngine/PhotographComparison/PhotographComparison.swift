/// Whether a live capture shows the very photograph that a document bears, instead of a person of whom there is also a
/// photograph on the document. Stored as
///
///     {"algorithm":1,"decision","frames":[{"angleInDegrees","frame","isMirrored","mesh":{…},"rigid":{…}}],
///      "nearestAngleInDegrees","portraitFaceWidthInPixels","reason","thresholds":{…}}
///
/// with `mesh` and `rigid` as `PhotographAgreement`, `thresholds` as `PhotographThresholds`; `reason` stands beside
/// `cannotTell` alone, and `nearestAngleInDegrees` beside the reason `noFrameNearPose`, from when it was recorded.
///
/// What was measured: docs/measurements/portrait-reuse.md.
public struct PhotographComparison: Codable, Equatable, Sendable {
    public enum Decision: String, Codable, Sendable {
        /// One photograph: no two photographs of one person agree so well even where they are weakest.
        case reused
        /// One photograph, or two of one sitting.
        case suspected
        /// Two photographs, of whomever.
        case different
        /// Nothing was compared; says nothing for the capture.
        case cannotTell
    }

    /// Why nothing could be compared.
    public enum Reason: String, Codable, Sendable {
        /// No face was found in the image that should bear a portrait.
        case noPortrait
        /// The portrait's face is too small for its details to be told apart.
        case portraitTooSmall
        /// No frame shows a face that is large enough.
        case noFace
        /// No frame shows the face as the portrait does, or none as its mirror image does: whoever turns a photograph could
        /// avoid just these poses.
        case noFrameNearPose
    }

    /// One frame against the portrait.
    public struct FrameComparison: Codable, Equatable, Sendable {
        /// The frame's number in the capture.
        public let frame: Int
        /// Whether the portrait was compared as its mirror image.
        public let isMirrored: Bool
        /// Between the directions in which both faces look; their tilt in the image does not count.
        public let angleInDegrees: Double
        /// After both faces were laid over each other by turn, scale and shift.
        public let rigid: PhotographAgreement
        /// After the frame's face was laid over the portrait's point by point of their meshes; nil where the faces agree so
        /// little that this is not tried.
        public let mesh: PhotographAgreement?

        private enum CodingKeys: String, CodingKey {
            case frame, isMirrored, angleInDegrees, rigid, mesh
        }
    }

    /// Which way of computing the numbers gave them: those of different ways do not compare.
    public let algorithm: Int
    public let decision: Decision
    /// Nil unless the decision is `cannotTell`.
    public let reason: Reason?
    /// Nil where there is no portrait.
    public let portraitFaceWidthInPixels: Double?
    /// The frames that were compared, at most `PhotographThresholds.mostFrames`, by their numbers in the capture; a frame
    /// stands here twice where its pose is near the portrait's and near that of its mirror image.
    public let frames: [FrameComparison]
    /// How far the nearest frame is from the pose of the portrait, or from that of its mirror image, whichever is farther: the angle
    /// that is held to `greatestAngleInDegrees`. Nil where no frame is compared.
    public let nearestAngleInDegrees: Double?
    public let thresholds: PhotographThresholds

    private static let currentAlgorithm = 1

    private enum CodingKeys: String, CodingKey {
        case algorithm, decision, reason, portraitFaceWidthInPixels, frames, nearestAngleInDegrees, thresholds
    }

    /// Nothing was compared.
    init(cannotTell reason: Reason, portraitFaceWidthInPixels: Double?, thresholds: PhotographThresholds) {
        algorithm = Self.currentAlgorithm
        decision = .cannotTell
        self.reason = reason
        self.portraitFaceWidthInPixels = portraitFaceWidthInPixels
        frames = []
        nearestAngleInDegrees = nil
        self.thresholds = thresholds
    }

    /// The decision on frames that were compared: the strictest that any of them asks for. No two photographs are different
    /// before a frame was compared with the portrait, and one with its mirror image.
    /// - Parameter nearest: as `nearestAngleInDegrees`, of every frame that is large enough.
    init(
        _ frames: [FrameComparison], portraitFaceWidthInPixels: Double, nearest: Double? = nil,
        thresholds: PhotographThresholds
    ) {
        algorithm = Self.currentAlgorithm
        let isComplete = frames.contains(where: \.isMirrored) && frames.contains { !$0.isMirrored }
        if frames.contains(where: thresholds.areCertain) {
            decision = .reused
        } else if frames.contains(where: thresholds.areSuspect) {
            decision = .suspected
        } else {
            decision = isComplete ? .different : .cannotTell
        }
        reason = decision == .cannotTell ? .noFrameNearPose : nil
        self.portraitFaceWidthInPixels = portraitFaceWidthInPixels
        self.frames = frames
        nearestAngleInDegrees = reason == .noFrameNearPose ? nearest : nil
        self.thresholds = thresholds
    }
}

extension PhotographComparison {
    /// Of `rigid.correlation`: one photograph within some degrees of its own pose has far more
    /// (docs/measurements/portrait-reuse.md).
    private static let leastRigidForMesh = 0.6

    /// Compares those of the frames that are nearest in pose to the portrait, and those nearest to its mirror image.
    init(
        of portrait: PhotographedPortrait?, frames: [(number: Int, face: PhotographedFace)],
        thresholds: PhotographThresholds = .standard
    ) {
        let width = portrait?.face.faceWidthInPixels
        func cannotTell(_ reason: Reason) -> PhotographComparison {
            PhotographComparison(cannotTell: reason, portraitFaceWidthInPixels: width, thresholds: thresholds)
        }
        guard let portrait, let width else {
            self = cannotTell(.noPortrait)
            return
        }
        guard width >= thresholds.leastFaceWidthInPixels else {
            self = cannotTell(.portraitTooSmall)
            return
        }
        let large = frames.filter { $0.face.faceWidthInPixels >= thresholds.leastFaceWidthInPixels }
        guard !large.isEmpty else {
            self = cannotTell(.noFace)
            return
        }
        var compared: [FrameComparison] = []
        var farthest = 0.0
        for (face, isMirrored) in [(portrait.face, false), (portrait.mirrored, true)] {
            let angles = large.map { (frame: $0, angle: $0.face.poseDistanceInDegrees(to: face)) }
            farthest = max(farthest, angles.map(\.angle).min() ?? 0)
            let near = angles.filter { $0.angle <= thresholds.greatestAngleInDegrees }
                .sorted { ($0.angle, $0.frame.number) < ($1.angle, $1.frame.number) }
                .prefix(thresholds.mostFrames)
            guard !near.isEmpty else { continue }
            let overlay = PortraitOverlay(face)
            compared += near.map { frame, angle in
                let rigid = overlay.rigidAgreement(with: frame.face)
                let isNear = rigid.correlation >= Self.leastRigidForMesh
                return FrameComparison(
                    frame: frame.number, isMirrored: isMirrored, angleInDegrees: angle, rigid: rigid,
                    mesh: isNear ? overlay.meshAgreement(with: frame.face) : nil)
            }
        }
        self.init(
            compared.sorted { ($0.frame, $0.isMirrored ? 1 : 0) < ($1.frame, $1.isMirrored ? 1 : 0) },
            portraitFaceWidthInPixels: width, nearest: farthest, thresholds: thresholds)
    }
}
