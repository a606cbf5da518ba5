/// What was measured where a gate or a cue does not pass, and what would have been enough, so that a client can say "turn a
/// little more" or "more light". Stored and sent, so each word is stable.
public struct LivenessHint: Codable, Equatable, Sendable {
    public enum Quantity: String, Codable, Sendable, CaseIterable {
        case framesWithOneFace, usableFrames, duration, longestGap
        /// Of the face, from side to side.
        case faceWidth
        /// Of the head away from the camera, in one frame.
        case yaw, pitch
        /// Of the light on the face.
        case dynamicRange, clippedDarkShare, clippedBrightShare, lightChange
        case focus
        /// Of the head over the capture.
        case turn
        /// Of the head from rest, to the side that was asked for: the person's own.
        case turnLeft, turnRight
        /// Of the head, down and back.
        case nod
        /// By how much the face grew.
        case approach
        case blinks
        /// Between the inner lips, over their width.
        case mouthOpening
        /// Of the light on the face, with the screen's colours.
        case screenLight
        /// Of the processor, until the capture was given up.
        case processingTime
    }

    public enum Bound: String, Codable, Sendable, CaseIterable {
        case atLeast, atMost
    }

    public enum Unit: String, Codable, Sendable, CaseIterable {
        case frames, milliseconds, pixels, degrees, bits, percent, times
        /// A scale of our own, see `FaceMeasurements`.
        case scale
    }

    public let quantity: Quantity
    /// Of several frames that fail, the median.
    public let measured: Double
    public let bound: Bound
    public let wanted: Double
    public let unit: Unit

    private enum CodingKeys: String, CodingKey {
        case quantity, measured, bound, wanted, unit
    }

    /// nil for what is no number: JSON has no word for it, and a client could do nothing with it.
    init?(_ quantity: Quantity, _ measured: Double, _ bound: Bound, _ wanted: Double, _ unit: Unit) {
        guard measured.isFinite, wanted.isFinite else { return nil }
        self.quantity = quantity
        self.measured = measured
        self.bound = bound
        self.wanted = wanted
        self.unit = unit
    }

    /// Whether what was measured is within the bound; a hint is only given where it is not.
    var isMet: Bool { bound == .atLeast ? measured >= wanted : measured <= wanted }
}
