/// What a client sends in one request, as an evaluation cuts it from recorded material.
package enum PackageKind: String, Codable, CaseIterable, Sendable {
    /// Three frames within 66 ms, as unmodified apps of the vendor send them.
    case burst
    /// Thirteen frames over two seconds, as our own client sends them.
    case passive
    /// One frame.
    case still
    /// The file that a phone recorded.
    case video
    /// The answer to a challenge.
    case active

    /// nil for a kind that recordings are not cut into: a video is judged by frames as a passive package is, and an answer
    /// takes somebody who gives it (`onboarding eval challenge`).
    package var shape: PackageShape? {
        switch self {
        case .burst: PackageShape(frames: 3, minimumFrames: 3, spanInMilliseconds: 66)
        case .passive: PackageShape(frames: 13, minimumFrames: 12, spanInMilliseconds: 2000)
        case .still: PackageShape(frames: 1, minimumFrames: 1, spanInMilliseconds: 0)
        case .video, .active: nil
        }
    }

    package static let served = allCases.filter { $0.shape != nil }
}

/// How many frames a package has, and over which time.
package struct PackageShape: Equatable, Sendable {
    package let frames: Int
    /// A recording that lost a frame still gives a package with so many.
    package let minimumFrames: Int
    /// From the planned time of the first frame to that of the last.
    package let spanInMilliseconds: Double

    /// When frames are planned, from the start of the package; equally far apart.
    var plannedTimes: [Double] {
        (0..<frames).map { frames > 1 ? spanInMilliseconds * Double($0) / Double(frames - 1) : 0 }
    }

    /// How far from its planned time a frame may be, in milliseconds: half the planned distance, so that no frame serves
    /// twice.
    var tolerance: Double { frames > 1 ? spanInMilliseconds / Double(frames - 1) / 2 : 50 }
}
