internal import Vision

extension PhotographAgreement {
    /// Of the blocks, those with most contrast.
    private static let strongShare = 0.4
    private static let percentile = 0.05

    /// - Parameters:
    ///   - portrait, frame: laid over each other.
    ///   - sharpness: of the portrait in the region.
    init(of portrait: FloatPlane, sharpness: Double, and frame: FloatPlane, in region: FaceRegion) {
        let blur = EqualBlur(portrait: portrait, sharpness: sharpness, frame: frame, within: region.mask)
        func blocks(from fine: Double, to broad: Double) -> [Moments] {
            Self.blocks(
                portrait.band(from: fine, to: broad, blurredBy: blur.ofPortrait),
                frame.band(from: fine, to: broad, blurredBy: blur.ofFrame), region.corners)
        }
        // The whole face is judged in fine details, the weakest blocks in broader ones that noise and print leave alone.
        correlation = Self.total(blocks(from: 0.5, to: 1.6)).correlation

        let middle = blocks(from: 0.8, to: 2.8)
        let all = Self.total(middle)
        let gain = all.second > 0 ? all.product / all.second : 0
        let strongest = middle.sorted { $0.contrast(gain: gain) > $1.contrast(gain: gain) }
            .prefix(Int((Self.strongShare * Double(middle.count)).rounded(.up)))
        weakestCorrelation = Self.quantile(strongest.map(\.correlation).sorted())
    }

    /// Variances of two blocks, and their covariance, each times the number of pixels.
    private struct Moments {
        var product = 0.0
        var first = 0.0
        var second = 0.0

        /// 0 where one of both is empty.
        var correlation: Double {
            let scale = (first * second).squareRoot()
            return scale > 1e-9 ? min(max(product / scale, -1), 1) : 0
        }

        /// Of both together, the second brought to the first one's brightness.
        func contrast(gain: Double) -> Double { (first + gain * gain * second) / 2 }
    }

    private static func blocks(_ first: FloatPlane, _ second: FloatPlane, _ corners: [Int]) -> [Moments] {
        let (block, side) = (FaceRegion.block, ComparisonSquare.side)
        let count = Double(block * block)
        return first.values.withUnsafeBufferPointer { here in
            second.values.withUnsafeBufferPointer { there in
                corners.map { corner in
                    var (moments, sum, otherSum) = (Moments(), 0.0, 0.0)
                    for row in 0..<block {
                        for index in (corner + row * side)..<(corner + row * side + block) {
                            let (value, other) = (Double(here[index]), Double(there[index]))
                            sum += value
                            otherSum += other
                            moments.product += value * other
                            moments.first += value * value
                            moments.second += other * other
                        }
                    }
                    moments.product -= sum * otherSum / count
                    moments.first = max(0, moments.first - sum * sum / count)
                    moments.second = max(0, moments.second - otherSum * otherSum / count)
                    return moments
                }
            }
        }
    }

    private static func total(_ blocks: [Moments]) -> Moments {
        blocks.reduce(into: Moments()) { total, block in
            total.product += block.product
            total.first += block.first
            total.second += block.second
        }
    }

    /// Interpolated between neighbours; 0 of nothing.
    private static func quantile(_ rising: [Double]) -> Double {
        guard let last = rising.last else { return 0 }
        let place = percentile * Double(rising.count - 1)
        let lower = rising[Int(place)]
        let upper = Int(place) + 1 < rising.count ? rising[Int(place) + 1] : last
        return lower + (upper - lower) * (place - place.rounded(.down))
    }
}
