internal import Vision

/// Whether the networks compute here what they compute elsewhere: a fixed input, outputs known from another machine. A
/// processor, library or file that gives other numbers would make the calibration invalid without any sign.
package enum SelfTest {
    /// Differences between processor types are near 1e-6, those of wrong precision (bfloat16) above 1e-2.
    package static let tolerance = 1e-3

    /// For a conversion that nobody has run, held against what another conversion of the same network computes: weights
    /// of half precision that are rounded otherwise in their last bit change the outputs by 0.02 to 0.06. Another network is
    /// off by more; wrong precision shows in the networks that were run.
    static let toleranceBetweenConversions = 0.15

    /// Input element i is ((7919 · i) mod 255) / 255; its first outputs are compared, in relation to those over 1.
    /// - Throws: `computesOtherwise` where one is off by more than `tolerance`.
    static func run(
        _ network: Network, named file: String, size: ImageSize, layout: ImageEncoding.Layout, expected: [Float],
        tolerance: Double = tolerance
    ) throws(FaceEngineError) {
        let count = size.width * size.height * 3
        let values = (0..<count).map { Float($0 * 7919 % 255) / 255 }
        let shape = layout == .nchw ? [1, 3, size.height, size.width] : [1, size.height, size.width, 3]
        let outputs: [Tensor]
        do { outputs = try network.run(Tensor(shape: shape, values: values)) } catch { throw .network(error) }
        guard let output = outputs.first, output.values.count >= expected.count else {
            throw .unexpectedOutput(file: file)
        }
        if let deviation = firstDeviation(of: output.values, from: expected, beyond: tolerance) {
            throw .computesOtherwise(file: file, by: deviation)
        }
    }

    /// The first difference that is not within `tolerance`, in relation to numbers over 1; a NaN is within nothing.
    package static func firstDeviation(
        of outputs: [Float], from expected: [Float], beyond tolerance: Double
    ) -> Double? {
        zip(outputs, expected).lazy.map { Double(abs($0 - $1) / max(1, abs($1))) }.first { !($0 <= tolerance) }
    }
}
