/// The largest eigenvalue of a symmetric matrix and its unit eigenvector, by Jacobi rotations. Exact to rounding for the few
/// rows that it is meant for; ties go to the first.
///
/// - Parameter rows: n rows of n finite numbers, n at least 1; else a programmer's error.
public func largestEigenpair(ofSymmetric rows: [[Double]]) -> (value: Double, vector: [Double]) {
    let count = rows.count
    precondition(count > 0 && rows.allSatisfy { $0.count == count })
    var a = rows
    var vectors = (0..<count).map { row in (0..<count).map { $0 == row ? 1.0 : 0.0 } }
    for _ in 0..<32 {
        var offDiagonal = 0.0
        var diagonal = 0.0
        for row in 0..<count {
            diagonal += a[row][row] * a[row][row]
            for column in (row + 1)..<max(count, row + 1) { offDiagonal += a[row][column] * a[row][column] }
        }
        if offDiagonal <= 1e-24 * diagonal { break }
        for row in 0..<(count - 1) {
            for column in (row + 1)..<count where a[row][column] != 0 {
                let theta = (a[column][column] - a[row][row]) / (2 * a[row][column])
                let tangent = (theta >= 0 ? 1.0 : -1.0) / (abs(theta) + (theta * theta + 1).squareRoot())
                let cosine = 1 / (tangent * tangent + 1).squareRoot()
                let sine = tangent * cosine
                for k in 0..<count {
                    let (p, q) = (a[k][row], a[k][column])
                    a[k][row] = cosine * p - sine * q
                    a[k][column] = sine * p + cosine * q
                }
                for k in 0..<count {
                    let (p, q) = (a[row][k], a[column][k])
                    a[row][k] = cosine * p - sine * q
                    a[column][k] = sine * p + cosine * q
                }
                for k in 0..<count {
                    let (p, q) = (vectors[k][row], vectors[k][column])
                    vectors[k][row] = cosine * p - sine * q
                    vectors[k][column] = sine * p + cosine * q
                }
            }
        }
    }
    let best = (0..<count).max { a[$0][$0] < a[$1][$1] } ?? 0
    return (a[best][best], (0..<count).map { vectors[$0][best] })
}
