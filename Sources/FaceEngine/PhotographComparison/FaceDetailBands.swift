internal import Foundation
internal import Vision

extension FloatPlane {
    /// What is left between two Gaussians, in pixels: finer than the second, broader than the first; of the plane as another
    /// Gaussian, `blur`, leaves it.
    func band(from fine: Double, to broad: Double, blurredBy blur: Double = 0) -> FloatPlane {
        blurred(sigma: hypot(fine, blur)).less(blurred(sigma: hypot(broad, blur)))
    }

    private func less(_ other: FloatPlane) -> FloatPlane {
        let difference = [Float](unsafeUninitializedCapacity: values.count) { target, count in
            values.withUnsafeBufferPointer { here in
                other.values.withUnsafeBufferPointer { there in
                    for index in here.indices { target[index] = here[index] - there[index] }
                }
            }
            count = values.count
        }
        return FloatPlane(size: size, values: difference)
    }

    /// Standard deviation of the pixels in the mask.
    private func deviation(within mask: [Bool]) -> Double {
        var (sum, squares, count) = (0.0, 0.0, 0.0)
        values.withUnsafeBufferPointer { values in
            mask.withUnsafeBufferPointer { mask in
                for index in values.indices where mask[index] {
                    let value = Double(values[index])
                    sum += value
                    squares += value * value
                    count += 1
                }
            }
        }
        guard count > 0 else { return 0 }
        return max(0, squares / count - sum / count * (sum / count)).squareRoot()
    }

    /// The contrast of the finest details against that of broader ones: falls with every blur.
    /// - Parameter blur: what a Gaussian of so many pixels would leave.
    func sharpness(within mask: [Bool], blurredBy blur: Double = 0) -> Double {
        let soft = blurred(sigma: hypot(1, blur))
        let broad = soft.less(blurred(sigma: hypot(4, blur))).deviation(within: mask)
        return broad > 1e-6 ? blurred(sigma: blur).less(soft).deviation(within: mask) / broad : 0
    }
}
