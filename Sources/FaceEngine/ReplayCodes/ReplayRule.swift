/// Whether a capture is one that was stored before, saved anew, resized, cropped, mirrored, reversed or lit otherwise.
///
/// Most of its frames have to be near to frames of one stored capture, and these have to follow each other in the stored
/// order or against it. Without the order, other captures of a person are taken for the stored one: whoever holds still shows
/// one view all the time, and whoever moves comes back to it.
///
/// The bounds are those of a prototype, chosen on clips of other people. What they do: docs/measurements/replay-guard.md.
package enum ReplayRule {
    /// Of frames that are near to each other, in bits of `FrameCode.distance`.
    package static let nearAtMost = 60
    /// Of the frames, those that are near to the stored capture.
    static let leastShare = 0.6
    /// Of the frames, those on the longest run in stored order.
    static let leastOrder = 0.65
    /// Fewer frames have an order by chance, so nothing is said of them.
    package static let leastFrames = 5

    /// - Parameters:
    ///   - frames: in the order of the capture.
    ///   - stored: the same of the capture that was stored.
    package static func isReplay(_ frames: [CodedFrame], of stored: [FrameCode]) -> Bool {
        guard frames.count >= leastFrames, stored.count >= leastFrames else { return false }
        return [frames.map(\.asShown), frames.map(\.mirrored)].contains { frames in
            let similarity = similarity(of: frames, to: stored)
            return similarity.share >= leastShare && similarity.order >= leastOrder
        }
    }

    /// - Returns: of the frames, those that are near to the stored capture, and those on the longest run in stored order or
    ///   against it; 0 to 1.
    static func similarity(of frames: [FrameCode], to stored: [FrameCode]) -> (share: Double, order: Double) {
        let places = places(of: frames, in: stored)
        let run = max(longestRise(of: places), longestRise(of: places.reversed()))
        let count = Double(max(frames.count, 1))
        return (Double(places.count) / count, Double(run) / count)
    }

    /// For each frame that is near to a stored one the place of the nearest; of several the first.
    private static func places(of frames: [FrameCode], in stored: [FrameCode]) -> [Int] {
        frames.compactMap { frame in
            let distances = stored.map(frame.distance)
            guard let least = distances.min(), least <= nearAtMost else { return nil }
            return distances.firstIndex(of: least)
        }
    }

    /// How many of `places` can be kept so that they rise strictly.
    static func longestRise(of places: [Int]) -> Int {
        // The least place on which a rise of each length can end; itself rising.
        var ends: [Int] = []
        for place in places {
            let length = ends.firstIndex { $0 >= place } ?? ends.count
            if length == ends.count { ends.append(place) } else { ends[length] = place }
        }
        return ends.count
    }
}
