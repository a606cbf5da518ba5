internal import Vision

/// a + b·x + c·y.
struct Plane: Equatable, Sendable {
    let constant: Double
    let slopeX: Double
    let slopeY: Double

    func value(at place: Point) -> Double { constant + slopeX * place.x + slopeY * place.y }
}

/// Least squares planes through values at the same places.
struct PlaneFit: Sendable {
    private let places: [Point]
    private let mean: Point
    /// Second moments about the mean, and their determinant.
    private let xx: Double, xy: Double, yy: Double

    init(places: [Point]) {
        self.places = places
        let mean = Point.mean(of: places)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for place in places {
            let p = place - mean
            xx += p.x * p.x
            xy += p.x * p.y
            yy += p.y * p.y
        }
        (self.mean, self.xx, self.xy, self.yy) = (mean, xx, xy, yy)
    }

    /// Level where the places lie on one line.
    func plane(through values: [Double]) -> Plane {
        guard !values.isEmpty else { return Plane(constant: 0, slopeX: 0, slopeY: 0) }
        let middle = values.reduce(0, +) / Double(values.count)
        var (xv, yv) = (0.0, 0.0)
        for (place, value) in zip(places, values) {
            xv += (place.x - mean.x) * (value - middle)
            yv += (place.y - mean.y) * (value - middle)
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-12 else { return Plane(constant: middle, slopeX: 0, slopeY: 0) }
        let slopeX = (xv * yy - yv * xy) / determinant
        let slopeY = (yv * xx - xv * xy) / determinant
        return Plane(constant: middle - slopeX * mean.x - slopeY * mean.y, slopeX: slopeX, slopeY: slopeY)
    }

    /// Root mean square of what `plane` leaves of the share of the values that it explains best.
    func deviation(of values: [Double], from plane: Plane, keeping share: Double) -> Double {
        let squares = zip(places, values).map { place, value in
            let rest = value - plane.value(at: place)
            return rest * rest
        }
        let kept = squares.ascendingOrder.prefix(Int(Double(squares.count) * share))
        return kept.isEmpty ? 0 : (kept.reduce(0) { $0 + squares[$1] } / Double(kept.count)).squareRoot()
    }
}
