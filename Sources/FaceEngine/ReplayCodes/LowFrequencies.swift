internal import Foundation
internal import Vision

/// The 16 × 16 lowest spatial frequencies of an upright square around a face, without those that run along one axis
/// alone, which say little but how the light falls.
struct LowFrequencies {
    /// Coefficients of the type II cosine transform: index `(v − 1) × 16 + (u − 1)` of u half periods across and v
    /// down, 1 to 16 each.
    let coefficients: [Float]
    /// Of the coefficients as a vector; greater than 0.
    let length: Float

    /// Frequencies along a side.
    private static let count = 16
    /// Of the square that is transformed, in pixels.
    private static let side = 64

    static func horizontalFrequency(of index: Int) -> Int { index % count + 1 }

    /// - Returns: nil where the face has no extent, or where nothing varies in the square.
    init?(at place: FacePlace, in grey: GreyImage, sideInFaceWidths: Double) {
        guard let square = place.square(of: sideInFaceWidths, side: Self.side, in: grey) else { return nil }
        self.init(of: square)
    }

    /// - Parameter square: 64 × 64 pixels, else a programmer's error.
    init?(of square: GreyImage) {
        precondition(square.size == ImageSize(width: Self.side, height: Self.side))
        let basis = Self.basis
        var coefficients = [Frequencies](repeating: .zero, count: Self.count)
        for row in 0..<Self.side {
            var across = Frequencies.zero
            for x in 0..<Self.side { across += Float(square.pixels[row * Self.side + x]) * basis[x] }
            for v in 0..<Self.count { coefficients[v] += across * basis[row][v] }
        }
        let squares = coefficients.reduce(Frequencies.zero) { $0 + $1 * $1 }
        length = squares.sum().squareRoot()
        // Rounding alone leaves less of an even square.
        guard length.isFinite, length > 1 else { return nil }
        self.coefficients = coefficients.flatMap { row in (0..<Self.count).map { row[$0] } }
    }

    /// A number for each frequency from 1 to 16.
    private typealias Frequencies = SIMD16<Float>

    /// The cosines of all frequencies at a place.
    private static let basis: [Frequencies] = (0..<side).map { place in
        var cosines = Frequencies.zero
        for index in 0..<count {
            cosines[index] = Float(
                cos(Double.pi * (2 * Double(place) + 1) * Double(index + 1) / Double(2 * side)))
        }
        return cosines
    }
}
