internal import CVision

/// A block of numbers as networks take and give them, the last dimension running fastest.
public struct Tensor: Equatable, Sendable {
    public let shape: [Int]
    /// As many as the product of `shape`.
    public let values: [Float]

    /// - Parameter values: as many as the product of `shape`, else a programmer's error.
    public init(shape: [Int], values: [Float]) {
        precondition(shape.reduce(1, *) == values.count)
        self.shape = shape
        self.values = values
    }
}

/// How a network wants an image: value = (pixel − mean) × scale for each channel.
public struct ImageEncoding: Codable, Equatable, Sendable {
    public enum ChannelOrder: String, Codable, Sendable {
        case rgb
        case bgr
    }

    public enum Layout: String, Codable, Sendable {
        /// One plane a channel.
        case nchw
        /// Three numbers a pixel.
        case nhwc
    }

    public let channelOrder: ChannelOrder
    public let layout: Layout
    /// Three numbers in the order of the channels, in grey levels 0 to 255.
    public let mean: [Float]
    /// Three numbers in the order of the channels.
    public let scale: [Float]

    /// - Parameters:
    ///   - mean, scale: three numbers each, else a programmer's error.
    public init(channelOrder: ChannelOrder, layout: Layout, mean: [Float], scale: [Float]) {
        precondition(mean.count == 3 && scale.count == 3)
        self.channelOrder = channelOrder
        self.layout = layout
        self.mean = mean
        self.scale = scale
    }

    func shape(of size: ImageSize) -> [Int] {
        layout == .nchw ? [1, 3, size.height, size.width] : [1, size.height, size.width, 3]
    }

    func write(_ image: Image, to target: UnsafeMutableBufferPointer<Float>) {
        let status = cvision_floats(
            image.pixels, image.pixels.count, Int32(image.size.width), Int32(image.size.height),
            channelOrder == .rgb ? 1 : 0, layout == .nchw ? 1 : 0, mean, scale, target.baseAddress, target.count)
        precondition(status == CVISION_OK)
    }
}
