internal import Foundation

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
        let q = largestEigenvector(ofSymmetric: matrix)
        let (w, x, y, z) = (q[0], q[1], q[2], q[3])
        return (
            Point3(x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + w * z), z: 2 * (x * z - w * y)),
            Point3(x: 2 * (x * y - w * z), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + w * x)),
            Point3(x: 2 * (x * z + w * y), y: 2 * (y * z - w * x), z: 1 - 2 * (x * x + y * y))
        )
    }

    /// The unit eigenvector of the largest eigenvalue of a 4 × 4 matrix, by Jacobi rotations.
    private static func largestEigenvector(ofSymmetric matrix: [[Double]]) -> [Double] {
        var a = matrix
        var vectors = (0..<4).map { row in (0..<4).map { $0 == row ? 1.0 : 0.0 } }
        for _ in 0..<32 {
            var offDiagonal = 0.0
            var diagonal = 0.0
            for row in 0..<4 {
                diagonal += a[row][row] * a[row][row]
                for column in (row + 1)..<4 where row < 3 { offDiagonal += a[row][column] * a[row][column] }
            }
            if offDiagonal <= 1e-24 * diagonal { break }
            for row in 0..<3 {
                for column in (row + 1)..<4 where a[row][column] != 0 {
                    let theta = (a[column][column] - a[row][row]) / (2 * a[row][column])
                    let tangent = (theta >= 0 ? 1.0 : -1.0) / (abs(theta) + (theta * theta + 1).squareRoot())
                    let cosine = 1 / (tangent * tangent + 1).squareRoot()
                    let sine = tangent * cosine
                    for k in 0..<4 {
                        let (p, q) = (a[k][row], a[k][column])
                        a[k][row] = cosine * p - sine * q
                        a[k][column] = sine * p + cosine * q
                    }
                    for k in 0..<4 {
                        let (p, q) = (a[row][k], a[column][k])
                        a[row][k] = cosine * p - sine * q
                        a[column][k] = sine * p + cosine * q
                    }
                    for k in 0..<4 {
                        let (p, q) = (vectors[k][row], vectors[k][column])
                        vectors[k][row] = cosine * p - sine * q
                        vectors[k][column] = sine * p + cosine * q
                    }
                }
            }
        }
        let best = (0..<4).max { a[$0][$0] < a[$1][$1] } ?? 0
        return (0..<4).map { vectors[$0][best] }
    }
}
