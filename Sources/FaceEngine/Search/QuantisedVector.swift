internal import CScan

/// A vector rounded to bytes with one scale, and how far it lies from what it was.
struct QuantisedVector {
    /// −127 to 127, filled up with zeros to the length of a row.
    let values: [Int8]
    /// What a byte stands for.
    let scale: Float
    /// No smaller than the Euclidean length of what rounding took away.
    let error: Float
    /// No smaller than the Euclidean length of the vector as it was.
    let length: Float

    /// The length of a row for vectors of this dimension.
    static func rowLength(of dimension: Int) -> Int {
        let multiple = Int(CSCAN_ROW_MULTIPLE)
        return (dimension + multiple - 1) / multiple * multiple
    }

    init(_ vector: [Float]) {
        let greatest = vector.reduce(Float.leastNormalMagnitude) { max($0, abs($1)) }
        let scale = greatest / 127
        var values = [Int8](repeating: 0, count: Self.rowLength(of: vector.count))
        var (squares, lost) = (0.0, 0.0)
        for (index, value) in vector.enumerated() {
            let rounded = min(max((value / scale).rounded(), -127), 127)
            values[index] = Int8(rounded)
            let difference = Double(value) - Double(rounded) * Double(scale)
            squares += Double(value) * Double(value)
            lost += difference * difference
        }
        self.values = values
        self.scale = scale
        error = Float(lost.squareRoot()).nextUp
        length = Float(squares.squareRoot()).nextUp
    }
}
