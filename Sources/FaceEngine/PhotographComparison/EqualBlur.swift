internal import Vision

/// The Gaussians, in pixels, that bring two faces to one sharpness: else details that only one of both has would make two
/// copies of a photograph differ. One of both is 0.
struct EqualBlur: Equatable, Sendable {
    let ofPortrait: Double
    let ofFrame: Double

    /// Blurs that are tried on the sharper one.
    private static let blurs = [0.4, 0.6, 0.8, 1, 1.3, 1.6]
    private static let tolerance = 1.05

    /// - Parameter sharpness: of the portrait, in the same region.
    init(portrait: FloatPlane, sharpness: Double, frame: FloatPlane, within mask: [Bool]) {
        let ofFrame = frame.sharpness(within: mask)
        if sharpness > ofFrame * Self.tolerance {
            ofPortrait = Self.blur(of: portrait, downTo: ofFrame * Self.tolerance, mask)
            self.ofFrame = 0
        } else if ofFrame > sharpness * Self.tolerance {
            ofPortrait = 0
            self.ofFrame = Self.blur(of: frame, downTo: sharpness * Self.tolerance, mask)
        } else {
            (ofPortrait, self.ofFrame) = (0, 0)
        }
    }

    /// The least blur that is enough, else the greatest.
    private static func blur(of plane: FloatPlane, downTo wanted: Double, _ mask: [Bool]) -> Double {
        var (first, last) = (0, blurs.count - 1)
        while first < last {
            let middle = (first + last) / 2
            if plane.sharpness(within: mask, blurredBy: blurs[middle]) <= wanted {
                last = middle
            } else {
                first = middle + 1
            }
        }
        return blurs[first]
    }
}
