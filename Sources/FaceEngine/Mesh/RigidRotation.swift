internal import Vision

/// The best rotation between two sets of points, by Horn's quaternion method.
enum RigidRotation {
    /// Where the unit axes x, y and z go under the rotation that carries `from` onto `to` with the least squared error,
    /// both taken about their means. The lists are of equal length.
    static func best(from: [Point3], to: [Point3]) -> (Point3, Point3, Point3) {
        let fromMean = Point3.mean(of: from)
        let toMean = Point3.mean(of: to)
        var s = [[Double]](repeating: [0, 0, 0], count: 3)
        for (source, target) in zip(from, to) {
            let p = source - fromMean
            let q = target - toMean
            for (row, a) in [p.x, p.y, p.z].enumerated() {
                s[row][0] += a * q.x
                s[row][1] += a * q.y
                s[row][2] += a * q.z
            }
        }
        let matrix = [
            [s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]],
            [s[1][2] - s[2][1], s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]],
            [s[2][0] - s[0][2], s[0][1] + s[1][0], s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]],
            [s[0][1] - s[1][0], s[2][0] + s[0][2], s[1][2] + s[2][1], s[2][2] - s[0][0] - s[1][1]],
        ]
        let q = largestEigenpair(ofSymmetric: matrix).vector
        let (w, x, y, z) = (q[0], q[1], q[2], q[3])
        return (
            Point3(x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + w * z), z: 2 * (x * z - w * y)),
            Point3(x: 2 * (x * y - w * z), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + w * x)),
            Point3(x: 2 * (x * z + w * y), y: 2 * (y * z - w * x), z: 1 - 2 * (x * x + y * y))
        )
    }
}
