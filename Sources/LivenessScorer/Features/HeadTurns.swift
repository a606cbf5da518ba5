internal import FaceEngine
internal import Foundation

/// How far the head of each frame is turned from that of one of them, by the mesh, in degrees.
struct HeadTurns: Equatable, Sendable {
    let yaws: [Double]
    let pitches: [Double]

    init(of meshes: [FaceMesh], against anchor: Int) {
        let rotations = meshes.map { meshes[anchor].rotation(onto: $0) }
        yaws = rotations.map(\.yawInDegrees)
        pitches = rotations.map(\.pitchInDegrees)
    }

    init(yaws: [Double], pitches: [Double]) {
        self.yaws = yaws
        self.pitches = pitches
    }

    /// The hypotenuse of the ranges of yaw and pitch.
    var rangeInDegrees: Double { hypot(Self.range(yaws), Self.range(pitches)) }

    func angle(between first: Int, and second: Int) -> Double {
        hypot(yaws[first] - yaws[second], pitches[first] - pitches[second])
    }

    /// The frame that has most others within `reach` degrees, and those with it, in order. Of several such frames the one
    /// nearest to the middle, of two equally near the earlier.
    func densest(within reach: Double) -> (anchor: Int, frames: [Int]) {
        func near(_ frame: Int) -> [Int] { yaws.indices.filter { angle(between: frame, and: $0) <= reach } }
        let middle = yaws.count / 2
        let anchor =
            yaws.indices.max {
                (near($0).count, -abs($0 - middle), -$0) < (near($1).count, -abs($1 - middle), -$1)
            } ?? 0
        return (anchor, yaws.isEmpty ? [] : near(anchor))
    }

    /// Only the given frames.
    func of(_ frames: [Int]) -> HeadTurns {
        HeadTurns(yaws: frames.map { yaws[$0] }, pitches: frames.map { pitches[$0] })
    }

    private static func range(_ angles: [Double]) -> Double {
        guard let least = angles.min(), let most = angles.max() else { return 0 }
        return most - least
    }
}
