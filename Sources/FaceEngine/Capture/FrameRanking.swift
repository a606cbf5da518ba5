/// Which frames of a capture show the face best.
public enum FrameRanking {
    /// How many frames at most make a capture's template: the best, and the next ones that are no near-duplicates of it.
    public static let framesOfTemplate = 3
    /// From this detail similarity to the best frame on a frame is a near-duplicate of it, and shows nobody else: two people
    /// in one studio's light have at most 0.77, and 0.84 where both are equally blurred (docs/measurements/face-frames.md).
    public static let nearDuplicateAtLeast = 0.86

    /// Frames below this share of the median focus come last.
    private static let softShare = 0.6

    /// The frames by their numbers in the list, best first: the most frontal ones among those that are about as sharp as
    /// the rest. Ties keep their order.
    public static func bestFirst(_ frames: [FaceMeasurements]) -> [Int] {
        let sharpnesses = frames.map(\.focus).sorted()
        guard let median = sharpnesses.dropFirst(sharpnesses.count / 2).first else { return [] }
        func rank(_ index: Int) -> (Int, Double, Int) {
            let frame = frames[index]
            let yaw = frame.yawInDegrees
            let pitch = frame.pitchInDegrees
            return (frame.focus < softShare * median ? 1 : 0, yaw * yaw + pitch * pitch, index)
        }
        return frames.indices.sorted { rank($0) < rank($1) }
    }
}
