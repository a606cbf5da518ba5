internal import Vision

/// Whether the networks compute here what they compute elsewhere: a fixed input, outputs known from another machine. A
/// processor, library or file that gives other numbers would void the calibration without any sign.
enum SelfTest {
    /// Differences between processor types are near 1e-6, those of wrong precision (bfloat16) above 1e-2.
    static let tolerance = 1e-3

    /// Input element i is ((7919 · i) mod 255) / 255.
    static func greatestError(
        of network: Network, size: PictureSize, layout: PictureEncoding.Layout, output: Int, expected: [Float]
    ) throws(FaceEngineError) -> Double {
        let count = size.width * size.height * 3
        let values = (0..<count).map { Float($0 * 7919 % 255) / 255 }
        let shape = layout == .nchw ? [1, 3, size.height, size.width] : [1, size.height, size.width, 3]
        let outputs: [Tensor]
        do { outputs = try network.run(Tensor(shape: shape, values: values)) } catch { throw .network(error) }
        guard output < outputs.count, outputs[output].values.count >= expected.count else { return .infinity }
        return zip(outputs[output].values, expected).map { Double(abs($0 - $1) / max(1, abs($1))) }.max() ?? 0
    }
}
