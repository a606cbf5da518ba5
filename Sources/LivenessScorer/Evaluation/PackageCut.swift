internal import Foundation

/// One package, cut from the frames of a recording.
package struct PackageCut: Equatable, Sendable {
    /// Packages of one recording begin this many milliseconds apart.
    package static let step = 1000.0

    /// After the recording's first frame, in whole steps.
    package let startInMilliseconds: Double
    /// Indices of the frames, rising.
    package let frames: [Int]
}

/// Why a recording gives no package of a kind. Written into reports, so each word is stable.
package enum PackageShortfall: String, Error, Codable, CaseIterable, Sendable {
    /// Recordings are not cut into this kind.
    case notServed
    /// No frame, or times that do not rise, are not finite, or span more than a day.
    case timesUnusable
    /// It ends before the last frame of the first package.
    case tooShort
    /// Its frames are too far apart.
    case tooFewFrames
}

extension PackageKind {
    /// The packages of a recording: one at each step from its first frame on, each made of the frames nearest to the planned
    /// times. A frame further from its planned time than half the planned distance is left out; a package that lacks too
    /// many is none.
    ///
    /// - Parameter times: of the recording's frames, in milliseconds.
    /// - Returns: the shortfall where there is no package at all.
    package func packages(ofFramesAt times: [Double]) -> Result<[PackageCut], PackageShortfall> {
        guard let shape else { return .failure(.notServed) }
        let longest = 24.0 * 3600 * 1000
        guard let first = times.first, let last = times.last, times.allSatisfy(\.isFinite), last - first <= longest,
            zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
        else { return .failure(.timesUnusable) }

        // Only steps near a frame are tried, so that the work follows the frames and not the stated times.
        var steps: [Double] = []
        for time in times {
            let step = ((time - first) / PackageCut.step).rounded()
            if steps.last != step { steps.append(step) }
        }
        let cuts = steps.compactMap { step in
            let start = step * PackageCut.step
            let chosen = shape.plannedTimes.compactMap { planned in
                Self.nearest(to: first + start + planned, in: times, within: shape.tolerance)
            }
            let frames = chosen.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
            return frames.count >= shape.minimumFrames ? PackageCut(startInMilliseconds: start, frames: frames) : nil
        }
        guard cuts.isEmpty else { return .success(cuts) }
        return .failure(last - first + shape.tolerance < shape.spanInMilliseconds ? .tooShort : .tooFewFrames)
    }

    /// The index of the nearest of the rising times, the earlier one of two; nil if it is too far away.
    private static func nearest(to planned: Double, in times: [Double], within tolerance: Double) -> Int? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < planned { low = middle + 1 } else { high = middle }
        }
        let neighbours = [low - 1, low].filter(times.indices.contains)
        guard let nearest = neighbours.min(by: { abs(times[$0] - planned) < abs(times[$1] - planned) }),
            abs(times[nearest] - planned) <= tolerance
        else { return nil }
        return nearest
    }
}
